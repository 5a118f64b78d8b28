// The circuit is read as BTOR2; then what yosys added for its own sake goes (values for don't-cares, the first contents
// of memories, the clock), and what people know comes back: names, places, what an assertion says.
#include "front/verilog/design.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_set>

#include "front/hardware/btor2.h"
#include "front/verilog/eventual.h"
#include "front/verilog/parts.h"
#include "front/verilog/simplify.h"

namespace whynot::front::verilog {
namespace {

constexpr std::size_t longest_text = 400;

bool is_name_char(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$'; }

// The last of the words that begin a statement: yosys lets an assertion begin where the statement before it ends.
std::size_t statement_begin(std::string_view text) {
  std::size_t begin = std::string_view::npos;
  for (const std::string_view word : {"assert", "assume", "cover", "restrict"})
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
      const bool alone = (at == 0 || !is_name_char(text[at - 1])) &&
                         (at + word.size() == text.size() || !is_name_char(text[at + word.size()]));
      if (alone && (begin == std::string_view::npos || at > begin)) begin = at;
    }
  return begin == std::string_view::npos ? 0 : begin;
}

std::string folded(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (blank && (out.empty() || out.back() == ' ')) continue;
    out += blank ? ' ' : c;
  }
  while (!out.empty() && (out.back() == ' ' || out.back() == ';')) out.pop_back();
  if (out.size() > longest_text) out = out.substr(0, longest_text) + "...";
  return out;
}

class Translation {
 public:
  Translation(const Netlist& netlist, const FileOf& file_of, const Sources& sources, ExprPool& pool)
      : netlist_(netlist), file_of_(file_of), sources_(sources), pool_(pool), simple_(pool) {}

  hardware::Design run(hardware::Design read, const std::string& clock) {
    design_.system.pool = &pool_;
    TransitionSystem& system = read.system;
    find_made(system);
    show_registers(system);
    for (Assignment& a : system.init_assignments) take(design_.system.init_assignments, a);
    for (Assignment& a : system.next_assignments) take(design_.system.next_assignments, a);
    for (const Constraint& c : system.init) design_.system.init.push_back({simple_(c.condition), place_of(c.where)});
    for (std::size_t i = 0; i < system.invar.size(); ++i) assume(system.invar[i], i);
    ask(read.properties);
    forget_first_contents();
    declare(system, clock);
    define(read);
    return std::move(design_);
  }

 private:
  // Places ----------------------------------------------------------------------------------------------------

  Span span_of(const Origin& origin) const {
    const FileId file = file_of_(origin.file);
    if (file == 0) return {};
    const auto at = [&](Place place) -> std::optional<std::uint32_t> {
      const std::string_view text = sources_.text(file);
      const auto lines = static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n')) + 1;
      if (place.line > lines) return std::nullopt;
      const std::string_view line = sources_.line(file, place.line);
      return static_cast<std::uint32_t>(line.data() - text.data() +
                                        std::min<std::size_t>(place.column - 1, line.size()));
    };
    const auto begin = at(origin.begin), end = at(origin.end);
    return begin && end && *begin <= *end ? Span{file, *begin, *end} : Span{};
  }

  // Of a line of the netlist.
  Span place_of(const Span& line) const {
    const std::string_view text = sources_.text(line);
    const auto found = netlist_.origins.find(std::strtoull(std::string(text.substr(0, 20)).c_str(), nullptr, 10));
    return found == netlist_.origins.end() ? Span{} : span_of(found->second);
  }

  Span place_of(const Statement& statement) const {
    Span where = statement.origin ? span_of(*statement.origin) : Span{};
    if (where.file != 0) where.begin += static_cast<std::uint32_t>(statement_begin(sources_.text(where)));
    return where;
  }

  // The system ------------------------------------------------------------------------------------------------

  // A register behind a choice becomes a column that always has the value of the choice.
  void show_registers(TransitionSystem& system) {
    std::vector<std::pair<Expr, Define*>> shown;
    for (Define& d : system.defines) {
      const auto seen =
          std::find_if(netlist_.seen.begin(), netlist_.seen.end(), [&](const auto& s) { return s.first == d.name; });
      if (seen == netlist_.seen.end() || simple_value(d.value)) continue;
      const Expr variable = pool_.variable(d.name, d.value.type());
      before_.emplace(seen->second, VariableDecl{variable, VariableKind::State, place_of(d.where)});
      shown.emplace_back(variable, &d);
    }
    for (const auto& [variable, d] : shown) simple_.call(d->value, variable);
    for (const auto& [variable, d] : shown)
      design_.system.invar_assignments.push_back({variable, simple_.below(d->value), place_of(d->where)});
  }
  static bool simple_value(Expr e) { return e.arity() == 0; }

