// A line of its output is a message if it has ERROR: or Warning: in it, after the place if there is one.
#include "front/verilog/messages.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <vector>

#include "front/verilog/parts.h"

namespace whynot::front::verilog {
namespace {

struct Message {
  bool is_error = false;
  std::string file;
  std::uint32_t line = 0;  // 0: none
  std::string text, help = {};
};

// The file and the line before `: ERROR: `.
void take_place(std::string_view before, Message& message) {
  const std::size_t colon = before.rfind(':');
  if (colon == std::string_view::npos) return;
  const std::string_view digits = before.substr(colon + 1);
  std::from_chars(digits.data(), digits.data() + digits.size(), message.line);
  message.file = before.substr(0, colon);
}

// "…. See d0/fifo.sv:17"
void take_place_at_end(Message& message) {
  constexpr std::string_view words = " See ";
  const std::size_t at = message.text.rfind(words);
  if (message.line != 0 || at == std::string::npos) return;
  const std::string_view place = std::string_view(message.text).substr(at + words.size());
  const std::size_t colon = place.rfind(':');
  if (colon == std::string_view::npos || place.find(' ') != std::string_view::npos) return;
  const std::string_view digits = place.substr(colon + 1);
  std::from_chars(digits.data(), digits.data() + digits.size(), message.line);
  message.file = std::string(place.substr(0, colon));
  message.text.resize(at);
}

// A name that is nowhere declared is a wire of one bit to Verilog.  Where it is a way into something else (`u.count` of
// an instance, `req[0].valid` of an array of structs) yosys makes the same of it, and what is asked would be another
// question.
void refuse_way_into(Message& message) {
  constexpr std::string_view before = "Identifier `\\", after = "' is implicitly declared";
  const std::size_t end = message.text.find(after);
  if (!message.text.starts_with(before) || end == std::string::npos) return;
  const std::string name = message.text.substr(before.size(), end - before.size());
  if (name.find('.') == std::string::npos) {
    message.help = "declare it; a wire that nothing drives has any value";
    return;
  }
  message.is_error = true;
  message.text = "yosys does not look into another part by a name such as `" + name +
                 "`; it would be a new wire that nothing drives";
  message.help =
      "of an instance, give it an output or put the assertion into its module; of an array of structs, assign the "
      "element to a variable and use its members";
}

std::optional<Message> read_message(std::string_view line) {
  for (const auto& [word, is_error] : {std::pair<std::string_view, bool>{"ERROR: ", true}, {"Warning: ", false}}) {
    const std::size_t at = line.find(word);
    if (at == std::string_view::npos) continue;
    Message message;
    message.is_error = is_error;
    message.text = line.substr(at + word.size());
    if (at >= 2 && line.substr(at - 2, 2) == ": ") take_place(line.substr(0, at - 2), message);
    take_place_at_end(message);
    refuse_way_into(message);
    return message;
  }
  return std::nullopt;
}

// "Wire top.\part [3] is used but has no driver.", bit by bit.
struct Undriven {
  std::string name;
  std::set<std::uint32_t> bits;  // empty: it is one bit

