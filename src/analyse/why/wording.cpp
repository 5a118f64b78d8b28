// Gathers cells into clauses and clauses into a sentence, in values and in the names and the order of the source.
#include "analyse/why/wording.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "analyse/why/reason.h"
#include "expr/evaluate.h"
#include "model/system/slots.h"

namespace whynot::analyse::why {
namespace {

using When = Clause::When;
constexpr std::size_t clauses_shown = 6, steps_listed = 6, values_shown = 6, operands_shown = 4, operand_shown = 80;
constexpr std::size_t longest_with_values = 250;  // what loops add makes that three lines of 100

// Clauses ------------------------------------------------------------------------------------------------

bool contains(Expr part, Expr atom) {
  bool found = false;
  for_each_postorder(part, [&](Expr e) { found = found || e == atom; });
  return found;
}

bool stands_in_the_past(const Reading& reading, Expr atom) {
  return std::any_of(reading.parts().begin(), reading.parts().end(),
                     [&](Expr part) { return is_past(part.op()) && !is_shift(part.op()) && contains(part, atom); });
}

bool is_up_to(const std::vector<std::size_t>& steps) {
  return steps.size() > 1 && steps.front() == 0 && steps.back() + 1 == steps.size();
}

bool is_equality(Expr atom) { return atom.is(Op::Eq) && atom.arg(0).is(Op::Constant) != atom.arg(1).is(Op::Constant); }

class Gathering {
 public:
  Gathering(const Trace& trace, const Reading& reading, const ExprNames& names, const std::vector<Cell>& cells)
      : trace_(trace), reading_(reading), names_(names), cells_(cells) {}

  std::vector<Clause> run() {
    Groups groups;
    for (const Cell& cell : cells_)
      if (!leaves(reading_.atoms()[cell.atom]).empty())  // else it is a constant, whatever it looks like
        groups[{cell.atom, reading_.value(cell) == Truth::True}].push_back(cell.step);
    for (auto& [atom, clause] : by_atom(groups)) {
      clause.when = when(clause);
      if (clause.when == When::Several && has_two_roles(clause)) {
        for (const std::size_t step : clause.steps) clauses_.push_back({clause.atoms, clause.holds, {step}});
        continue;
      }
      if (!joins(clause)) clauses_.push_back(std::move(clause));
    }
    for (Clause& clause : clauses_) look_back(clause);
    std::stable_sort(clauses_.begin(), clauses_.end(),
                     [](const Clause& a, const Clause& b) { return a.when < b.when; });
    return std::move(clauses_);
  }

 private:
  using Groups = std::map<std::pair<std::size_t, bool>, std::vector<std::size_t>>;

  // In the order of the formula; what is said twice of one atom, in the order of time.
  static std::vector<std::pair<std::size_t, Clause>> by_atom(const Groups& groups) {
    std::vector<std::pair<std::size_t, Clause>> made;
    for (const auto& [key, steps] : groups) made.emplace_back(key.first, Clause{{key.first}, key.second, steps});
    std::stable_sort(made.begin(), made.end(), [](const auto& a, const auto& b) {
      return std::pair(a.first, a.second.steps[0]) < std::pair(b.first, b.second.steps[0]);
    });
    return made;
  }

  // From some step on forever, where every round of the loop is needed and all of it is there.
  When when(const Clause& clause) const {
    const std::vector<std::size_t>& steps = clause.steps;
    const bool covers = trace_.loop && steps.front() <= *trace_.loop && steps.back() + 1 == trace_.steps.size() &&
                        steps.back() - steps.front() + 1 == steps.size();
    if (covers) {
      std::vector<Cell> part;
      part.reserve(steps.size());
      for (const std::size_t step : steps) part.push_back({step, clause.atoms[0]});
      if (recurs(reading_, cells_, part)) return When::FromThenOn;
    }
    return steps.size() == 1 ? When::Once : When::Several;
  }

