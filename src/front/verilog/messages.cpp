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
  std::string_view file;
  std::uint32_t line = 0;  // 0: none
  std::string text;
};

// The file and the line before `: ERROR: `.
void take_place(std::string_view before, Message& message) {
  const std::size_t colon = before.rfind(':');
  if (colon == std::string_view::npos) return;
  const std::string_view digits = before.substr(colon + 1);
  std::from_chars(digits.data(), digits.data() + digits.size(), message.line);
  message.file = before.substr(0, colon);
}

std::optional<Message> read_message(std::string_view line) {
  for (const auto& [word, is_error] : {std::pair<std::string_view, bool>{"ERROR: ", true}, {"Warning: ", false}}) {
    const std::size_t at = line.find(word);
    if (at == std::string_view::npos) continue;
    Message message;
    message.is_error = is_error;
    message.text = line.substr(at + word.size());
    if (at >= 2 && line.substr(at - 2, 2) == ": ") take_place(line.substr(0, at - 2), message);
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

bool has_line(std::string_view text, std::uint32_t number) {
  return number > 0 && static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n')) + 1 >= number;
}

std::string help_for(const Message& message, std::string_view line) {
  if (message.text.find("syntax error") == std::string::npos) return "";
  for (const std::string_view word : {"property", "|->", "|=>", "##", "sequence"})
    if (line.find(word) != std::string_view::npos)
      return "yosys reads immediate assertions only: write `always @(posedge clk) assert (...);`, with $past for what "
             "was before";
  return "";
}

}  // namespace

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
