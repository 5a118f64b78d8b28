// The run is followed twice at once: by the program, whose branches demand something of its values, and by the
// automaton, whose guards do.
#include "analyse/paths/follow/feasible.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "analyse/paths/follow/exact.h"
#include "analyse/paths/follow/facts.h"

namespace whynot::analyse::paths {
namespace {

constexpr std::size_t most_minimised = 24;  // demands of a core
constexpr std::size_t most_also = 12;       // further reasons to refuse a run

}  // namespace

Feasibility::Feasibility(const Pds& pds, const Efsa& efsa, std::shared_ptr<const PdsCode> code, Aliases aliases)
    : pds_(pds), efsa_(efsa), aliases_(aliases), image_(std::move(code)) {
  const auto procedure = [&](std::uint32_t symbol) {
    return pds_.procedure_of[symbol] == Pds::none ? std::string() : pds_.procedures[pds_.procedure_of[symbol]];
  };
  if (!pds_.initial.empty()) entry_ = image_.function(procedure(pds_.initial[0].stack[0]));
  anything_ = {image_.places().all_memory(), image_.places().foreign(), image_.places().handed(),
               image_.places().threads()};
  for (const PdsRule& rule : pds_.rules) {
    const std::string callee = rule.size == 2 ? procedure(rule.push[0]) : "";
    const std::string to = rule.size == 0 ? "" : pds_.symbols[rule.push[rule.size - 1]];
    const std::string& from = pds_.symbols[rule.symbol];
    const bool jumps = image_.code().jumping.contains(pds_.controls[rule.control]);
    steps_.push_back(image_.step(jumps ? PdsCode::landing_name(from, to) : PdsCode::step_name(from, callee, to)));
    const auto& events = pds_.event_sets[rule.events];
    watched_.push_back(std::any_of(events.begin(), events.end(),
                                   [&](std::uint32_t e) { return efsa_.mentions(pds_.events[e].name); }));
  }
  first_like_ = std::make_shared<const std::vector<std::uint32_t>>(like_rules());
}

// By rule, the first one that does the same to the program: control locations tell which handlers are installed, and
// the values of a run do not depend on that.
std::vector<std::uint32_t> Feasibility::like_rules() const {
  std::map<std::tuple<const ImageStep*, std::uint32_t, std::uint32_t, std::uint32_t, std::array<std::uint32_t, 2>>,
           std::uint32_t>
      first;
  std::vector<std::uint32_t> out;
  for (std::uint32_t i = 0; i < pds_.rules.size(); ++i) {
    const PdsRule& rule = pds_.rules[i];
    out.push_back(first.try_emplace({steps_[i], rule.symbol, rule.size, rule.events, rule.push}, i).first->second);
  }
  return out;
}

CodeRun Feasibility::program(RunTables& tables, bool strict) {
  return {image_, tables, {aliases_ != Aliases::None, strict}, entry_};
}

std::vector<Demand> Feasibility::demands(std::span<const JudgedStep> steps, bool strict, RunTables& tables) {
  std::vector<Demand> out;
  CodeRun program = this->program(tables, strict);
  AutomatonRun automaton = this->automaton(tables);
  for (std::uint32_t i = 0; i < steps.size(); ++i) {
    const std::uint32_t rule = steps[i].rule;
    const auto branch = program.take(steps_[rule], i, pds_.rules[rule].size);
    if (branch && !tables.terms.is_truth(branch->term, true)) out.push_back({*branch, i, false});
    const auto guard = automaton.take(steps[i], i, program);
    if (guard) out.push_back({*guard, i, true});
  }
  return out;
}

std::vector<std::string> Feasibility::names(std::span<const JudgedStep> steps) {
  RunTables tables;
  CodeRun program = this->program(tables, true);
  AutomatonRun automaton = this->automaton(tables);
  std::vector<std::string> out;
  for (std::uint32_t i = 0; i < steps.size(); ++i) {
    program.take(steps_[steps[i].rule], i, size(steps[i].rule));
    out.push_back(automaton.named(steps[i], program));
    automaton.take(steps[i], i, program);
  }
  return out;
}

// Demands that are false by themselves, whatever the others are.
std::optional<PathsJudgement> Feasibility::refused_at_once(std::span<const JudgedStep> steps,
                                                           const std::vector<Demand>& all, RunTables& tables) const {
  std::optional<PathsJudgement> refused;
  for (const Demand& demand : all) {
    if (!tables.terms.is_truth(demand.truth.term, false)) continue;
    PathsExclusion excluded = exclusion(steps, {demand}, tables);
    if (!refused)
      refused = PathsJudgement{PathsJudgement::Is::Infeasible, {}, std::move(excluded), demand.step};
    else if (refused->also.size() < most_also)
      refused->also.push_back(std::move(excluded));
    else
      break;
  }
  return refused;
}

namespace {

std::vector<TermId> truths_of(const std::vector<Demand>& demands) {
  std::vector<TermId> out;
  out.reserve(demands.size());
  for (const Demand& d : demands) out.push_back(d.truth.term);
  return out;
}

// Of what contradicts itself: one by one, what is not needed goes.
template <class Solver>
std::vector<Demand> smallest(Solver& solver, const std::vector<Demand>& all) {
  std::vector<Demand> kept;
  for (const std::size_t i : solver.core()) kept.push_back(all[i]);
  for (std::size_t i = 0; kept.size() <= most_minimised && i < kept.size();) {
    std::vector<Demand> fewer = kept;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (solver.check(truths_of(fewer)) == solve::SmtAnswer::Unsat)
      kept = std::move(fewer);
    else
      ++i;
  }
  return kept;
}

}  // namespace

// Over the integers first, which is quick; a solution has to be one of machine words, too.
PathsJudgement Feasibility::judge(std::span<const JudgedStep> steps, bool strict, Context& context) {
  RunTables tables;
  const std::vector<Demand> all = demands(steps, strict, tables);
  if (auto refused = refused_at_once(steps, all, tables)) return std::move(*refused);
  if (all.empty()) return {PathsJudgement::Is::Feasible, {}, {}};
  const std::vector<TermId> truths = truths_of(all);
  const auto refusal = [&](const std::vector<Demand>& kept) -> PathsJudgement {
    const auto last =
        std::max_element(kept.begin(), kept.end(), [](const Demand& a, const Demand& b) { return a.step < b.step; });
    return {PathsJudgement::Is::Infeasible, {}, exclusion(steps, kept, tables), last->step};
  };
  TermSolver solver(tables.terms, context);
  const solve::SmtAnswer answer = solver.check(truths);
  if (answer == solve::SmtAnswer::Unknown) return {};
  if (answer == solve::SmtAnswer::Unsat) return refusal(smallest(solver, all));
  ExactSolver exact(tables.terms, context, false);
  const solve::SmtAnswer confirmed = exact.check(truths);
  if (confirmed == solve::SmtAnswer::Sat && !exact.is_rough())
    return {PathsJudgement::Is::Feasible, exact.model(truths), {}};
  if (confirmed != solve::SmtAnswer::Unsat) return {};
  ExactSolver open(tables.terms, context, true);
  return open.check(truths) == solve::SmtAnswer::Unsat ? refusal(smallest(open, all)) : PathsJudgement{};
}

std::span<const PlaceId> Feasibility::written(std::uint32_t rule) const {
  return steps_[rule] ? std::span(steps_[rule]->written) : std::span(anything_);
}

// The steps that a contradiction rests on, in their order: wherever they come again with nothing between them that
// writes what they read, it comes again.
PathsExclusion Feasibility::exclusion(std::span<const JudgedStep> steps, const std::vector<Demand>& core,
                                      RunTables& tables) const {
  PathsExclusion out;
  RestId rests_on = 0;
  std::size_t first = steps.size(), last = 0;
  out.first_like = first_like_;
  out.relevant.resize(pds_.rules.size());
  std::vector<bool> demands(pds_.rules.size());
  for (const Demand& demand : core) {
    rests_on = tables.rests.joined(rests_on, demand.truth.rests_on);
    first = std::min<std::size_t>({first, demand.step, demand.truth.since});
    last = std::max<std::size_t>(last, demand.step);
    out.with_states = out.with_states || demand.of_automaton;
    demands[(*first_like_)[steps[demand.step].rule]] = true;
  }
  for (std::uint32_t rule = 0; rule < pds_.rules.size(); ++rule)
    out.relevant[rule] =
        demands[(*first_like_)[rule]] || image_.places().changes(written(rule), tables.rests[rests_on]);
  if (out.with_states) out.watched = watched_;
  for (std::size_t i = first; i <= last; ++i)
    if (out.is_relevant(efsa_, steps[i].rule, steps[i].from, steps[i].to))
      out.pattern.push_back(out.seen(steps[i].rule, steps[i].from, steps[i].to));
  return out;
}

// ---- step by step

namespace {

class Follower final : public PathsFollower {
 public:
  explicit Follower(std::shared_ptr<Feasibility> feasibility)
      : feasibility_(std::move(feasibility)),
        tables_(std::make_shared<RunTables>()),
        program_(feasibility_->program(*tables_, true)),
        automaton_(feasibility_->automaton(*tables_)) {}