  // Of `a & !b -> X b` what b is now belongs to a, and what it is then does not.
  bool has_two_roles(const Clause& clause) const {
    if (clause.steps.size() > 3) return false;
    const Expr atom = reading_.atoms()[clause.atoms[0]];
    const bool on_both_sides = std::any_of(reading_.parts().begin(), reading_.parts().end(), [&](Expr e) {
      return e.is(Op::Implies) && contains(e.arg(0), atom) && contains(e.arg(1), atom);
    });
    return on_both_sides && std::any_of(cells_.begin(), cells_.end(), [&](const Cell& cell) {
             return cell.atom != clause.atoms[0] && cell.step == clause.steps[0];
           });
  }

  // The one variable that an atom is about, or null: what a DEFINE stands for keeps its name.
  Expr subject(std::size_t atom) const {
    const Expr e = reading_.atoms()[atom];
    bool is_named = false;
    for_each_postorder(e, [&](Expr part) { is_named = is_named || names_.count(part) > 0; });
    if (is_named || is_connective(e)) return {};
    const std::vector<Expr> read = leaves(e);
    return read.size() == 1 && !read[0].type().is_boolean() ? read[0] : Expr();
  }

  // What several atoms say of one variable at one step is its value; that it is never 2 and never 3 is one clause too.
  bool joins(const Clause& clause) {
    const Expr variable = subject(clause.atoms[0]);
    if (!variable) return false;
    for (Clause& other : clauses_) {
      if (other.when != clause.when || other.steps != clause.steps || subject(other.atoms[0]) != variable) continue;
      const auto differs = [&](const Clause& c) { return !c.holds && is_equality(reading_.atoms()[c.atoms[0]]); };
      if (clause.when != When::Once && !(differs(other) && differs(clause))) continue;
      other.atoms.push_back(clause.atoms[0]);
      return true;
    }
    return false;
  }

  // "… up to then", where a clause about the last of the steps says what then is.
  void look_back(Clause& clause) const {
    if (clause.when != When::Several || !is_up_to(clause.steps)) return;
    const bool is_said = std::any_of(clauses_.begin(), clauses_.end(), [&](const Clause& c) {
      return c.when == When::Once && c.steps[0] == clause.steps.back();
    });
    if (is_said && stands_in_the_past(reading_, reading_.atoms()[clause.atoms[0]])) clause.when = When::UpToThen;
  }

  const Trace& trace_;
  const Reading& reading_;
  const ExprNames& names_;
  const std::vector<Cell>& cells_;
  std::vector<Clause> clauses_;
};

// The sentence -------------------------------------------------------------------------------------------

class Sentence {
 public:
  Sentence(const TransitionSystem& system, const Trace& trace, const Reading& reading, const Spelling& spelling)
      : system_(system),
        trace_(trace),
        reading_(reading),
        spelling_(spelling),
        names_(spelling.names()),
        slots_(system) {}

  // Of a long one the values in brackets go: the trace has them.
  std::string write(const std::vector<Clause>& clauses, bool all) {
    std::string said = written(clauses, all);
    if (all || said.size() <= longest_with_values) return said;
    tells_values_ = false;
    return written(clauses, all);
  }

 private:
  std::string written(const std::vector<Clause>& clauses, bool all) {
    out_.clear();
    std::size_t shown = clauses.size();
    if (!all && shown > clauses_shown + 1) shown = clauses_shown;
    std::size_t i = 0;
    for (; i < shown && clauses[i].when == When::Once;) i = at_one_moment(clauses, i, shown);
    for (; i < shown; ++i) {
      const bool contrasts = clauses[i].when == When::FromThenOn || clauses[i].when == When::UpToThen;
      const bool first = i == 0 || clauses[i - 1].when != clauses[i].when;
      if (i > 0) out_ += contrasts && first ? ", but " : ", and ";
      out_ += lasting(clauses[i]);
    }
    if (clauses.size() > shown) out_ += fmt::format(" … and {} others of the same kind: --all", clauses.size() - shown);
    return out_;
  }

