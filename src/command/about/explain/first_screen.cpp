// Diagrams with little effort; the answer of the other engines, if it comes with a run or an invariant, as evidence;
// diagrams with more effort.
#include "command/about/explain/first_screen.h"

#include <fmt/format.h>

#include "analyse/explain/build/formula.h"
#include "engine/engine.h"
#include "engine/symbolic_engine.h"
#include "expr/print.h"

namespace whynot::command {
namespace {

constexpr std::uint64_t little_effort = 300, some_effort = 1500, more_effort = 3000;
constexpr std::uint64_t effort_for_clauses = 200;  // of another engine

class Start {
 public:
  Start(session::Workbench& bench, const Property& property, const ExploreOptions& options)
      : bench_(bench), property_(property), options_(options) {}

  FirstScreen run(bool patient) {
    patient_ = patient;
    if (whatever()) return std::move(found_);
    if (by_diagrams(others_may_show() ? little_effort : some_effort)) return std::move(found_);
    const engine::Answer answer = bench_.decide(property_);
    if (engine::is_conclusive(answer.verdict) && from_answer(answer)) return std::move(found_);
    if (std::holds_alternative<Holds>(answer.verdict) && everywhere(answer.engine)) return std::move(found_);
    if (engine::is_conclusive(answer.verdict) && by_diagrams(patient ? 0 : more_effort)) return std::move(found_);
    found_.verdict = answer.verdict;
    found_.engine = answer.engine;
    return std::move(found_);
  }

 private:
  std::unique_ptr<Exploration> exploration(std::uint64_t effort) const {
    ExploreOptions options = options_;
    options.effort = effort;
    return std::make_unique<Exploration>(bench_, property_, options);
  }

  bool take(std::unique_ptr<Exploration> exploration, std::string engine, std::string note) {
    found_.exploration = std::move(exploration);
    found_.engine = std::move(engine);
    found_.note = std::move(note);
    return true;
  }

  // What is said of it counts, too.
  bool by_diagrams(std::uint64_t effort) {
    auto tried = exploration(effort);
    if (!tried->begin() || tried->gave_up()) return false;
    tried->evidence(false);
    if (tried->gave_up()) return false;
    return take(std::move(tried), std::string(engine::symbolic_engine().name()), "");
  }

  bool from_answer(const engine::Answer& answer) {
    if (const Trace* trace = trace_of(answer.verdict)) return along(*trace, false, answer.engine);
    const auto* holds = std::get_if<Holds>(&answer.verdict);
    if (!holds) return false;
    if (const auto* invariant = std::get_if<Invariant>(&holds->evidence)) return within(*invariant, answer.engine);
    if (const auto* induction = std::get_if<Induction>(&holds->evidence)) return by(*induction, answer.engine);
    return by_witness() || by_clauses();
  }

  bool by(const Induction& induction, const std::string& engine) {
    if (induction.k <= 1) return within(Invariant(), engine);
    if (by_clauses()) return true;
    const Expr always = this->always();
    auto tried = exploration(0);
    if (patient_ || !always || !tried->begin_by_induction(always, induction.k)) return false;
    return take(std::move(tried), engine,
                fmt::format("by induction over {} states, as `{}` found; as an invariant it takes decision diagrams: "
                            "--depth asks for them",
                            induction.k, engine));
  }

  // What holds by looking some steps back may have an invariant all the same.
  bool by_clauses() {
    const engine::Engine& engine = engine::engine_with(&engine::Powers::clauses);
    Query query;
    query.system = &bench_.system();
    query.property = &property_;
    if (!always() || engine.refuses(query)) return false;
    const auto verdict = engine.start(query, bench_.context())->advance(effort_for_clauses);
    const auto* holds = verdict ? std::get_if<Holds>(&*verdict) : nullptr;
    const auto* invariant = holds ? std::get_if<Invariant>(&holds->evidence) : nullptr;
    return invariant && within(*invariant, std::string(engine.name()));
  }

  // Whether what other engines say comes with evidence, be it that the property holds or that it does not: what one run
  // shows, or an invariant.
  bool others_may_show() const {
    if (!property_.is_ctl()) return true;
    const Expr said = explain::normal_form(bench_.pool(), property_.formula);
    return explain::is_existential(said) || (said.is(Op::AG) && explain::is_plain(said.arg(0)));
  }

  // Without looking at the model.
  bool whatever() {
    const Expr said = explain::normal_form(bench_.pool(), property_.formula);
    if (!property_.is_ctl() || !explain::is_valid(bench_.pool(), said)) return false;
    auto tried = exploration(0);
    return tried->begin_within(said, bench_.pool().boolean(true)) && take(std::move(tried), "", "");
  }

  // Without the reachable states.
  bool everywhere(const std::string& engine) {
    auto tried = exploration(little_effort);
    if (!property_.is_ctl() || !tried->begin_loosely()) return false;
    tried->evidence(false);
    return !tried->gave_up() &&
           take(std::move(tried), engine, "of all states that the model allows, whether they can be reached or not");
  }

  bool along(const Trace& trace, bool holds, const std::string& engine) {
    auto tried = exploration(0);
    if (!tried->begin_along(trace, holds)) return false;
    return take(
        std::move(tried), engine,
        fmt::format("along the run that `{}` found; other evidence takes decision diagrams: --strategy asks for it",
                    engine));
  }

  // Where the property says that there is a run, one that does not do the opposite.
  bool by_witness() {
    const Expr said = explain::normal_form(bench_.pool(), property_.formula);
    if (!property_.is_ctl() || !explain::is_existential(said)) return false;
    Property denied = property_;
    denied.formula = bench_.pool().not_(property_.formula);
    const engine::Answer answer = bench_.decide(denied);
    const Trace* trace = trace_of(answer.verdict);
    return trace && along(*trace, true, answer.engine);
  }

  // The condition of which the property says that it is true in every state; null for other properties.
  Expr always() const {
    const Expr said = explain::normal_form(bench_.pool(), property_.formula);
    const bool invar = property_.kind == PropertyKind::Invariant;
    if (!invar && !(said.is(Op::AG) && bounds_of(said).unbounded())) return {};
    const Expr found = invar ? said : said.arg(0);
    return explain::is_plain(found) ? found : Expr();
  }

  // The clauses, and what they are for.
  bool within(const Invariant& invariant, const std::string& engine) {
    const Expr always = this->always();
    if (!always) return false;
    std::vector<Expr> parts{always};
    for (const Invariant::Clause& clause : invariant.clauses) {
      parts.push_back(bench_.expression(clause.text));
      if (!parts.back()) return false;
    }
    auto tried = exploration(0);
    if (!tried->begin_within(always, bench_.pool().all(parts))) return false;
    return take(std::move(tried), engine,
                fmt::format("the set is an inductive invariant that `{}` found: it holds initially, no step leaves it, "
                            "and it implies {}",
                            engine, to_string(bench_.pool(), always, 80)));
  }

  session::Workbench& bench_;
  const Property& property_;
  const ExploreOptions& options_;
  bool patient_ = false;
  FirstScreen found_;
};

}  // namespace

FirstScreen first_screen(session::Workbench& bench, const Property& property, const ExploreOptions& options,
                         bool patient) {
  return Start(bench, property, options).run(patient);
}

}  // namespace whynot::command
