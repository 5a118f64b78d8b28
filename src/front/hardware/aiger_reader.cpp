// Reads line by line, and the gates of the binary form byte by byte.  The first mistake ends it: what follows a wrong
// number means nothing.  Nothing is made room for before the file has shown that it is long enough to hold it.
#include <fmt/format.h>

#include <algorithm>

#include "front/hardware/aiger.h"

namespace whynot::front::hardware {
namespace {

constexpr std::uint64_t most_variables = 20'000'000;
constexpr std::uint64_t most_columns = 1'000'000;  // inputs and latches

struct AigerFailed {};  // told already

class AigerReader {
 public:
  AigerReader(FileId file, const Sources& sources, Diagnostics& diagnostics)
      : file_(file), text_(sources.text(file)), diagnostics_(diagnostics) {}

  AigerFile run() {
    header();
    state_.assign(made_.variables + 1, State::Undefined);
    state_[0] = State::Defined;
    inputs();
    latches();
    points(outputs_, made_.outputs);
    points(bad_, made_.bad);
    points(constraints_, made_.constraints);
    justice();
    points(fairness_, made_.fairness);
    if (binary_)
      binary_ands();
    else
      ascii_ands();
    symbols();
    check_uses();
    if (!binary_) sort();
    return std::move(made_);
  }

 private:
  enum class State : std::uint8_t { Undefined, Defined };

  [[noreturn]] void fail(std::string code, const std::string& message, std::string help = "") {
    fail_at(at_, std::move(code), message, std::move(help));
  }
  // The lines of a binary file are not for people: its mistakes are told by their byte alone.
  [[noreturn]] void fail_at(std::size_t at, std::string code, const std::string& message, std::string help = "") {
    const auto begin = static_cast<std::uint32_t>(binary_ ? 0 : std::min(at, text_.size()));
    const auto end = binary_ ? begin : static_cast<std::uint32_t>(std::min<std::size_t>(begin + 1, text_.size()));
    diagnostics_.error(std::move(code), fmt::format("{} (byte {})", message, at), {file_, begin, end}).help =
        std::move(help);
    throw AigerFailed{};
  }

  // Characters -------------------------------------------------------------------------------------------

  bool at_end() const { return at_ >= text_.size(); }
  char look() const { return at_end() ? '\0' : text_[at_]; }
  // Exactly one stands between two words of a line.
  void blank(std::string_view before) {
    if (at_end()) fail("aiger.truncated", fmt::format("the file ends where {} should stand", before));
    if (look() != ' ') fail("aiger.number", fmt::format("a blank and then {} should stand here", before));
    ++at_;
  }
  bool at_line_end() const { return at_end() || look() == '\n' || (look() == '\r' && text_.substr(at_, 2) == "\r\n"); }

  std::uint64_t number(std::string_view what) {
    if (at_end()) fail("aiger.truncated", fmt::format("the file ends where {} should stand", what));
    if (look() < '0' || look() > '9') fail("aiger.number", fmt::format("{} should be a number", what));
    std::uint64_t n = 0;
    for (; look() >= '0' && look() <= '9'; ++at_) {
      n = n * 10 + static_cast<std::uint64_t>(look() - '0');
      if (n > 2 * most_variables + 1)
        fail("aiger.too-large",
             fmt::format("{} is larger than {}, the largest number that is read", what, 2 * most_variables + 1));
    }
    return n;
  }

  void end_of_line() {
    if (look() == '\r') ++at_;
    if (at_end()) fail("aiger.truncated", "the file ends within a line");
    if (look() != '\n') fail("aiger.number", "the line should end here");
    ++at_;
  }

  AigerLiteral literal(std::string_view what) {
    const std::size_t begin = at_;
    const std::uint64_t n = number(what);
    if (n / 2 > made_.variables)
      fail_at(begin, "aiger.literal",
              fmt::format("{} is {}; the largest literal by the header is {}", what, n, 2 * made_.variables + 1));
    return static_cast<AigerLiteral>(n);
  }

  // A literal that its line defines.
  AigerLiteral defined(std::string_view what) {
    const std::size_t begin = at_;
    const AigerLiteral l = literal(what);
    if (l < 2 || l % 2) fail_at(begin, "aiger.literal", fmt::format("{} {} should be even and at least 2", what, l));
    define(l, begin);
    return l;
  }
  void define(AigerLiteral l, std::size_t begin) {
    if (state_[l / 2] == State::Defined) fail_at(begin, "aiger.redefined", fmt::format("{} is defined twice", l));
    state_[l / 2] = State::Defined;
  }
  AigerLiteral used(std::string_view what) {
    const std::size_t begin = at_;
    const AigerLiteral l = literal(what);
    uses_.emplace_back(l, begin);
    return l;
  }
  Span line_from(std::size_t begin) const {
    return {file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_)};
  }
  // Before room is made for so many lines: there must be that many bytes.
  void has_room(std::uint64_t count, std::uint64_t bytes_each, std::string_view what) {
    if (count > (text_.size() - at_) / bytes_each + 1)
      fail("aiger.truncated", fmt::format("the header announces {} {}; the file is too short for that", count, what));
  }