  // As much as is said of one moment: "a is TRUE and b is 3 at step 2 (…)".
  std::size_t at_one_moment(const std::vector<Clause>& clauses, std::size_t i, std::size_t shown) {
    const std::string when = moment(clauses[i]);
    std::vector<std::string> said;
    values_.clear();
    for (; i < shown && clauses[i].when == When::Once && moment(clauses[i]) == when; ++i)
      said.push_back(once(clauses[i]));
    if (!out_.empty()) out_ += ", and ";
    out_ += fmt::format("{} {}", listed(said), when);
    if (!values_.empty() && tells_values_) out_ += fmt::format(" ({})", fmt::join(values_, ", "));
    return i;
  }

  // Inputs belong to the way out of a step, which tables show at the next one.
  bool is_about_inputs(const Clause& clause) const {
    const std::vector<Expr> read = leaves(reading_.atoms()[clause.atoms[0]]);
    return !read.empty() && std::all_of(read.begin(), read.end(), [&](Expr leaf) {
      return slots_.of(leaf) >= slots_.inputs_begin() && slots_.of(leaf) < slots_.next_begin();
    });
  }

  std::string moment(const Clause& clause) const {
    const std::size_t step = clause.steps[0];
    if (clause.atoms.size() == 1 && is_about_next(reading_.atoms()[clause.atoms[0]]))
      return fmt::format("at step {}", trace_.after(step).value_or(step + 1));
    if (!is_about_inputs(clause)) return fmt::format("at step {}", step);
    return step + 1 < trace_.steps.size() ? fmt::format("on the way into step {}", step + 1)
                                          : fmt::format("on the way back to step {}", trace_.loop.value_or(step));
  }

  std::string once(const Clause& clause) {
    const Expr atom = reading_.atoms()[clause.atoms[0]];
    const std::size_t step = clause.steps[0];
    if (clause.atoms.size() > 1) {
      const Expr variable = leaves(atom)[0];
      return fmt::format("{} is {}", text(variable), value(variable, step).to_string());
    }
    const auto [subject, wanted] = equality_then(atom);
    if (subject.empty()) {
      add_values(atom, step);
      return fmt::format("{} {}", text(atom), clause.holds ? "holds" : "does not hold");
    }
    const bool is_named = names_.count(atom) > 0;
    const bool is_truth = atom.type().is_boolean() && wanted == "TRUE" && (is_named || !is_equality(atom));
    if (!clause.holds && !is_truth) add_values(atom, step);
    if (is_named) add_values(atom, step);
    if (is_truth) return fmt::format("{} is {}", subject, clause.holds ? "TRUE" : "FALSE");
    return fmt::format("{} is {}{}", subject, clause.holds ? "" : "not ", wanted);
  }

  std::string lasting(const Clause& clause) const {
    std::vector<std::string> wanted;
    std::string subject;
    for (const std::size_t a : clause.atoms) {
      auto [who, what] = equality(reading_.atoms()[a]);
      subject = std::move(who);
      wanted.push_back(std::move(what));
    }
    const std::string whole = text(reading_.atoms()[clause.atoms[0]]);
    const std::string values = fmt::format("{}", fmt::join(wanted, " or "));
    const bool of_inputs = is_about_inputs(clause);
    const char* from = of_inputs ? " after step {}" : " from step {} on";
    const std::string since = clause.steps[0] > 0 ? fmt::format(fmt::runtime(from), clause.steps[0]) : "";
    const std::string when = at_steps(clause.steps, of_inputs ? "on the way out of" : "at");
    const char* ever = clause.holds ? "always" : "never";
    if (clause.when == When::FromThenOn)
      return subject.empty() ? fmt::format("{} {} holds{}", whole, ever, since)
                             : fmt::format("{} is {} {}{}", subject, ever, values, since);
    if (clause.when == When::UpToThen)
      return subject.empty() ? fmt::format("{} {} held up to then", whole, ever)
                             : fmt::format("{} was {} {} up to then", subject, ever, values);
    if (subject.empty()) return fmt::format("{} {} {}", whole, clause.holds ? "holds" : "does not hold", when);
    return fmt::format("{} is {}{} {}", subject, clause.holds ? "" : "not ", values, when);
  }