  void take(std::vector<Assignment>& to, const Assignment& from) {
    to.push_back({from.variable, where_written(simple_(from.value)), {}});
  }

  // What a memory is given where nothing is written yosys leaves open.  Where something is, it does not matter.
  Expr where_written(Expr value) {
    if (!value.is(Op::Ite) || !reads_made(value)) return value;
    Given& given = given_.try_emplace(value.arg(0), pool_, value.arg(0)).first->second;
    return pool_.ite(value.arg(0), given(value.arg(1)), where_written(value.arg(2)));
  }

  bool reads_made(Expr root) {
    for_each_postorder(std::span<const Expr>(&root, 1), looked_at_, [&](Expr e) {
      bool reads = made_.contains(e);
      for (std::size_t i = 0; i < e.arity(); ++i) reads = reads || reading_.contains(e.arg(i));
      if (reads) reading_.insert(e);
    });
    return reading_.contains(root);
  }

  // An assumption is `a or not enabled`: where it is enabled, choices between a and anything are made.
  void assume(const Constraint& constraint, std::size_t number) {
    const Span where = number < netlist_.assumes.size() ? place_of(netlist_.assumes[number]) : Span{};
    Expr condition = simple_(constraint.condition);
    if (condition.is(Op::Or) && condition.arity() == 2 && condition.arg(1).is(Op::Not))
      condition = pool_.implies(condition.arg(1).arg(0), assuming(pool_, condition.arg(1).arg(0), condition.arg(0)));
    else if (condition.is(Op::Or) && condition.arity() == 2)
      condition = pool_.or_(assuming(pool_, pool_.not_(condition.arg(1)), condition.arg(0)), condition.arg(1));
    design_.system.invar.push_back({condition, where});
  }

  // Those that have no name in the sources.
  void find_made(const TransitionSystem& system) {
    for (const VariableDecl& v : system.variables) {
      const std::string& name = pool_.name_of(v.variable);
      const std::string_view line = sources_.text(v.where);
      const std::string id(line.substr(0, line.find(' ')));
      const std::string_view bare = std::string_view(name).substr(0, name.find('['));
      if (is_made_name(name) || bare == "state" + id || bare == "input" + id) made_.insert(v.variable);
    }
  }

  // Memory that nobody fills begins with the values of a state that nothing else reads: with any.
  void forget_first_contents() {
    std::unordered_map<Expr, std::size_t, ExprHash> uses;
    const auto use = [&](Expr e) {
      for (const Expr variable : support(e)) ++uses[variable];
    };
    TransitionSystem& s = design_.system;
    for (const auto* all : {&s.init_assignments, &s.next_assignments, &s.invar_assignments})
      for (const Assignment& a : *all) {
        use(a.value);
        ++uses[a.variable];
      }
    for (const auto* all : {&s.init, &s.invar})
      for (const Constraint& c : *all) use(c.condition);
    for (const Property& p : design_.properties) use(p.formula);
    std::erase_if(s.init_assignments, [&](const Assignment& a) {
      return a.value.is(Op::Variable) && made_.contains(a.value) && uses[a.value] == 1;
    });
  }

  // What properties, assumptions and named columns rest on.
  std::unordered_set<Expr, ExprHash> needed(const TransitionSystem& system, const std::string& clock) const {
    std::unordered_map<Expr, std::vector<Expr>, ExprHash> values;
    const TransitionSystem& s = design_.system;
    for (const auto* all : {&s.init_assignments, &s.next_assignments, &s.invar_assignments})
      for (const Assignment& a : *all) values[a.variable].push_back(a.value);
    std::vector<Expr> open;
    const auto reach = [&](Expr e) {
      for (const Expr variable : support(e)) open.push_back(variable);
    };
    for (const Property& p : design_.properties) reach(p.formula);
    for (const auto* all : {&s.init, &s.invar})
      for (const Constraint& c : *all) reach(c.condition);
    for (const Assignment& a : s.invar_assignments) reach(a.value);
    for (const VariableDecl& v : system.variables)
      if (!made_.contains(v.variable) && pool_.name_of(v.variable) != clock) open.push_back(v.variable);
    std::unordered_set<Expr, ExprHash> found;
    while (!open.empty()) {
      const Expr variable = open.back();
      open.pop_back();
      if (found.insert(variable).second)
        for (const Expr value : values[variable]) reach(value);
    }
    return found;
  }