  // Sections ---------------------------------------------------------------------------------------------

  void header() {
    binary_ = text_.starts_with("aig");
    if (!binary_ && !text_.starts_with("aag"))
      fail("aiger.header", "the file should begin with `aag` or `aig`", "is it an AIGER file?");
    at_ = 3;
    const auto counted = [&](std::string_view what) {
      blank(what);
      return number(what);
    };
    const std::uint64_t variables = counted("the largest variable of the header");
    inputs_ = counted("the number of inputs");
    latches_ = counted("the number of latches");
    outputs_ = counted("the number of outputs");
    ands_ = counted("the number of gates");
    for (std::uint64_t* count : {&bad_, &constraints_, &justice_, &fairness_})
      if (!at_line_end()) *count = counted("a number of the header");
    if (inputs_ + latches_ + ands_ > variables)
      fail("aiger.header", fmt::format("{} inputs, latches and gates, but the largest variable is {}",
                                       inputs_ + latches_ + ands_, variables));
    if (binary_ && inputs_ + latches_ + ands_ < variables)
      fail("aiger.header", "in the binary form the largest variable is the number of inputs, latches and gates");
    if (variables > most_variables || inputs_ + latches_ > most_columns)
      fail("aiger.too-large",
           fmt::format("more than {} variables, or {} inputs and latches, are not read", most_variables, most_columns));
    end_of_line();
    made_.variables = static_cast<std::uint32_t>(variables);
    if (!binary_) has_room(ands_, 6, "gates");
    if (binary_) has_room(ands_, 2, "gates");
  }

  void inputs() {
    if (!binary_) has_room(inputs_, 2, "inputs");
    for (std::uint64_t i = 0; i < inputs_; ++i) {
      const std::size_t begin = at_;
      if (binary_) {
        const auto literal = static_cast<AigerLiteral>(2 * (i + 1));
        define(literal, begin);
        made_.inputs.push_back({literal, {file_, 0, 0}});
        continue;
      }
      const AigerLiteral literal = defined("an input");
      made_.inputs.push_back({literal, line_from(begin)});
      end_of_line();
    }
  }

  void latches() {
    has_room(latches_, 2, "latches");
    for (std::uint64_t i = 0; i < latches_; ++i) {
      AigerFile::Latch latch;
      const std::size_t begin = at_;
      if (binary_) {
        latch.literal = static_cast<AigerLiteral>(2 * (inputs_ + i + 1));
        define(latch.literal, begin);
      } else {
        latch.literal = defined("a latch");
        blank("the next value of a latch");
      }
      latch.next = used("the next value of a latch");
      if (!at_line_end()) latch.reset = reset(latch.literal);
      latch.where = line_from(begin);
      end_of_line();
      made_.latches.push_back(std::move(latch));
    }
  }

  AigerLiteral reset(AigerLiteral latch) {
    blank("the first value of a latch");
    const std::size_t begin = at_;
    const AigerLiteral value = literal("the first value of a latch");
    if (value > 1 && value != latch)
      fail_at(begin, "aiger.reset", fmt::format("a latch begins with 0, with 1, or with {} for any value", latch),
              "first values that are computed belong to certificates, not to models");
    return value;
  }

  void points(std::uint64_t count, std::vector<AigerFile::Point>& to) {
    has_room(count, 2, "lines");
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::size_t begin = at_;
      const AigerLiteral literal = used("a literal");
      to.push_back({literal, line_from(begin)});
      end_of_line();
    }
  }

  void justice() {
    has_room(justice_, 2, "justice properties");
    std::vector<std::uint64_t> sizes;
    for (std::uint64_t i = 0; i < justice_; ++i) {
      sizes.push_back(number("the size of a justice property"));
      has_room(sizes.back(), 2, "literals");
      end_of_line();
    }
    for (const std::uint64_t size : sizes) {
      AigerFile::Justice justice;
      const std::size_t begin = at_;
      for (std::uint64_t i = 0; i < size; ++i) {
        justice.literals.push_back(used("a literal of a justice property"));
        justice.where = line_from(begin);
        end_of_line();
      }
      made_.justice.push_back(std::move(justice));
    }
  }

  void ascii_ands() {
    for (std::uint64_t i = 0; i < ands_; ++i) {
      AigerFile::And gate;
      gate.literal = defined("a gate");
      for (AigerLiteral* argument : {&gate.left, &gate.right}) {
        blank("an argument of a gate");
        *argument = used("an argument of a gate");
      }
      end_of_line();
      made_.ands.push_back(gate);
    }
  }