  // `next(x)` and `next(x) = 3`, which are told as x at the step after.
  bool is_about_next(Expr atom) const {
    if (names_.count(atom)) return false;
    return atom.is(Op::Next) || (is_equality(atom) && atom.arg(atom.arg(1).is(Op::Constant) ? 0 : 1).is(Op::Next));
  }

  // What an atom says at one moment, in the words of that moment.
  std::pair<std::string, std::string> equality_then(Expr atom) const {
    auto said = equality(atom);
    if (is_about_next(atom)) said.first = text(leaves(atom)[0].arg(0));
    return said;
  }

  // What an atom says, as "subject is value"; an empty subject where it says something else.
  std::pair<std::string, std::string> equality(Expr atom) const {
    if (names_.count(atom) || atom.is(Op::Variable) || atom.is(Op::Next)) return {text(atom), "TRUE"};
    if (!is_equality(atom)) return {"", ""};
    const bool left = atom.arg(1).is(Op::Constant);
    const Expr subject = atom.arg(left ? 0 : 1), wanted = atom.arg(left ? 1 : 0);
    const bool is_short = subject.arity() == 0 || subject.is(Op::Next) || names_.count(subject);
    return is_short ? std::pair{text(subject), text(wanted)} : std::pair<std::string, std::string>{"", ""};
  }

  // The values that make the atom what it is there.
  void add_values(Expr atom, std::size_t step) {
    if (compares_plainly(atom) && leaves(atom).size() <= operands_shown) return add_operands(atom, step);
    std::vector<Expr> read = reason(*system_.pool, atom, [&](Expr leaf) { return value(leaf, step); }).leaves;
    if (system_.pool->is_turned(atom)) {
      const std::vector<Expr> first = leaves(atom.arg(1));  // as it was written
      std::stable_partition(read.begin(), read.end(),
                            [&](Expr leaf) { return std::find(first.begin(), first.end(), leaf) != first.end(); });
    }
    spelling_.sort_as_written(read);
    for (Expr leaf : read) add_value(leaf, value(leaf, step));
  }

  // Operands that are DEFINEs, or that all variables of theirs have a part in.
  bool compares_plainly(Expr atom) const {
    const auto is_choice = [](Op op) { return op == Op::Ite; };
    const auto is_plain = [&](Expr operand) { return names_.count(operand) > 0 || !contains_op(operand, is_choice); };
    return !names_.count(atom) && is_comparison(atom) && is_plain(atom.arg(0)) && is_plain(atom.arg(1));
  }

  static bool is_comparison(Expr e) { return e.is(Op::Eq) || e.is(Op::Lt) || e.is(Op::Le); }

  // What a comparison compares: DEFINEs by their names, else the variables.
  void add_operands(Expr atom, std::size_t step) {
    std::vector<Expr> operands = {atom.arg(0), atom.arg(1)};
    if (system_.pool->is_turned(atom)) std::swap(operands[0], operands[1]);
    const ExprNames& names = spelling_.names_in(atom);
    for (Expr operand : operands) {
      const bool is_named = operand.arity() > 0 ? names.count(operand) > 0 : operand.is(Op::Constant);
      if (operand.is(Op::Constant) && !names.count(operand)) continue;
      std::vector<Expr> parts = is_named ? std::vector<Expr>{operand} : leaves(operand);
      spelling_.sort_as_written(parts);
      for (Expr part : parts) add_value(is_about_next(atom) ? part.arg(0) : part, value_of(part, step), names);
    }
  }

