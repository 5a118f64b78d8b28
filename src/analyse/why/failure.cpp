// Witnesses of the property's formula, each told in a sentence and as cells of columns.
#include "analyse/why/failure.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>

#include "analyse/why/reason.h"
#include "analyse/why/wording.h"
#include "model/system/slots.h"

namespace whynot::analyse::why {
namespace {

constexpr std::size_t definition_shown = 160;

// Whether the atom is asked for by implications only, on their left.
bool stands_on_the_left(const Reading& reading, Expr atom) {
  const auto has = [&](Expr part) {
    bool found = false;
    for_each_postorder(part, [&](Expr e) { found = found || e == atom; });
    return found;
  };
  return std::any_of(reading.parts().begin(), reading.parts().end(),
                     [&](Expr e) { return e.is(Op::Implies) && has(e.arg(0)) && !has(e.arg(1)); });
}

class Teller {
 public:
  Teller(const TransitionSystem& system, const Property& property, const Trace& trace, Expr formula, bool all)
      : system_(system),
        trace_(trace),
        spelling_(system, property),
        reading_(system, trace, formula, spelling_.names()),
        slots_(system),
        all_(all) {}

  bool is_false() const {
    std::vector<Cell> all;
    for (std::size_t step = 0; step < reading_.steps(); ++step)
      for (std::size_t atom = 0; atom < reading_.atoms().size(); ++atom) all.push_back({step, atom});
    return reading_.is_false_by(all);
  }

  Failure run() const {
    Failure result;
    const std::vector<Witness> found = witnesses(reading_);
    for (const Witness& witness : found) result.witnesses.push_back(tell(witness));
    result.sentence = result.witnesses[0].sentence;
    // A failure of its own, that has nothing to do with the first, is worth a word.
    for (std::size_t i = 1; i < found.size(); ++i)
      if (shares_no_atom(found[0], found[i])) {
        std::string also = result.witnesses[i].sentence;
        // The loop is told once.
        if (const std::string loop = loop_words(trace_); result.sentence.ends_with(loop) && also.ends_with(loop))
          also.resize(also.size() - loop.size());
        result.sentence += fmt::format(" (also: {})", also);
        break;
      }
    result.sentence += ".";
    for (const AtomTold& told : result.witnesses[0].atoms) add_definition(told.atom, result.definitions);
    return result;
  }

 private:
  static bool shares_no_atom(const Witness& a, const Witness& b) {
    std::set<std::size_t> atoms;
    for (const Cell& cell : a.cells) atoms.insert(cell.atom);
    return std::none_of(b.cells.begin(), b.cells.end(), [&](const Cell& cell) { return atoms.count(cell.atom) > 0; });
  }

  Told tell(const Witness& witness) const {
    const std::vector<Clause> parts = clauses(trace_, reading_, spelling_, witness.cells);
    Told told{sentence(system_, trace_, reading_, spelling_, parts, needs_loop(reading_, witness.cells), all_),
              {},
              witness.minimal};
    for (const Clause& clause : parts)
      for (const std::size_t atom : clause.atoms)
        for (const std::size_t step : clause.steps) {
          add_causes({step, atom}, role(clause, parts), told.causes);
          const Expr said = reading_.atoms()[atom];
          const bool is_trigger = role(clause, parts) == "trigger" || stands_on_the_left(reading_, said);
          told.atoms.push_back({said, step, clause.holds, is_trigger});
        }
    std::stable_sort(told.causes.begin(), told.causes.end(),
                     [](const Cause& a, const Cause& b) { return a.step < b.step; });
    return told;
  }

  // What the DEFINEs stand for that the sentence names.
  void add_definition(Expr atom, std::vector<Definition>& into) const {
    for (const Define& define : system_.defines) {
      const auto name = spelling_.names().find(define.value);
      if (name == spelling_.names().end() || name->second != define.name || !contains(atom, define.value)) continue;
      const auto same = [&](const Definition& d) { return d.name == define.name; };
      if (std::any_of(into.begin(), into.end(), same)) continue;
      ExprNames others = define_names(system_);
      others.erase(define.value);
      into.push_back({define.name, to_string(*system_.pool, define.value, definition_shown, &others), define.where});
    }
  }

  static bool contains(Expr whole, Expr part) {
    bool found = false;
    for_each_postorder(whole, [&](Expr e) { found = found || e == part; });
    return found;
  }

  // Of an implication the left side is the trigger; else what lasts answers to what happens at one moment.
  std::string role(const Clause& clause, const std::vector<Clause>& all) const {
    const auto is_left = [&](const Clause& c) { return stands_on_the_left(reading_, reading_.atoms()[c.atoms[0]]); };
    const bool has_left = std::any_of(all.begin(), all.end(), is_left);
    if (has_left && !std::all_of(all.begin(), all.end(), is_left)) return is_left(clause) ? "trigger" : "answer";
    const auto lasts = [](const Clause& c) {
      return c.when == Clause::When::FromThenOn || c.when == Clause::When::UpToThen;
    };
    const bool has_both = std::any_of(all.begin(), all.end(), lasts) && !std::all_of(all.begin(), all.end(), lasts);
    if (!has_both) return "cause";
    return lasts(clause) ? "answer" : "trigger";
  }