  void declare(const TransitionSystem& system, const std::string& clock) {
    const auto stay = needed(system, clock);
    std::unordered_map<Expr, Span, ExprHash> where;
    for (const VariableDecl& v : system.variables) {
      const auto shown = before_.find(pool_.name_of(v.variable));
      if (shown != before_.end()) design_.system.variables.push_back(shown->second);
      where[v.variable] = place_of(v.where);
      if (stay.contains(v.variable))
        design_.system.variables.push_back({v.variable, v.kind, where[v.variable]});
      else
        gone_.insert(v.variable);
    }
    for (auto* all : {&design_.system.init_assignments, &design_.system.next_assignments}) {
      std::erase_if(*all, [&](const Assignment& a) { return gone_.contains(a.variable); });
      for (Assignment& a : *all) a.where = where[a.variable];
    }
  }

  void define(const hardware::Design& read) {
    for (const Define& d : read.system.defines) {
      const bool is_property = std::any_of(read.properties.begin(), read.properties.end(),
                                           [&](const Property& p) { return p.where == d.where; });
      const bool is_edge = d.name.starts_with("$rose(") || d.name.starts_with("$fell(");
      if (is_property || (is_made_name(d.name) && !is_edge)) continue;
      const Expr value = simple_(d.value);
      const std::vector<Expr> speaks_of = support(value);
      const bool dangles = std::any_of(speaks_of.begin(), speaks_of.end(), [&](Expr v) { return gone_.contains(v); });
      const bool is_column = value.is(Op::Variable) && pool_.name_of(value) == d.name;
      if (!dangles && !is_column) design_.system.defines.push_back({d.name, value, place_of(d.where)});
    }
  }

  // Properties ------------------------------------------------------------------------------------------------

  void ask(const std::vector<Property>& bad) {
    const std::size_t covers = netlist_.covers.size();
    for (std::size_t i = 0; i < bad.size(); ++i) {
      if (bad[i].kind != PropertyKind::Invariant) continue;
      const Statement none;
      const bool is_cover = i < covers;
      const auto& statements = is_cover ? netlist_.covers : netlist_.asserts;
      const std::size_t number = is_cover ? i : i - covers;
      const Statement& statement = number < statements.size() ? statements[number] : none;
      if (eventual_part(statement.cell).is_part)
        note_eventual(bad[i].formula.arg(0), statement);
      else
        add(bad[i].formula.arg(0), statement, is_cover);
    }
    ask_eventual();
    name_properties();
  }

  void add(Expr bad, const Statement& statement, bool is_cover) {
    bad = simple_(bad);
    if (bad.is(Op::And) && bad.arity() == 2) bad = pool_.and_(bad.arg(0), assuming(pool_, bad.arg(0), bad.arg(1)));
    Property p;
    p.kind = is_cover ? PropertyKind::Cover : PropertyKind::Invariant;
    p.where = place_of(statement);
    p.instance = statement.instance;
    p.name = statement.label;
    if (is_cover)
      p.formula = pool_.temporal(Op::EF, {bad});
    else
      p.formula = bad.is(Op::And) && bad.arity() == 2 && bad.arg(1).is(Op::Not)
                      ? pool_.implies(bad.arg(0), bad.arg(1).arg(0))
                      : simple_(pool_.not_(bad));
    p.text = p.where.file != 0 ? folded(sources_.text(p.where)) : "";
    if (p.text.empty()) p.text = is_cover ? "cover" : "assert";
    design_.properties.push_back(std::move(p));
  }

  // Whenever it is asked for, it comes.
  struct Eventual {
    Statement statement;
    Expr comes, asked;
    bool is_assumed = false;
  };

