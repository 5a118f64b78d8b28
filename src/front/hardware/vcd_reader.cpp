// Value change dumps (IEEE 1364) of hardware: names are paths of scopes below the outermost, values change at times.
// Where the file counts steps (`step` as we write it, `smt_step` of SymbiYosys), a step has the values of the moment in
// which the count changes; else each time is a step.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "front/hardware/witness.h"

namespace whynot::front::hardware {
namespace {

struct VcdFailed {};  // told already

constexpr std::size_t most_given = 10'000'000, most_scopes = 1'000, most_digits = 65'536;

class VcdReader {
 public:
  VcdReader(const TransitionSystem& system, FileId file, const Sources& sources, Diagnostics& diagnostics)
      : system_(system), file_(file), text_(sources.text(file)), diagnostics_(diagnostics) {
    for (std::size_t i = 0; i < system.variables.size(); ++i)
      column_of_.emplace(system.pool->name_of(system.variables[i].variable), i);
  }

  Witness run() {
    read_header();
    if (columns_.empty())
      fail("vcd.no-column", "no name in the file is a column of the model",
           "scopes below the outermost are instances: u1.count");
    while (!at_end()) read_change(word("a change"));
    end_moment();
    if (witness_.steps == 0) fail("vcd.malformed", "the file has no values");
    keep_first_values();
    return std::move(witness_);
  }

 private:
  [[noreturn]] void fail(std::string code, std::string message, std::string help = "") {
    const auto at = static_cast<std::uint32_t>(std::min(begin_, text_.size()));
    diagnostics_.error(std::move(code), std::move(message), {file_, at, at}).help = std::move(help);
    throw VcdFailed{};
  }

  // Words -----------------------------------------------------------------------------------------------------

  bool at_end() {
    at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
    return at_ == text_.size();
  }
  std::string_view word(std::string_view what) {
    if (at_end()) fail("vcd.malformed", fmt::format("the file ends where {} should stand", what));
    begin_ = at_;
    at_ = std::min(text_.find_first_of(" \t\r\n", at_), text_.size());
    return text_.substr(begin_, at_ - begin_);
  }
  std::vector<std::string_view> words_to_end() {
    std::vector<std::string_view> words;
    for (std::string_view w = word("$end"); w != "$end"; w = word("$end")) words.push_back(w);
    return words;
  }

  // Declarations ----------------------------------------------------------------------------------------------

  void read_header() {
    while (true) {
      const std::string_view keyword = word("$enddefinitions");
      if (!keyword.starts_with('$')) fail("vcd.malformed", fmt::format("`{}` should be a word with $", keyword));
      const std::vector<std::string_view> words = words_to_end();
      if (keyword == "$enddefinitions") return;
      if (keyword == "$scope") scopes_.emplace_back(words.size() > 1 ? bare(words[1]) : "");
      if (scopes_.size() > most_scopes)
        fail("vcd.malformed", fmt::format("more than {} scopes in scopes", most_scopes));
      if (keyword == "$upscope" && !scopes_.empty()) scopes_.pop_back();
      if (keyword == "$var") declare(words);
    }
  }
  // An escaped name without its mark.
  static std::string bare(std::string_view name) { return std::string(name.substr(name.starts_with('\\'))); }

  void declare(const std::vector<std::string_view>& words) {
    if (words.size() < 4) fail("vcd.malformed", "a $var has a type, a width, a code and a name");
    std::string name;
    for (std::size_t i = 1; i < scopes_.size(); ++i) name += scopes_[i] + ".";
    name += bare(words[3]);
    const bool counts = scopes_.size() <= 1 && (name == "step" || name == "smt_step");
    if (counts && !column_of_.contains(name)) counter_ = words[2];
    if (scopes_.size() <= 1 && name == "loop" && !column_of_.contains(name)) loop_ = words[2];
    std::string element = name;  // a place of a memory, as SymbiYosys writes it
    std::replace(element.begin(), element.end(), '<', '[');
    std::replace(element.begin(), element.end(), '>', ']');
    for (const std::string& known : {name, element})
      if (const auto found = column_of_.find(known); found != column_of_.end()) {
        columns_[std::string(words[2])].push_back(found->second);
        break;
      }
  }

