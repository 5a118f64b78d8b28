// Calls and registers of a line are matched by their order, where there are as many of the one as of the other.
#include "front/verilog/pasts.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "front/verilog/words.h"

namespace whynot::front::verilog {
namespace {

constexpr std::string_view made = "$past$", flattened = "$flatten\\";
constexpr std::size_t longest_argument = 60;

// The word of RTLIL, or one that stays: `\u1.$past$…` of `$flatten\u1.$past$…`.
std::string published(std::string_view word) {
  if (word.starts_with(made)) return fmt::format("\\{}", word);
  const bool is_inside = word.starts_with(flattened) && word.find(fmt::format(".{}", made)) != std::string_view::npos;
  if (!is_inside) return std::string(word);
  std::string name(word.substr(flattened.size()));
  std::erase(name, '\\');
  return "\\" + name;
}

template <class Number>
bool take_number(std::string_view& text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}
bool take_char(std::string_view& text, char c) {
  if (text.empty() || text[0] != c) return false;
  text.remove_prefix(1);
  return true;
}

// A call, between its parentheses.
struct Call {
  std::string argument;  // the first
  std::size_t begin = 0, end = 0;
};

// As BTOR2 has names.
std::string without_blanks(std::string_view text) { return fmt::format("{}", fmt::join(words_of(text), "")); }

// The call that begins at `begin`, of a name that ends at `at`; nothing where it does not end in its line.
std::optional<Call> read_call(std::string_view line, std::size_t begin, std::size_t at) {
  at = line.find_first_not_of(' ', at);
  if (at == std::string_view::npos || line[at] != '(') return std::nullopt;
  const std::size_t open = at + 1;
  std::size_t comma = line.size();
  int depth = 1;
  while (depth > 0 && ++at < line.size()) {
    const char c = line[at];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (c == ',' && depth == 1) comma = std::min(comma, at);
  }
  if (depth > 0) return std::nullopt;
  return Call{without_blanks(line.substr(open, std::min(comma, at) - open)), begin, at + 1};
}

// Empty where one is in another, or where it takes more than reading to know what stands there.
std::vector<Call> calls_of(std::string_view line) {
  line = line.substr(0, line.find("//"));
  if (line.find('`') != std::string_view::npos || line.find("/*") != std::string_view::npos) return {};
  std::vector<Call> calls;
  for (std::size_t at = line.find('$'); at != std::string_view::npos; at = line.find('$', at + 1))
    for (const std::string_view word : {"$past", "$rose", "$fell", "$stable", "$changed"}) {
      if (!line.substr(at).starts_with(word)) continue;
      const auto call = read_call(line, at, at + word.size());
      if (!call || (!calls.empty() && at < calls.back().end)) return {};
      calls.push_back(*call);
    }
  return calls;
}

}  // namespace

std::string publish_pasts(std::string_view rtlil) {
  std::string out;
  while (!rtlil.empty()) {
    const std::size_t blank = std::min(rtlil.find_first_of(" \n"), rtlil.size());
    out += published(rtlil.substr(0, blank));
    if (blank < rtlil.size()) out += rtlil[blank];
    rtlil.remove_prefix(std::min(blank + 1, rtlil.size()));
  }
  return out;
}

std::set<std::string> register_names(std::string_view rtlil) {
  constexpr std::string_view output = "    connect \\Q \\";
  std::set<std::string> names;
  for (std::size_t at = rtlil.find(output); at != std::string_view::npos; at = rtlil.find(output, at + 1)) {
    const std::string_view rest = rtlil.substr(at + output.size());
    names.emplace(rest.substr(0, rest.find_first_of(" \n")));
  }
  return names;
}

// The file's name has no `$`, as a name that yosys is given.  BTOR2 has a `\` before what begins with one.
std::optional<Past> read_past(std::string_view symbol) {
  if (symbol.starts_with('\\')) symbol.remove_prefix(1);
  const std::size_t at = symbol.find(made);
  if (at == std::string_view::npos || (at > 0 && symbol[at - 1] != '.')) return std::nullopt;
  Past past;
  past.instance = symbol.substr(0, at == 0 ? 0 : at - 1);
  std::string_view rest = symbol.substr(at + made.size());
  const std::size_t dollar = rest.find('$');
  if (dollar == std::string_view::npos) return std::nullopt;
  const std::size_t colon = rest.substr(0, dollar).rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  past.file = rest.substr(0, colon);
  rest.remove_prefix(colon + 1);
  const bool good = take_number(rest, past.line) && take_char(rest, '$') && take_number(rest, past.number) &&
                    take_char(rest, '$') && take_number(rest, past.between) && rest.empty();
  return good && past.line > 0 ? std::optional(past) : std::nullopt;
}

std::map<std::string, PastName> past_names(const std::vector<std::string>& symbols, const LineText& line_text) {
  using Line = std::tuple<std::string, std::string, std::uint32_t>;
  std::map<Line, std::set<std::uint64_t>> numbers;
  for (const std::string& symbol : symbols)
    if (const auto past = read_past(symbol)) numbers[{past->file, past->instance, past->line}].insert(past->number);
  std::map<std::string, PastName> names;
  for (const std::string& symbol : symbols) {
    const auto past = read_past(symbol);
    if (!past) continue;
    const std::set<std::uint64_t>& of_line = numbers[{past->file, past->instance, past->line}];
    const std::vector<Call> calls = calls_of(line_text(past->file, past->line));
    if (calls.size() != of_line.size()) continue;
    const Call& call = calls[static_cast<std::size_t>(std::distance(of_line.begin(), of_line.find(past->number)))];
    if (call.argument.empty() || call.argument.size() > longest_argument) continue;
    const std::string path = past->instance.empty() ? "" : past->instance + ".";
    const std::string steps = past->between == 0 ? "" : fmt::format(",{}", past->between + 1);
    const Place begin{past->line, static_cast<std::uint32_t>(call.begin) + 1};
    const Place end{past->line, static_cast<std::uint32_t>(call.end) + 1};
    names[symbol] = {fmt::format("{}$past({}{})", path, call.argument, steps), {past->file, begin, end}};
  }
  return names;
}

}  // namespace whynot::front::verilog