  void note_eventual(Expr bit, const Statement& statement) {
    const EventualPart part = eventual_part(statement.cell);
    Eventual& one = eventual_[std::string(part.cell)];
    one.is_assumed = part.is_assumed;
    bit = simple_(bit);
    if (part.is_enable) {
      one.asked = bit;
      return;
    }
    one.statement = statement;
    one.comes = bit;
    for (Assignment& a : design_.system.next_assignments)  // what it was is kept by a register
      if (a.variable == bit) a.value = wherever_asked(a.value);
    if (!bit.is(Op::Variable)) one.comes = wherever_asked(bit);
  }
  // yosys lets it be anything where it is not asked for; what should come may come there.
  Expr wherever_asked(Expr e) {
    if (!e.is(Op::Ite)) return e;
    const auto is_any = [&](Expr branch) { return branch.is(Op::Variable) && made_.contains(branch); };
    if (is_any(e.arg(1))) return wherever_asked(e.arg(2));
    if (is_any(e.arg(2))) return wherever_asked(e.arg(1));
    return pool_.ite(e.arg(0), wherever_asked(e.arg(1)), wherever_asked(e.arg(2)));
  }

  Expr says(const Eventual& one) const {
    const Expr comes = pool_.temporal(Op::F, {one.comes});
    const bool always = one.asked.is(Op::Constant) && pool_.value_of(one.asked).as_boolean();
    return pool_.temporal(Op::G, {always ? comes : pool_.implies(one.asked, comes)});
  }

  void ask_eventual() {
    std::vector<Expr> given;
    for (const auto& [unused, one] : eventual_)
      if (one.is_assumed && one.comes && one.asked) given.push_back(says(one));
    for (const auto& [unused, one] : eventual_) {
      if (one.is_assumed || !one.comes || !one.asked) continue;
      Property p;
      p.kind = PropertyKind::Ltl;
      p.name = one.statement.label;
      p.instance = one.statement.instance;
      p.where = place_of(one.statement);
      p.text = p.where.file != 0 ? folded(sources_.text(p.where)) : "assert property";
      p.formula = given.empty() ? says(one) : pool_.implies(pool_.all(given), says(one));
      design_.properties.push_back(std::move(p));
    }
  }

  // In the order of the sources.  Those without a label are called by their line, with their instance if it is that of
  // several.
  void name_properties() {
    std::vector<Property>& all = design_.properties;
    std::stable_sort(all.begin(), all.end(), [](const Property& a, const Property& b) {
      return std::tuple(a.where.file, a.where.begin, a.instance) < std::tuple(b.where.file, b.where.begin, b.instance);
    });
    const auto line_name = [&](const Property& p) {
      if (p.where.file == 0) return std::string("assertion");
      const std::string_view file = sources_.name(p.where.file);
      return fmt::format("{}:{}", file.substr(file.rfind('/') + 1), sources_.place(p.where).line);
    };
    std::unordered_map<std::string, std::string> instance_of;
    std::unordered_set<std::string> in_several;
    for (const Property& p : all) {
      if (!p.name.empty()) continue;
      const auto [entry, is_new] = instance_of.emplace(line_name(p), p.instance);
      if (!is_new && entry->second != p.instance) in_several.insert(entry->first);
    }
    hardware::Names names;
    for (Property& p : all) {
      std::string name = p.name;
      if (name.empty()) name = line_name(p);
      if (p.name.empty() && in_several.contains(name) && !p.instance.empty())
        name = fmt::format("{}.{}", p.instance, name);
      p.name = names.take(name);
    }
  }

  const Netlist& netlist_;
  const FileOf& file_of_;
  const Sources& sources_;
  ExprPool& pool_;
  Simplifier simple_;
  hardware::Design design_;
  std::unordered_map<std::string, VariableDecl> before_;  // by the name of the state that comes next
  std::unordered_set<Expr, ExprHash> made_, gone_;
  std::unordered_map<Expr, Given, ExprHash> given_;  // by the condition
  std::unordered_set<Expr, ExprHash> reading_;       // one of those that yosys made
  std::vector<bool> looked_at_;
  std::map<std::string, Eventual> eventual_;  // by the cell
};

}  // namespace

std::optional<hardware::Design> read_design(const Netlist& netlist, FileId text, const std::string& clock,
                                            const FileOf& file_of, const Sources& sources, ExprPool& pool,
                                            Diagnostics& diagnostics) {
  auto read = hardware::read_btor2(text, sources, pool, diagnostics);
  if (!read) return std::nullopt;
  join_parts(read->design);
  return Translation(netlist, file_of, sources, pool).run(std::move(read->design), clock);
}

}  // namespace whynot::front::verilog