  std::unique_ptr<PathsFollower> copy() const override { return std::make_unique<Follower>(*this); }

  bool take(const JudgedStep& step) override {
    const auto branch = program_.take(feasibility_->step(step.rule), now_, feasibility_->size(step.rule));
    if (branch && !facts_.add(tables_->terms, branch->term)) return false;
    const auto guard = automaton_.take(step, now_, program_);
    ++now_;
    if (!guard || facts_.add(tables_->terms, guard->term)) return true;
    blame_ = automaton_.youngest();
    return false;
  }
  std::size_t blame() const override { return blame_; }

 private:
  std::shared_ptr<Feasibility> feasibility_;
  std::shared_ptr<RunTables> tables_;
  CodeRun program_;
  AutomatonRun automaton_;
  Facts facts_;
  std::uint32_t now_ = 0;
  std::size_t blame_ = ~std::size_t(0);
};

}  // namespace

PathsProgram program_of(const Pds& pds, const Efsa& efsa, std::shared_ptr<const PdsCode> code, Aliases aliases) {
  const auto feasibility = std::make_shared<Feasibility>(pds, efsa, std::move(code), aliases);
  return {[feasibility](std::span<const JudgedStep> steps, bool strict, Context& context) {
            return feasibility->judge(steps, strict, context);
          },
          [feasibility] { return std::make_unique<Follower>(feasibility); },
          [feasibility](std::span<const JudgedStep> steps) { return feasibility->names(steps); }};
}

}  // namespace whynot::analyse::paths
