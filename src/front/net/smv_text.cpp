// Writes the packet with its masks, then the cases of the next location, rule by rule.
#include "front/net/smv_text.h"

#include <fmt/format.h>

#include <set>

namespace whynot::front::net {
namespace {

using whynot::net::index_of;
constexpr const auto& shown = whynot::net::packet_fields;

using whynot::net::Bits;

std::string word(std::size_t width, Bits value) { return fmt::format("0uh{}_{:0{}x}", width, value, (width + 3) / 4); }

// The length of a mask of leading ones; nothing for another mask.
std::optional<std::size_t> prefix_length(Bits mask, std::size_t width) {
  const std::size_t ones = whynot::net::count_ones(mask);
  return whynot::net::leading_bits(ones, width) == mask ? std::optional(ones) : std::nullopt;
}

class Writer {
 public:
  Writer(const Network& network, const std::vector<Reach>& reach, bool loops, const Sources* sources)
      : network_(network), sources_(sources) {
    for (const Location& l : network.locations)
      for (const Rule& r : l.rules) note_masks(r.when);
    for (const Reach& r : reach) {
      Match m = {};
      if (r.destination) m[index_of(Field::IpDst)] = r.destination->on(width_of(Field::IpDst));
      note_masks(m);
      specs_ += fmt::format("LTLSPEC (location = {}{}{}) -> F (location = {})\n", r.from, r.destination ? " & " : "",
                            r.destination ? condition(m) : "", r.to);
    }
    if (loops) specs_ += fmt::format("LTLSPEC NAME loops := F (location in {{{}}})\n", ends());
  }

  std::string write() {
    for (const std::string& note : network_.notes) out_ += "-- " + note + "\n";
    packet();
    main_module();
    return out_ + specs_;
  }

 private:
  std::size_t width_of(Field f) const { return network_.widths[index_of(f)]; }

  std::string ends() const {
    std::string names;
    for (std::size_t i = network_.first_end; i < network_.locations.size(); ++i)
      names += (names.empty() ? "" : ", ") + network_.locations[i].name;
    return names;
  }

  void note_masks(const Match& m) {
    for (const auto& [field, name] : shown) {
      const Ternary t = m[static_cast<std::size_t>(field)];
      const std::size_t width = width_of(field);
      if (t.mask == 0) continue;
      used_.insert(field);
      if (const auto length = prefix_length(t.mask, width); length && *length < width)
        prefixes_.insert({field, *length});
    }
  }

  void packet() {
    out_ += "MODULE packet\nFROZENVAR\n";
    for (const auto& [field, name] : shown)
      if (used_.count(field)) out_ += fmt::format("  {}: unsigned word[{}];\n", name, width_of(field));
    if (used_.empty()) out_ += fmt::format("  ipdst: unsigned word[{}];\n", width_of(Field::IpDst));
    if (!prefixes_.empty()) out_ += "DEFINE\n";
    for (const auto& [field, name] : shown)
      for (const auto& [of, length] : prefixes_)
        if (of == field) {
          const std::size_t width = width_of(field);
          const std::string mask = word(width, whynot::net::leading_bits(length, width));
          out_ += fmt::format("  {}{} := {} & {};\n", name, length, name, mask);
        }
  }

  std::string condition(const Match& m) const {
    std::string out;
    for (const auto& [field, name] : shown) {
      const Ternary t = m[static_cast<std::size_t>(field)];
      if (t.mask == 0) continue;
      const std::size_t width = width_of(field);
      const auto length = prefix_length(t.mask, width);
      std::string left = fmt::format("packet.{}", name);
      if (!length)
        left = fmt::format("(packet.{} & {})", name, word(width, t.mask));
      else if (*length != width)
        left += std::to_string(*length);
      out += fmt::format("{}{} = {}", out.empty() ? "" : " & ", left, word(width, t.value));
    }
    return out.empty() ? "TRUE" : out;
  }

  std::string targets(const Rule& rule) const {
    std::string out;
    for (std::size_t t : rule.to) out += (out.empty() ? "" : ", ") + network_.locations[t].name;
    return rule.to.size() == 1 ? out : "{" + out + "}";
  }

  std::string line_of(const Rule& rule) const {
    if (!sources_ || rule.line.file == 0) return "";
    const std::string_view path = sources_->name(rule.line.file);
    return fmt::format("  -- {}:{}", path.substr(path.rfind('/') + 1), sources_->place(rule.line).line);
  }

  void main_module() {
    std::string names, starts;
    for (std::size_t i = 0; i < network_.locations.size(); ++i) {
      names += (i ? ", " : "") + network_.locations[i].name;
      if (i < network_.first_end) starts += (i ? ", " : "") + network_.locations[i].name;
    }
    out_ += fmt::format(
        "MODULE main\nVAR\n  packet: packet;\n  location: {{{}}};\nASSIGN\n  init(location) := {{{}}};\n  "
        "next(location) :=\n    case\n",
        names, starts);
    for (std::size_t i = 0; i < network_.first_end; ++i) {
      const Location& l = network_.locations[i];
      out_ += fmt::format("      location = {}:\n        case\n", l.name);
      for (const Rule& r : l.rules)
        out_ += fmt::format("          {}: {};{}\n", condition(r.when), targets(r), line_of(r));
      out_ += "          TRUE: drop;\n        esac;\n";
    }
    out_ += "      TRUE: location;\n    esac;\n";
  }

  const Network& network_;
  const Sources* sources_;
  std::set<Field> used_;
  std::set<std::pair<Field, std::size_t>> prefixes_;
  std::string specs_, out_;
};

}  // namespace

std::string smv_text(const Network& network, const std::vector<Reach>& reach, bool loops, const Sources* sources) {
  return Writer(network, reach, loops, sources).write();
}

}  // namespace whynot::front::net