  // `part[5], part[3:2]`
  std::string words() const {
    std::string text;
    for (auto at = bits.rbegin(); at != bits.rend();) {
      const std::uint32_t high = *at;
      std::uint32_t low = high;
      while (++at != bits.rend() && *at + 1 == low) low = *at;
      text += (text.empty() ? "" : ", ") + part_name(name, high, low);
    }
    return text.empty() ? name : text;
  }
};

// Whether a message is one of these; it is added to what was said of its wire.
bool take_undriven(std::string_view text, std::vector<Undriven>& all) {
  constexpr std::string_view before = "Wire ", after = " is used but has no driver.";
  const std::size_t slash = text.find('\\');
  if (!text.starts_with(before) || !text.ends_with(after) || slash == std::string_view::npos) return false;
  std::string_view name = text.substr(slash + 1, text.size() - after.size() - slash - 1);
  std::optional<std::uint32_t> bit;
  if (const std::size_t bracket = name.rfind(" ["); bracket != std::string_view::npos) {
    std::uint32_t number = 0;
    const char* const last = name.data() + name.size();
    if (std::from_chars(name.data() + bracket + 2, last, number).ec == std::errc()) bit = number;
    name = name.substr(0, bracket);
  }
  auto known = std::find_if(all.begin(), all.end(), [&](const Undriven& u) { return u.name == name; });
  if (known == all.end()) known = all.insert(all.end(), {std::string(name), {}});
  if (bit) known->bits.insert(*bit);
  return true;
}

// A line of a text, without the blanks around it.
Span line_of(FileId file, std::uint32_t number, const Sources& sources) {
  const std::string_view text = sources.text(file), line = sources.line(file, number);
  const std::size_t first = std::min(line.find_first_not_of(" \t"), line.size());
  const std::size_t last = line.find_last_not_of(" \t\r");
  const auto begin = static_cast<std::uint32_t>(line.data() - text.data());
  return {file, begin + static_cast<std::uint32_t>(first),
          begin + static_cast<std::uint32_t>(last == std::string_view::npos ? first : last + 1)};
}

std::string help_for(const Message& message, std::string_view line) {
  if (!message.help.empty()) return message.help;
  if (message.text.find("syntax error") == std::string::npos) return "";
  for (const std::string_view word : {"property", "|->", "|=>", "##", "sequence"})
    if (line.find(word) != std::string_view::npos)
      return "yosys reads immediate assertions only: write `always @(posedge clk) assert (...);`, with $past for what "
             "was before";
  return "";
}

}  // namespace

bool has_line(std::string_view text, std::uint32_t number) {
  return number > 0 && static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n')) + 1 >= number;
}

std::map<std::string, Origin> wire_origins(std::string_view rtlil) {
  constexpr std::string_view source = "  attribute \\src \"", wire = "  wire ";
  std::map<std::string, Origin> origins;
  std::optional<Origin> origin;
  while (!rtlil.empty()) {
    const std::size_t end = std::min(rtlil.find('\n'), rtlil.size());
    const std::string_view line = rtlil.substr(0, end);
    rtlil.remove_prefix(std::min(end + 1, rtlil.size()));
    if (line.starts_with(source)) origin = read_origin(line.substr(source.size(), line.rfind('"') - source.size()));
    const std::size_t name = line.rfind(" \\");
    if (line.starts_with(wire) && name != std::string_view::npos && origin)
      origins.emplace(line.substr(name + 2), *origin);
    if (!line.starts_with("  attribute")) origin.reset();
  }
  return origins;
}

void tell_messages(std::string_view text, const FileOf& file_of, FileId first, const Sources& sources,
                   Diagnostics& diagnostics, const std::map<std::string, Origin>& wires) {
  std::set<std::string_view> told;
  std::vector<Undriven> undriven;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const auto message = read_message(line);
    if (!message || !told.insert(line).second || take_undriven(message->text, undriven)) continue;
    Diagnostic d;
    d.severity = message->is_error ? Severity::Error : Severity::Warning;
    d.code = message->is_error ? "verilog.error" : "verilog.warning";
    d.message = message->text;
    d.where = {first, 0, 0};
    if (const FileId file = file_of(message->file); file != 0 && has_line(sources.text(file), message->line)) {
      d.where = line_of(file, message->line, sources);
      d.help = help_for(*message, sources.text(d.where));
    } else if (!message->file.empty()) {
      d.message += " (" + std::string(message->file) + ":" + std::to_string(message->line) + ")";
    }
    diagnostics.add(std::move(d));
  }
  for (const Undriven& wire : undriven) {
    const auto declared = wires.find(wire.name);
    const FileId file = declared == wires.end() ? 0 : file_of(declared->second.file);
    const bool has_place = file != 0 && has_line(sources.text(file), declared->second.begin.line);
    const Span where = has_place ? line_of(file, declared->second.begin.line, sources) : Span{first, 0, 0};
    diagnostics.warning("verilog.warning", wire.words() + " is used but has no driver", where).help =
        "it may have any value in every step";
  }
}

}  // namespace whynot::front::verilog
