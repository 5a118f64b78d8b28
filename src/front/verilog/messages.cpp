// A line of its output is a message if it has ERROR: or Warning: in it, after the place if there is one.
#include "front/verilog/messages.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>

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

void tell_messages(std::string_view text, const FileOf& file_of, FileId first, const Sources& sources,
                   Diagnostics& diagnostics) {
  std::set<std::string_view> told;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const auto message = read_message(line);
    if (!message || !told.insert(line).second) continue;
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
}

}  // namespace whynot::front::verilog