  // A variable under its own name, though the property may call it otherwise.
  void add_value(Expr what, const Value& value) { add_value(what, value, names_); }
  void add_value(Expr what, const Value& value, const ExprNames& names) {
    const bool is_variable = what.is(Op::Variable) || what.is(Op::Next);
    const std::string name = to_string(*system_.pool, what, operand_shown, is_variable ? nullptr : &names);
    const std::string said = fmt::format("{} = {}", name, value.to_string());
    if (values_.size() < values_shown && std::find(values_.begin(), values_.end(), said) == values_.end())
      values_.push_back(said);
  }

  Value value_of(Expr e, std::size_t step) const {
    const std::vector<Expr> read = leaves(e);
    std::vector<Value> values;
    values.reserve(read.size());
    for (Expr leaf : read) values.push_back(value(leaf, step));
    return CompiledExpr(*system_.pool, e, [&](Expr leaf) { return leaf_number(read, leaf); }).run(values);
  }

  Value value(Expr leaf, std::size_t step) const { return slots_.around(trace_, step)[slots_.of(leaf)]; }
  std::string text(Expr e) const { return spelling_.of(e); }

  static std::string listed(const std::vector<std::string>& parts) {
    if (parts.size() == 1) return parts[0];
    return fmt::format("{} and {}", fmt::join(parts.begin(), parts.end() - 1, ", "), parts.back());
  }

  const TransitionSystem& system_;
  const Trace& trace_;
  const Reading& reading_;
  const Spelling& spelling_;
  const ExprNames& names_;
  Slots slots_;
  std::string out_;
  std::vector<std::string> values_;
  bool tells_values_ = true;
};

}  // namespace

std::vector<Clause> clauses(const Trace& trace, const Reading& reading, const Spelling& spelling,
                            const std::vector<Cell>& cells) {
  return Gathering(trace, reading, spelling.names(), cells).run();
}

std::string at_steps(const std::vector<std::size_t>& steps, std::string_view at) {
  if (steps.size() == 1) return fmt::format("{} step {}", at, steps[0]);
  std::vector<std::string> stretches;  // "0 to 3", "7"
  for (std::size_t i = 0; i < steps.size();) {
    std::size_t last = i;
    while (last + 1 < steps.size() && steps[last + 1] == steps[last] + 1) ++last;
    const bool is_whole = last + 1 == steps.size() && i == 0;
    if (!is_whole && last == i + 1) last = i;  // two of several are named one by one
    stretches.push_back(last == i ? fmt::format("{}", steps[i]) : fmt::format("{} to {}", steps[i], steps[last]));
    i = last + 1;
  }
  if (stretches.size() == 1) return fmt::format("{} steps {}", at, stretches[0]);
  if (stretches.size() > steps_listed)
    return fmt::format("{} {} of the steps {} to {}", at, steps.size(), steps.front(), steps.back());
  return fmt::format("{} steps {} and {}", at, fmt::join(stretches.begin(), stretches.end() - 1, ", "),
                     stretches.back());
}

std::string loop_words(const Trace& trace) {
  if (!trace.loop) return "";
  const std::size_t last = trace.steps.size() - 1;
  return *trace.loop == last ? fmt::format("; the run stays in step {} forever", last)
                             : fmt::format("; the run repeats steps {} to {} forever", *trace.loop, last);
}

std::string sentence(const TransitionSystem& system, const Trace& trace, const Reading& reading,
                     const Spelling& spelling, const std::vector<Clause>& clauses, bool loops, bool all) {
  if (clauses.empty()) return "it fails on every run, whatever the values are";
  return Sentence(system, trace, reading, spelling).write(clauses, all) + (loops ? loop_words(trace) : "");
}

}  // namespace whynot::analyse::why
