// yosys names a register where it declares it, and its other names by lines `uext … 0 NAME`; an asynchronous reset, or
// several clocks, put a choice between what holds the value and the name that people know.  Names go to the nodes that
// they mean.  Comments tell places; assertions stand in a second text, with the numbers of their nodes.
#include "front/verilog/netlist.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <set>
#include <unordered_map>

#include "front/verilog/eventual.h"
#include "front/verilog/parts.h"
#include "front/verilog/pasts.h"
#include "front/verilog/spoken.h"
#include "front/verilog/words.h"

namespace whynot::front::verilog {
namespace {

using nlohmann::ordered_json;

std::optional<std::uint32_t> number(std::string_view text) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

// "88.5"
std::optional<Place> read_place(std::string_view text) {
  const std::size_t dot = text.find('.');
  if (dot == std::string_view::npos) return std::nullopt;
  const auto line = number(text.substr(0, dot)), column = number(text.substr(dot + 1));
  if (!line || !column || *line == 0 || *column == 0) return std::nullopt;
  return Place{*line, *column};
}

template <class Visit>
void each_line(std::string_view text, Visit visit) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    visit(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

struct Line {
  std::uint64_t id = 0;
  std::vector<std::string> words;  // after the number, without symbol
  std::string symbol;
  std::string comment;
};

// Words that follow the operator and are no symbol.
std::size_t arguments_of(std::string_view op) {
  if (op == "input" || op == "state") return 1;
  if (op == "uext") return 3;
  if (op == "bad" || op == "constraint") return 1;
  return 100;  // yosys gives nothing else a name that we use
}

std::optional<Line> read_line(std::string_view text) {
  Line line;
  const std::size_t comment = text.find(" ; ");
  if (comment != std::string_view::npos) line.comment = text.substr(comment + 3);
  line.words = words_of(text.substr(0, comment));
  if (line.words.size() < 2) return std::nullopt;
  const auto id = number(line.words[0]);
  if (!id) return std::nullopt;
  line.id = *id;
  line.words.erase(line.words.begin());
  const std::size_t most = 1 + arguments_of(line.words[0]);
  if (line.words.size() > most) {
    line.symbol = line.words[most];
    line.words.resize(most);
  }
  return line;
}

class Reading {
 public:
  explicit Reading(const Known& known) : known_(known) {}

  std::optional<Netlist> run(std::string_view btor2, std::string_view info, std::string_view json) {
    bool good = true;
    each_line(btor2, [&](std::string_view text) {
      if (text.empty() || text[0] == ';') return;
      const auto line = read_line(text);
      good = good && line;
      if (line) lines_.push_back(*line);
    });
    if (!good || !read_statements(json)) return std::nullopt;
    for (std::size_t i = 0; i < lines_.size(); ++i) at_.emplace(lines_[i].id, i);
    read_assignments();
    plain_writes();
    read_pasts();
    name_nodes();
    name_parts();
    name_by_use();
    name_holders();
    name_pasts([&](std::uint64_t value) { return is_constant(value) ? "" : spoken(value); });
    name_other_pasts();
    each_line(info, [&](std::string_view text) {
      const std::vector<std::string> words = words_of(text);
      if (words.size() >= 2 && words[0] == "bad" && number(words[1])) bad_.push_back(*number(words[1]));
    });
    name_samples();
    name_edges();
    name_reads();
    write();
    return std::move(made_);
  }

 private:
  bool read_statements(std::string_view text) {
    try {
      const ordered_json design = ordered_json::parse(text);
      for (const auto& [unused, module] : design.at("modules").items())
        for (const auto& [name, cell] : module.at("cells").items()) {
          const std::string type = cell.at("type");
          if (type == "$assert") made_.asserts.push_back(statement(name, cell));
          if (type == "$assume") made_.assumes.push_back(statement(name, cell));
          if (type == "$cover") made_.covers.push_back(statement(name, cell));
        }
    } catch (const ordered_json::exception&) {
      return false;
    }
    return true;
  }

  // `a_full`, `u1.a_full`, `$assert$fifo.sv:88$12`, `$flatten\u1.\u2.$assert$fifo.sv:88$12`.
  static Statement statement(const std::string& whole, const ordered_json& cell) {
    const EventualPart part = eventual_part(whole);
    const std::string name(part.is_part ? part.cell : whole);
    Statement made;
    made.cell = whole;
    if (const auto src = cell.at("attributes").find("src"); src != cell.at("attributes").end() && src->is_string())
      made.origin = read_origin(src->get<std::string>());
    if (name.empty() || name[0] != '$') {
      made.label = name;
      const std::size_t dot = name.rfind('.');
      if (dot != std::string::npos) made.instance = name.substr(0, dot);
      return made;
    }
    constexpr std::string_view flatten = "$flatten\\";
    if (!name.starts_with(flatten)) return made;
    const std::size_t end = name.find(".$");
    if (end == std::string::npos) return made;
    made.instance = name.substr(flatten.size(), end - flatten.size());
    std::erase(made.instance, '\\');
    return made;
  }

  // yosys writes to a memory through a mask, `(data & mask) | (mem[at] & ~mask)` unless the mask is 0, with any address
  // and any data where nothing is written.  Where all bits of the mask are one condition, that is all that is asked.
  void plain_writes() {
    for (Line& line : lines_) {
      const auto choice = arguments(line.id, "ite");
      const auto some = choice ? arguments((*choice)[0], "redor") : std::nullopt;
      const auto write = choice ? arguments((*choice)[1], "write") : std::nullopt;
      if (!some || !write || (*write)[0] != (*choice)[2]) continue;
      const auto bit = only_bit((*some)[0]);
      const auto data = bit ? masked((*write)[2], (*some)[0]) : std::nullopt;
      if (!data) continue;
      Line& written = lines_[at_.at((*choice)[1])];
      written.words[3] = fmt::format("{}", where_true(*bit, (*write)[1]));
      written.words[4] = fmt::format("{}", where_true(*bit, *data));
      line.words[2] = fmt::format("{}", *bit);
    }
  }
  // The node that all bits of a word are.
  std::optional<std::uint64_t> only_bit(std::uint64_t word) const {
    std::optional<std::uint64_t> bit;
    std::vector<std::uint64_t> open{word};
    while (!open.empty()) {
      const std::uint64_t node = open.back();
      open.pop_back();
      if (const auto parts = arguments(node, "concat")) {
        open.insert(open.end(), parts->begin(), parts->end());
        continue;
      }
      const Line& line = lines_[at_.at(node)];
      const bool is_bit_node = line.words.size() > 1 && line.words[1] == bit_sort();
      if (!is_bit_node || (bit && *bit != node)) return std::nullopt;
      bit = node;
    }
    return bit;
  }
  std::string bit_sort() const {
    for (const Line& line : lines_)
      if (line.words[0] == "sort" && line.words.size() > 2 && line.words[1] == "bitvec" && line.words[2] == "1")
        return fmt::format("{}", line.id);
    return "";
  }
  // What stands before `& mask`.
  std::optional<std::uint64_t> masked(std::uint64_t node, std::uint64_t mask) const {
    const auto sides = arguments(node, "or");
    for (const std::size_t i : {0u, 1u}) {
      const auto taken = sides ? arguments((*sides)[i], "and") : std::nullopt;
      const auto kept = sides ? arguments((*sides)[1 - i], "and") : std::nullopt;
      if (!taken || !kept || (*taken)[1] != mask) continue;
      const auto rest = arguments((*kept)[1], "not");
      if (rest && (*rest)[0] == mask) return (*taken)[0];
    }
    return std::nullopt;
  }
  // A choice by the bit's condition, where the bit is 1.
  std::uint64_t where_true(std::uint64_t bit, std::uint64_t node) const {
    const auto own = arguments(bit, "ite");
    const bool is_condition = own && is_bit((*own)[1], "1") && is_bit((*own)[2], "0");
    const std::uint64_t condition = is_condition ? (*own)[0] : bit;
    const auto choice = arguments(node, "ite");
    return choice && (*choice)[0] == condition ? (*choice)[1] : node;
  }

  bool is_cell(const Line& line) const { return line.words[0] == "state" || line.words[0] == "input"; }
  bool is_named(const Line& line) const { return !line.symbol.empty() && !is_made_name(line.symbol); }

  // A call whose text is known is a name; one whose text is not keeps its line, in case nothing else names it.
  void read_pasts() {
    std::vector<std::string> symbols;
    for (const Line& line : lines_)
      if (read_past(line.symbol)) symbols.push_back(line.symbol);
    const LineText none = [](std::string_view, std::uint32_t) { return std::string_view(); };
    const auto names = past_names(symbols, known_.line_text ? known_.line_text : none);
    for (Line& line : lines_) {
      const auto past = read_past(line.symbol);
      if (!past) continue;
      const auto name = names.find(line.symbol);
      const std::uint64_t node = line.words[0] == "uext" ? number(line.words[2]).value_or(0) : line.id;
      if (name == names.end()) other_pasts_.emplace(node, fmt::format("$past:{}", past->line));
      line.symbol = name == names.end() ? "" : name->second.name;
      line.comment = fmt::format("{}:{}.1-{}.1", past->file, past->line, past->line);
      if (name == names.end()) continue;
      const auto& [file, begin, end] = name->second.origin;
      line.comment = fmt::format("{}:{}.{}-{}.{}", file, begin.line, begin.column, end.line, end.column);
    }
  }
  static bool is_call(std::string_view name) {
    return name.starts_with("$past(") || name.find(".$past(") != std::string_view::npos;
  }
  void name_other_pasts() {
    for (const auto& [node, name] : other_pasts_)
      if (const auto at = at_.find(node); at != at_.end() && is_nameless(lines_[at->second]))
        lines_[at->second].symbol = name;
  }

  // Names of the source before calls; one with fewer parts is nearer to the top; a register before what is assigned to
  // it; then the order of yosys decides.
  auto rank(const std::string& name) const {
    return std::tuple(is_call(name), depth(name), !known_.registers.contains(name));
  }
  void name_nodes() {
    std::map<std::uint64_t, std::size_t> best;  // by node: the line that names it
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      const Line& line = lines_[i];
      if (line.words[0] != "uext" || line.words.size() < 4 || line.words[3] != "0") continue;
      if (!is_named(line) && !is_call(line.symbol)) continue;
      const auto node = number(line.words[2]);
      if (!node || !at_.contains(*node)) continue;
      const auto [entry, is_new] = best.emplace(*node, i);
      if (!is_new && rank(line.symbol) < rank(lines_[entry->second].symbol)) entry->second = i;
    }
    for (const auto& [node, i] : best) {
      Line& target = lines_[at_.at(node)];
      if (!is_cell(target) || is_named(target) || is_call(target.symbol)) continue;
      target.symbol = std::exchange(lines_[i].symbol, "");
      target.comment = lines_[i].comment;
    }
    for (Line& line : lines_)
      if (!is_cell(line) && is_made_name(line.symbol) && !is_call(line.symbol)) line.symbol.clear();
    names_ = std::move(best);
  }

  // Of a register some bits of which are constant, or of a wire that nothing drives, what is left has no name.
  void name_parts() {
    const std::map<std::uint64_t, std::size_t> wholes = names_;
    for (const bool of_registers : {true, false})
      for (const auto& [node, naming] : wholes)
        if (known_.registers.contains(lines_[naming].symbol) == of_registers)
          name_parts_of(node, lines_[naming], of_registers);
  }
  void name_parts_of(std::uint64_t whole, const Line& naming, bool is_register) {
    std::uint32_t low = 0;
    std::vector<std::uint64_t> open{whole};
    while (!open.empty()) {
      const std::uint64_t node = open.back();
      open.pop_back();
      if (const auto parts = arguments(node, "concat")) {
        open.insert(open.end(), parts->begin(), parts->end());  // the lower one first
        continue;
      }
      const auto at = at_.find(node);
      if (at == at_.end() || node == whole) return;
      Line& part = lines_[at->second];
      const std::uint32_t width = width_of(part);
      const std::string name = part_name(naming.symbol, low + width - 1, low);
      low += width;
      const bool is_held = is_register && part.words[0] == "ite" && !names_.contains(node);
      if (!is_nameless(part) && !is_held) continue;
      part.symbol = name;
      part.comment = naming.comment;
      if (is_held) names_.emplace(node, at->second);
    }
  }
  std::uint32_t width_of(const Line& line) const {
    const auto sort = line.words.size() > 1 ? number(line.words[1]) : std::nullopt;
    const auto at = sort ? at_.find(*sort) : at_.end();
    const bool is_word = at != at_.end() && lines_[at->second].words.size() > 2;
    return is_word ? number(lines_[at->second].words[2]).value_or(1) : 1;
  }
  static std::ptrdiff_t depth(std::string_view name) { return std::count(name.begin(), name.end(), '.'); }

  void read_assignments() {
    for (const Line& line : lines_) {
      const bool is_init = line.words[0] == "init";
      if ((!is_init && line.words[0] != "next") || line.words.size() < 4) continue;
      const auto state = number(line.words[2]), value = number(line.words[3]);
      if (state && value && at_.contains(*state) && at_.contains(*value)) (is_init ? first_ : next_)[*state] = *value;
    }
  }

  // What yosys makes of $initstate and $past.
  void name_by_use() {
    for (const auto& [state, value] : next_) {
      Line& line = lines_[at_.at(state)];
      const auto begins = first_.find(state);
      if (is_nameless(line) && begins != first_.end() && is_bit(begins->second, "1") && is_bit(value, "0"))
        line.symbol = "$initstate";
    }
    name_pasts([&](std::uint64_t value) { return name_of(value); });
  }
  template <class Text>
  void name_pasts(Text text) {
    for (std::size_t round = 0; round < deepest_past; ++round)
      for (const auto& [state, value] : next_) {
        Line& line = lines_[at_.at(state)];
        if (!is_nameless(line) || value == state) continue;
        if (const std::string of = text(value); !of.empty()) line.symbol = fmt::format("$past({})", of);
      }
  }
  bool is_constant(std::uint64_t node) const { return lines_[at_.at(node)].words[0] == "const"; }
  static bool is_nameless(const Line& line) {
    return line.words[0] == "state" && (line.symbol.empty() || line.symbol.find("_witness_.") != std::string::npos);
  }
  bool is_bit(std::uint64_t node, std::string_view digit) const {
    const Line& line = lines_[at_.at(node)];
    return line.words.size() == 3 && line.words[0] == "const" && line.words[2] == digit;
  }
  std::string name_of(std::uint64_t node) const {
    const Line& line = lines_[at_.at(node)];
    if (is_cell(line)) return is_nameless(line) ? "" : line.symbol;
    const auto naming = names_.find(node);
    return naming == names_.end() ? "" : lines_[naming->second].symbol;
  }

  // As Verilog has it, without blanks; nothing where that would be long.
  std::string spoken(std::uint64_t node) const {
    const NodeText text = [&](std::string_view word) -> std::optional<NodeWords> {
      const auto id = number(word);
      if (!id || !at_.contains(*id)) return std::nullopt;
      return NodeWords{name_of(*id), &lines_[at_.at(*id)].words};
    };
    return spoken_node(fmt::format("{}", node), text);
  }

  // Where there are several clocks, an assertion is asked of what was true before the edge.
  void name_samples() {
    for (std::size_t i = 0; i < bad_.size(); ++i) {
      const bool is_cover = i < made_.covers.size();
      const auto& statements = is_cover ? made_.covers : made_.asserts;
      const std::size_t k = is_cover ? i : i - made_.covers.size();
      const auto both = k < statements.size() ? arguments(bad_[i], "and") : std::nullopt;
      if (!both) continue;
      const std::string name = title(statements[k]);
      name_sample((*both)[0], name + ".enabled");
      const auto asserted = arguments((*both)[1], "not");
      name_sample(asserted ? (*asserted)[0] : (*both)[1], name);
    }
  }
  static std::string title(const Statement& statement) {
    if (!statement.label.empty() || !statement.origin) return statement.label;
    const std::string& file = statement.origin->file;
    return fmt::format("{}:{}", file.substr(file.rfind('/') + 1), statement.origin->end.line);
  }
  void name_sample(std::uint64_t node, const std::string& name) {
    const auto choice = arguments(node, "ite");
    if (!choice || name.starts_with('.')) return;
    const auto call = [&](std::uint64_t id, const std::string& symbol) {
      Line& line = lines_[at_.at(id)];
      if (is_nameless(line) && next_.contains(id)) line.symbol = symbol;
    };
    call((*choice)[1], fmt::format("$past({})", name));
    call((*choice)[2], name + ".held");
  }
  // Of a node that is an `op`.
  std::optional<std::vector<std::uint64_t>> arguments(std::uint64_t node, std::string_view op) const {
    const auto found = at_.find(node);
    if (found == at_.end() || lines_[found->second].words[0] != op) return std::nullopt;
    std::vector<std::uint64_t> result;
    const std::vector<std::string>& words = lines_[found->second].words;
    for (std::size_t i = 2; i < words.size(); ++i) {
      const auto id = number(words[i]);
      if (!id || !at_.contains(*id)) return std::nullopt;
      result.push_back(*id);
    }
    return result.size() == arity(op) ? std::optional(result) : std::nullopt;
  }
  static std::size_t arity(std::string_view op) {
    if (op == "not" || op == "redor") return 1;
    return op == "ite" || op == "write" ? 3 : 2;
  }

  // A clock that was low and is high.
  void name_edges() {
    for (Line& line : lines_) {
      const auto sides = line.symbol.empty() ? arguments(line.id, "eq") : std::nullopt;
      const auto pair = sides ? arguments((*sides)[0], "concat") : std::nullopt;
      if (!pair || name_of((*pair)[1]).empty()) continue;
      const std::string now = name_of((*pair)[1]);
      if (name_of((*pair)[0]) != fmt::format("$past({})", now)) continue;
      if (is_bit((*sides)[1], "01")) line.symbol = fmt::format("$rose({})", now);
      if (is_bit((*sides)[1], "10")) line.symbol = fmt::format("$fell({})", now);
    }
  }

  // mem[addr]
  void name_reads() {
    std::set<std::string> taken;
    for (const Line& line : lines_) taken.insert(line.symbol);
    for (Line& line : lines_) {
      const auto parts = line.symbol.empty() ? arguments(line.id, "read") : std::nullopt;
      if (!parts || is_constant((*parts)[1])) continue;
      const std::string memory = name_of((*parts)[0]), index = spoken((*parts)[1]);
      const std::string name = fmt::format("{}[{}]", memory, index);
      if (!memory.empty() && !index.empty() && taken.insert(name).second) line.symbol = name;
    }
  }

  // A register behind a choice: what people know by its name is the choice, and its value is kept by a state.
  void name_holders() {
    for (const auto& [node, naming] : names_) {
      const Line& choice = lines_[at_.at(node)];
      const std::string& name = lines_[naming].symbol;
      if (choice.words[0] != "ite" || choice.words.size() < 5 || name.empty()) continue;
      for (const std::size_t branch : {3u, 4u}) {
        const auto held = number(choice.words[branch]);
        if (!held || !at_.contains(*held)) continue;
        Line& state = lines_[at_.at(*held)];
        if (state.words[0] != "state" || is_named(state)) continue;
        if (is_nameless(state)) state.symbol = name + ".held";
        if (state.symbol != name + ".held" && state.symbol != fmt::format("$past({})", name)) continue;  // another's
        state.comment = lines_[naming].comment;
        made_.seen.emplace_back(name, state.symbol);
      }
    }
  }

  void write() {
    std::uint64_t last = 0;
    for (Line& line : lines_) {
      last = std::max(last, line.id);
      if (line.words[0] == "bad") line.symbol.clear();
      made_.btor2 +=
          fmt::format("{} {}{}{}\n", line.id, fmt::join(line.words, " "), line.symbol.empty() ? "" : " ", line.symbol);
      if (const auto origin = read_origin(line.comment)) made_.origins.emplace(line.id, *origin);
    }
    for (const std::uint64_t node : bad_) made_.btor2 += fmt::format("{} bad {}\n", ++last, node);
  }

  static constexpr std::size_t deepest_past = 4;

  const Known& known_;
  std::vector<Line> lines_;
  std::unordered_map<std::uint64_t, std::size_t> at_;    // by number
  std::map<std::uint64_t, std::size_t> names_;           // by node: the line that names it best
  std::map<std::uint64_t, std::uint64_t> first_, next_;  // by state
  std::map<std::uint64_t, std::string> other_pasts_;     // by node: what it is called if nothing else names it
  std::vector<std::uint64_t> bad_;                       // nodes that covers and assertions ask about, in this order
  Netlist made_;
};

}  // namespace

bool is_made_name(std::string_view name) {
  return name.starts_with('$') || name.starts_with("_witness_.") || name.find("._witness_.") != std::string_view::npos;
}

std::optional<Origin> read_origin(std::string_view text) {
  const std::size_t bar = text.rfind('|');
  if (bar != std::string_view::npos) text.remove_prefix(bar + 1);
  const std::size_t colon = text.rfind(':'), dash = text.rfind('-');
  if (colon == std::string_view::npos || dash == std::string_view::npos || dash < colon) return std::nullopt;
  const auto begin = read_place(text.substr(colon + 1, dash - colon - 1)), end = read_place(text.substr(dash + 1));
  if (!begin || !end) return std::nullopt;
  return Origin{std::string(text.substr(0, colon)), *begin, *end};
}

std::optional<Netlist> read_netlist(std::string_view btor2, std::string_view info, std::string_view json,
                                    const Known& known) {
  return Reading(known).run(btor2, info, json);
}

}  // namespace whynot::front::verilog