  // Values ----------------------------------------------------------------------------------------------------

  void read_change(std::string_view w) {
    if (w[0] == '#') return end_moment();
    if (w == "$comment") return void(words_to_end());
    if (w[0] == '$') return;  // $dumpvars, $end: what they hold are changes
    std::string_view digits = w.substr(0, 1), code = w.substr(1);
    if (w[0] == 'b' || w[0] == 'B' || w[0] == 'r' || w[0] == 'R' || w[0] == 's') {
      digits = w.substr(1);
      code = word("a code");
    } else if (std::string_view("01xXzZ").find(w[0]) == std::string_view::npos || code.empty()) {
      fail("vcd.malformed", fmt::format("`{}` is not a change of a value", w));
    }
    if (!counter_.empty() && code == counter_) counted_ = true;
    if (!loop_.empty() && code == loop_) in_loop_ = digits == "1";
    changed_ = true;
    const auto found = columns_.find(std::string(code));
    if (found == columns_.end()) return;
    for (const std::size_t column : found->second) now_[column] = value_of(digits, column);
  }

  // Nothing where a bit is not known, or the column is neither a bit nor a word.
  std::optional<Value> value_of(std::string_view digits, std::size_t column) {
    const Type type = system_.variables[column].variable.type();
    const bool is_number = digits.size() <= most_digits && digits.find('_') == std::string_view::npos;
    const auto bits = is_number ? parse_digits(digits, 2) : std::nullopt;
    if (!bits) return std::nullopt;
    if (type.is_boolean()) return Value::boolean(*bits != 0);
    if (!type.is_word()) return std::nullopt;
    if (*bits >= power_of_two(type.width()))
      fail("vcd.malformed", fmt::format("a value of more than {} bits", type.width()));
    return Value::word(type.width(), type.is_signed(), *bits);
  }

  // Before the next time, and at the end of the file.
  void end_moment() {
    const bool is_step = counter_.empty() ? changed_ : counted_;
    changed_ = counted_ = false;
    if (!is_step) return;
    if (witness_.given.size() + now_.size() > most_given)
      fail("vcd.too-large", fmt::format("the file has more than {} values", most_given));
    for (const auto& [column, value] : now_)
      if (value) witness_.given.push_back({witness_.steps, column, *value});
    if (in_loop_ && !witness_.loop) witness_.loop = witness_.steps;
    ++witness_.steps;
  }

  // What a register with an asynchronous reset keeps is not in files of others: at the start, what is seen of it.
  void keep_first_values() {
    std::vector<bool> is_given(system_.variables.size(), false);
    for (const Witness::Given& g : witness_.given) is_given[g.column] = true;
    std::vector<Witness::Given> more;
    for (const Witness::Given& g : witness_.given) {
      if (g.step > 0) break;
      const auto held = column_of_.find(system_.pool->name_of(system_.variables[g.column].variable) + ".held");
      if (held != column_of_.end() && !is_given[held->second]) more.push_back({0, held->second, g.value});
    }
    witness_.given.insert(witness_.given.end(), more.begin(), more.end());
  }

  const TransitionSystem& system_;
  FileId file_;
  std::string_view text_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0, begin_ = 0;
  std::vector<std::string> scopes_;
  std::map<std::string, std::size_t> column_of_;
  std::map<std::string, std::vector<std::size_t>> columns_;  // by code
  std::string counter_, loop_;  // codes of the wires in which we say how many steps there were, and whether they repeat
  bool changed_ = false, counted_ = false, in_loop_ = false;
  std::map<std::size_t, std::optional<Value>> now_;  // by column
  Witness witness_;
};

}  // namespace

bool looks_like_vcd(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  return text.substr(begin).starts_with('$') && text.find("$enddefinitions") != std::string_view::npos;
}

std::optional<Witness> read_vcd(const TransitionSystem& system, FileId file, const Sources& sources,
                                Diagnostics& diagnostics) {
  try {
    return VcdReader(system, file, sources, diagnostics).run();
  } catch (const VcdFailed&) {
    return std::nullopt;
  }
}

}  // namespace whynot::front::hardware