  std::uint64_t delta() {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      if (at_end()) fail("aiger.truncated", "the file ends within the gates");
      if (shift > 28) fail("aiger.too-large", "a difference of two literals has more than 35 bits");
      const auto byte = static_cast<unsigned char>(text_[at_++]);
      value |= std::uint64_t{byte & 0x7fu} << shift;
      if (byte < 0x80) return value;
    }
  }

  void binary_ands() {
    for (std::uint64_t i = 0; i < ands_; ++i) {
      const std::size_t begin = at_;
      AigerFile::And gate;
      gate.literal = static_cast<AigerLiteral>(2 * (inputs_ + latches_ + i + 1));
      define(gate.literal, begin);
      const std::uint64_t first = delta();
      if (first == 0 || first > gate.literal) fail_at(begin, "aiger.order", "a gate should come after its arguments");
      gate.left = gate.literal - static_cast<AigerLiteral>(first);
      const std::uint64_t second = delta();
      if (second > gate.left) fail_at(begin, "aiger.order", "a gate's larger argument should come first");
      gate.right = gate.left - static_cast<AigerLiteral>(second);
      made_.ands.push_back(gate);
    }
  }

  // Symbols ----------------------------------------------------------------------------------------------

  void symbols() {
    while (!at_end()) {
      const std::size_t begin = at_;
      const char kind = text_[at_++];
      if (kind == 'c' && at_line_end()) {  // the rest is a comment
        if (text_.back() != '\n') fail_at(text_.size(), "aiger.truncated", "the file ends within its comment");
        return;
      }
      if (std::string_view("ilobcjf").find(kind) == std::string_view::npos)
        fail_at(begin, "aiger.symbol", "a name (i0 NAME, l0 NAME, …) or the comment (c) should stand here");
      const std::uint64_t index = number("the number of what is named");
      if (look() != ' ') fail("aiger.symbol", "a blank and a name should stand here");
      const std::size_t end = std::min(text_.find('\n', at_), text_.size());
      if (end == text_.size()) fail_at(end, "aiger.truncated", "the file ends within a name");
      std::string name(text_.substr(at_ + 1, end - at_ - 1));
      if (name.ends_with('\r')) name.pop_back();
      std::string* named = place(kind, index);
      if (!named) fail_at(begin, "aiger.symbol", fmt::format("there is no {}{}", kind, index));
      if (!named->empty()) fail_at(begin, "aiger.symbol", fmt::format("a second name of {}{}", kind, index));
      *named = std::move(name);
      at_ = end + 1;
    }
  }

  std::string* place(char kind, std::uint64_t index) {
    const auto in = [&](auto& all) -> std::string* { return index < all.size() ? &all[index].name : nullptr; };
    switch (kind) {
      case 'i': return in(made_.inputs);
      case 'l': return in(made_.latches);
      case 'o': return in(made_.outputs);
      case 'b': return in(made_.bad);
      case 'c': return in(made_.constraints);
      case 'j': return in(made_.justice);
      default: return in(made_.fairness);
    }
  }

  // Uses -------------------------------------------------------------------------------------------------

  void check_uses() {
    for (const auto& [literal, at] : uses_)
      if (state_[literal / 2] == State::Undefined)
        fail_at(at, "aiger.undefined", fmt::format("{} is used, but no input, latch or gate defines it", literal));
  }

  // Gates of the ascii form may stand in any order.
  void sort() {
    constexpr std::uint32_t none = ~std::uint32_t{0};
    std::vector<std::uint32_t> gate_of(made_.variables + 1, none);
    for (std::size_t i = 0; i < made_.ands.size(); ++i)
      gate_of[made_.ands[i].literal / 2] = static_cast<std::uint32_t>(i);
    enum class Mark : std::uint8_t { New, Open, Done };
    std::vector<Mark> mark(made_.ands.size(), Mark::New);
    std::vector<AigerFile::And> sorted;
    std::vector<std::uint32_t> stack;
    for (std::uint32_t root = 0; root < made_.ands.size(); ++root) {
      stack.push_back(root);
      while (!stack.empty()) {
        const std::uint32_t top = stack.back();
        const AigerFile::And& gate = made_.ands[top];
        if (mark[top] != Mark::New) {
          if (mark[top] == Mark::Open) sorted.push_back(gate);
          mark[top] = Mark::Done;
          stack.pop_back();
          continue;
        }
        mark[top] = Mark::Open;
        for (const AigerLiteral argument : {gate.left, gate.right}) {
          const std::uint32_t below = gate_of[argument / 2];
          if (below == none || mark[below] == Mark::Done) continue;
          if (mark[below] == Mark::Open)
            fail_at(uses_[uses_.size() - 2 * (made_.ands.size() - top)].second, "aiger.cycle",
                    fmt::format("the gate {} depends on itself", gate.literal));
          stack.push_back(below);
        }
      }
    }
    made_.ands = std::move(sorted);
  }

  FileId file_;
  std::string_view text_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0;
  bool binary_ = false;
  std::uint64_t inputs_ = 0, latches_ = 0, outputs_ = 0, ands_ = 0;
  std::uint64_t bad_ = 0, constraints_ = 0, justice_ = 0, fairness_ = 0;
  std::vector<State> state_;  // by variable
  std::vector<std::pair<AigerLiteral, std::size_t>> uses_;
  AigerFile made_;
};

}  // namespace

std::optional<AigerFile> read_aiger(FileId file, const Sources& sources, Diagnostics& diagnostics) {
  try {
    return AigerReader(file, sources, diagnostics).run();
  } catch (const AigerFailed&) {
    return std::nullopt;
  }
}

}  // namespace whynot::front::hardware