  void add_causes(Cell cell, const std::string& role, std::vector<Cause>& into) const {
    const Expr atom = reading_.atoms()[cell.atom];
    const std::vector<Value> around = slots_.around(trace_, cell.step);
    // Atoms are small and there may be many cells: no solver for each.
    const Reason read =
        reason(*system_.pool, atom, [&](Expr leaf) { return around[slots_.of(leaf)]; }, {.asks_solver = false});
    for (Expr leaf : read.leaves) {
      // Inputs and next values stand in the step that the transition leads into.
      const std::uint32_t slot = slots_.of(leaf);
      const std::size_t step = slot < slots_.inputs_begin() ? cell.step : trace_.after(cell.step).value_or(cell.step);
      const bool is_input = slot >= slots_.inputs_begin() && slot < slots_.next_begin();
      const std::string& column = system_.pool->name_of(leaf.is(Op::Next) ? leaf.arg(0) : leaf);
      const bool closing = is_input && trace_.loop && cell.step + 1 == trace_.steps.size();
      const auto same = [&](const Cause& c) { return c.step == step && c.column == column && c.closing == closing; };
      if (std::none_of(into.begin(), into.end(), same))
        into.push_back({step, column, around[slot], role, spelling_.of(atom), reading_.value(cell) == Truth::True,
                        is_input, closing});
    }
  }

  const TransitionSystem& system_;
  const Trace& trace_;
  Spelling spelling_;
  Reading reading_;
  Slots slots_;
  bool all_;
};

// The last position that the formula looks at; nothing where it looks on without end.
std::optional<std::size_t> horizon(Expr formula) {
  std::unordered_map<Expr, std::optional<std::size_t>, ExprHash> known;
  for_each_postorder(formula, [&](Expr e) {
    std::optional<std::size_t> most = 0;
    for (std::size_t i = 0; i < e.arity(); ++i)
      if (const auto part = known.at(e.arg(i)); most) most = part ? std::max(*most, *part) : part;
    if (e.is(Op::X) && most) most = *most + 1;
    const bool lasts = e.is(Op::F) || e.is(Op::G) || e.is(Op::U) || e.is(Op::V);
    if (lasts && most) most = e.b() == no_bound || !is_bounded(e) ? std::optional<std::size_t>() : *most + e.b();
    known.emplace(e, most);
  });
  return known.at(formula);
}

// So many steps of a lasso, without its loop.
Trace unrolled(const Trace& trace, std::size_t steps) {
  Trace run = trace;
  run.loop.reset();
  while (run.steps.size() < steps) {
    const std::size_t round = trace.steps.size() - *trace.loop, beyond = run.steps.size() - trace.steps.size();
    Step step = trace.steps[*trace.loop + beyond % round];
    if (beyond % round == 0) step.inputs = trace.closing_inputs;
    run.steps.push_back(std::move(step));
  }
  return run;
}

// Steps beyond the last are those that they stand for; the sentence says so.
Failure folded(Failure failure, const Trace& trace) {
  const std::size_t steps = trace.steps.size();
  const auto fold = [&](std::size_t step) {
    return step < steps ? step : *trace.loop + (step - steps) % (steps - *trace.loop);
  };
  std::set<std::size_t> beyond;
  for (Told& told : failure.witnesses) {
    for (Cause& cause : told.causes) {
      if (cause.step >= steps && &told == &failure.witnesses[0]) beyond.insert(cause.step);
      cause.closing = cause.input && cause.step >= steps && fold(cause.step) == trace.loop;
      cause.step = fold(cause.step);
    }
    for (AtomTold& atom : told.atoms) atom.step = fold(atom.step);
  }
  if (beyond.empty()) return failure;
  failure.sentence.pop_back();
  for (const std::size_t step : beyond) failure.sentence += fmt::format("; step {} is step {} again", step, fold(step));
  failure.sentence += ".";
  return failure;
}

constexpr std::size_t farthest = 200;

}  // namespace

Failure failure(const TransitionSystem& system, const Property& property, const Trace& trace, bool all) {
  const Expr formula = formula_on_run(*system.pool, property);
  if (!formula) return {};
  const auto last = trace.loop ? horizon(formula) : std::nullopt;
  if (last && *last >= trace.steps.size() && *last < farthest) {
    const Trace run = unrolled(trace, *last + 2);  // inputs are those on the way out of a step
    const Teller teller(system, property, run, formula, all);
    if (teller.is_false()) return folded(teller.run(), trace);
  }
  const Teller teller(system, property, trace, formula, all);
  return teller.is_false() ? teller.run() : Failure{};
}

}  // namespace whynot::analyse::why
