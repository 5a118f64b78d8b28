// Writes nodes children first; the reader checks as it goes and stops at the first mistake.
#include "solve/bdd/save.h"

#include <fmt/format.h>

#include <charconv>

#include "solve/bdd/walk.h"

namespace whynot::solve::bdd {

namespace {

constexpr std::string_view magic = "whynot-bdd ";

std::uint64_t fnv1a(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

// Reads words; after the first mistake, which it reports, everything it returns is 0.
class Reader {
 public:
  Reader(std::string_view text, FileId file, Diagnostics& diagnostics)
      : text_(text), file_(file), diagnostics_(diagnostics) {}

  bool ok() const { return ok_; }
  std::size_t left() const { return text_.size() - at_; }
  std::size_t at() const { return at_; }

  void fail(std::string_view code, std::string message) {
    if (ok_) diagnostics_.error(std::string(code), std::move(message), here());
    ok_ = false;
  }
  void expect(std::string_view word) {
    if (!ok_) return;
    if (text_.substr(at_, word.size()) != word) {
      fail("bdd.format", fmt::format("expected `{}`", word.substr(0, word.find_last_not_of(" \n") + 1)));
      return;
    }
    at_ += word.size();
  }
  // A number up to `most`, and the character after it.
  std::uint64_t number(std::uint64_t most, char after, int base = 10) {
    std::uint64_t value = 0;
    const char* begin = text_.data() + at_;
    const char* end = text_.data() + text_.size();
    const auto [stop, error] = std::from_chars(begin, end, value, base);
    if (ok_ && (error != std::errc() || stop == end || *stop != after)) fail("bdd.format", "expected a number");
    if (ok_ && value > most) fail("bdd.format", fmt::format("expected a number up to {}", most));
    if (!ok_) return 0;
    at_ += static_cast<std::size_t>(stop - begin) + 1;
    return value;
  }

 private:
  Span here() const {
    const auto begin = static_cast<std::uint32_t>(at_);
    return {file_, begin, static_cast<std::uint32_t>(std::min(at_ + 1, text_.size()))};
  }

  std::string_view text_;
  FileId file_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0;
  bool ok_ = true;
};

}  // namespace

std::string write(const Kernel& kernel, std::span<const Edge> roots) {
  const NodeList list(kernel, roots);
  const auto edge = [&](Edge e) { return 2 * list.number(index_of(e)) + (e & 1); };
  std::string text = fmt::format("{}1\nvariables {}\nnodes {}\n", magic, kernel.variable_count(), list.size());
  for (Index i : list.nodes()) {
    const Edge e = i << 1;
    text += fmt::format("{} {} {}\n", kernel.variable_at(kernel.level(e)), edge(kernel.low(e)), edge(kernel.high(e)));
  }
  text += fmt::format("roots {}\n", roots.size());
  for (Edge root : roots) text += fmt::format("{}\n", edge(root));
  text += fmt::format("checksum {:016x}\n", fnv1a(text));
  return text;
}

std::optional<Saved> read(std::string_view text, FileId file, Diagnostics& diagnostics) {
  Reader reader(text, file, diagnostics);
  Saved saved;
  reader.expect(magic);
  const std::uint64_t version = reader.number(~0u, '\n');
  if (reader.ok() && version != 1) reader.fail("bdd.version", fmt::format("version {} is not known; 1 is", version));
  reader.expect("variables ");
  saved.variables = reader.number(BddManager::max_variables, '\n');
  reader.expect("nodes ");
  // Each takes six characters at least, so that no size is believed that the text does not bear out.
  const std::uint64_t nodes = reader.number(reader.left() / 6, '\n');
  for (std::uint64_t k = 0; k < nodes && reader.ok(); ++k) {
    SavedNode n{};
    n.variable = static_cast<BddVariable>(reader.number(saved.variables - (saved.variables > 0), ' '));
    n.low = static_cast<std::uint32_t>(reader.number(2 * k + 1, ' '));
    n.high = static_cast<std::uint32_t>(reader.number(2 * k + 1, '\n'));
    if (reader.ok() && saved.variables == 0) reader.fail("bdd.format", "a node needs a variable");
    saved.nodes.push_back(n);
  }
  reader.expect("roots ");
  const std::uint64_t roots = reader.number(reader.left() / 2, '\n');
  for (std::uint64_t k = 0; k < roots && reader.ok(); ++k)
    saved.roots.push_back(static_cast<std::uint32_t>(reader.number(2 * nodes + 1, '\n')));
  const std::uint64_t hash = fnv1a(text.substr(0, reader.at()));
  reader.expect("checksum ");
  const std::uint64_t checksum = reader.number(~std::uint64_t{0}, '\n', 16);
  if (reader.ok() && checksum != hash) reader.fail("bdd.checksum", "the text does not fit its checksum");
  if (reader.ok() && reader.left() > 0) reader.fail("bdd.format", "expected the end");
  if (!reader.ok()) return std::nullopt;
  return saved;
}

std::vector<Edge> build(Kernel& kernel, const Saved& saved) {
  std::vector<Edge> edges{true_edge};
  const auto edge = [&](std::uint32_t e) { return edges[e >> 1] ^ (e & 1); };
  for (const SavedNode& n : saved.nodes)
    edges.push_back(kernel.ite(kernel.literal({n.variable, true}), edge(n.high), edge(n.low)));
  std::vector<Edge> roots;
  for (std::uint32_t root : saved.roots) roots.push_back(edge(root));
  return roots;
}

}  // namespace whynot::solve::bdd
