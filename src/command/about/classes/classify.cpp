// whynot classify: all counterexamples of a property, in a few classes.  Systems are asked by a solver; of
// specifications (within a scope and a depth) and of programs (whose counterexamples `whynot paths` streams) runs are
// listed.
#include "analyse/classify/classify.h"

#include <fmt/format.h>

#include <algorithm>

#include "analyse/classify/discover.h"
#include "analyse/classify/listed/list_ots.h"
#include "analyse/classify/listed/list_pushdown.h"
#include "analyse/paths/paths.h"
#include "command/about/beside/relevant.h"
#include "command/about/classes/classes.h"
#include "command/about/cures.h"
#include "command/about/known/known_classes.h"
#include "command/about/specification.h"
#include "command/about/why/contrast.h"
#include "command/cells.h"
#include "engine/bmc.h"

namespace whynot::command {
namespace {

using analyse::classify::ListedRuns;

// Without --bound: the first of these up to which there is a counterexample.
constexpr std::size_t default_bounds[] = {10, 20, 40};
// Before that: turns of the engines, for what is soon decided.
constexpr std::size_t rounds_to_decide = 4;
constexpr std::uint64_t default_classify_memory = 2ull << 30;
constexpr std::size_t default_counterexamples = 10'000;

class ClassifySystem final : public Analysis {
 public:
  ClassifySystem(Run& run, session::Workbench& bench, front::pred::PredicateSet set)
      : run_(run), bench_(bench), set_(std::move(set)) {}

  Answer treat(const Property& property) override {
    const ClassesOf about{run_.arguments, bench_, bench_.system()};
    ClassesAsked asked{property, std::string(engine::bmc_engine().name()), {}, ""};
    const std::vector<Expr> own = support(property.formula);
    for (const VariableDecl& v : bench_.system().variables)
      if (std::find(own.begin(), own.end(), v.variable) != own.end()) asked.left_out.own.push_back(v.variable);
    const auto options = complete_options(about, set_, asked.left_out);
    if (!options) return {};
    const auto decided = may_decide_first(*options) ? bench_.decide_within(property, rounds_to_decide) : std::nullopt;
    analyse::classify::Outcome outcome = classified(property, *options, decided ? &decided->verdict : nullptr);
    Answer answer = answer_of(about, asked, outcome);
    if (decided && std::holds_alternative<Holds>(decided->verdict)) {
      answer.verdict = decided->verdict;
      answer.engine = decided->engine;
    }
    if (decided && std::holds_alternative<Unknown>(answer.verdict)) keep_verdict(property, *decided, answer);
    add_baseline(about, property, *options, outcome, answer);
    add_contrasts(property, answer);
    if (set_.predicates.empty()) answer.relevant = cone_columns(bench_, property, {});  // else facts may be of any
    add_cures(about, property, weak_facts(property, *options), answer);
    written_.add(answer);
    return answer;
  }

  Together together() override {
    written_.save({run_.arguments, bench_, bench_.system()});
    return {};
  }

 private:
  // What ended before it found a class does not undo what was decided.
  void keep_verdict(const Property& property, const engine::Answer& decided, Answer& answer) {
    const Trace* shown = std::holds_alternative<Violated>(decided.verdict) ? trace_of(decided.verdict) : nullptr;
    if (!shown) return;
    answer.verdict = decided.verdict;
    answer.engine = decided.engine;
    answer.traces.push_back(bench_.cite(*shown, property.name, {&property}));
    answer.open = true;
  }

  WeakFacts weak_facts(const Property& property, const analyse::classify::Options& options) {
    const bool could = !may_discover(options) && !options.anchor && !options.constants;
    return {options, could, [this, &property](const analyse::classify::Options& other, bool discovers) {
              if (!discovers)
                return analyse::classify::classify(bench_.system(), bench_.stepper(), property, other,
                                                   bench_.context());
              return analyse::classify::discover(bench_.system(), bench_.stepper(), property, other, true,
                                                 bench_.context());
            }};
  }

  void add_contrasts(const Property& property, Answer& answer) {
    constexpr std::size_t most_contrasts = 7;
    if (answer.findings.empty()) return;
    std::size_t made = 0;
    for (report::CounterexampleClass& c : std::get<report::Classification>(answer.findings.back()).classes) {
      const report::TraceEntry* entry = bench_.report().trace(c.representative);
      if (!entry || ++made > most_contrasts || bench_.context().should_stop()) break;
      c.contrast = nearest_passing(bench_, property, Trace(entry->trace));
    }
  }

  // Where nothing else is asked for: a property that holds has no classes, and one that fails late needs a larger
  // bound.
  bool may_decide_first(const analyse::classify::Options& options) const {
    const Arguments& a = run_.arguments;
    return !a.has("bound") && !a.has("certify") && !options.anchor && options.mode == analyse::classify::Mode::UpTo;
  }

  analyse::classify::Outcome classified(const Property& property, analyse::classify::Options options,
                                        const Verdict* decided) {
    const auto ask = [&](std::size_t bound) {
      options.bound = bound;
      if (!may_discover(options))
        return analyse::classify::classify(bench_.system(), bench_.stepper(), property, options, bench_.context());
      return analyse::classify::discover(bench_.system(), bench_.stepper(), property, options,
                                         run_.arguments.has("discover"), bench_.context());
    };
    if (const auto bound = run_.arguments.count("bound")) return ask(*bound);
    analyse::classify::Outcome outcome;
    if (decided && std::holds_alternative<Holds>(*decided)) {
      outcome = ask(1);
      if (auto* none = std::get_if<analyse::classify::Classes>(&outcome.result)) none->unbounded = true;
      return outcome;
    }
    std::vector<std::size_t> bounds(std::begin(default_bounds), std::end(default_bounds));
    if (const Trace* shown = decided ? trace_of(*decided) : nullptr; shown && shown->steps.size() > bounds.back())
      bounds.push_back(shown->steps.size());
    for (std::size_t bound : bounds) {
      outcome = ask(bound);
      const auto* classes = std::get_if<analyse::classify::Classes>(&outcome.result);
      if (!classes || classes->unbounded || !classes->classes.empty() || classes->insufficient ||
          !classes->stopped.empty())
        break;
    }
    return outcome;
  }

  // Whoever says which facts there are gets an answer by those, unless others are asked for.
  bool may_discover(const analyse::classify::Options& options) const {
    const Arguments& a = run_.arguments;
    if (a.has("no-discover") || options.anchor || options.constants) return false;
    return a.has("discover") || !(a.has("vocabulary") || a.has("keep-going") || !set_.predicates.empty());
  }

  Run& run_;
  session::Workbench& bench_;
  front::pred::PredicateSet set_;
  WrittenPredicates written_;
};

// A COMPUTE has no counterexamples: an error where it was asked for by name, left out where everything was.
void drop_computes(session::Workbench& bench, bool by_name, std::vector<Property>& selected) {
  const auto is_compute = [](const Property& p) { return p.kind == PropertyKind::Compute; };
  if (by_name)
    for (const Property& p : selected)
      if (is_compute(p))
        bench.diagnostics().error("classify.no-trace",
                                  fmt::format("`{}` is a COMPUTE: it has no counterexamples", p.name), p.where);
  std::erase_if(selected, is_compute);
}

std::vector<Expr> variables_of(const ListedRuns& runs, const std::vector<std::string>& names) {
  std::vector<Expr> found;
  for (const VariableDecl& v : runs.graph->system().variables)
    if (std::find(names.begin(), names.end(), runs.graph->system().pool->name_of(v.variable)) != names.end())
      found.push_back(v.variable);
  return found;
}

// Whose runs they are.
struct Listed {
  const Property& property;
  std::string engine;
  bool from_initial = true;
};

// Without the columns that say more than a reader wants, where those that are left do and nobody has named any.
analyse::classify::Outcome classified(const ClassesOf& about, const ListedRuns& runs,
                                      const analyse::classify::Options& options) {
  const std::vector<Expr> fine = variables_of(runs, runs.fine);
  analyse::classify::Options coarse = options;
  std::erase_if(coarse.vocabulary, [&](Expr v) { return std::find(fine.begin(), fine.end(), v) != fine.end(); });
  const bool may_be_coarse = !about.arguments.has("vocabulary") && coarse.predicates.empty() &&
                             coarse.vocabulary.size() < options.vocabulary.size();
  if (may_be_coarse) {
    analyse::classify::Outcome outcome = classify_listed(runs, coarse, about.bench.context());
    const auto* classes = std::get_if<analyse::classify::Classes>(&outcome.result);
    if (classes && !classes->insufficient && classes->stopped.empty()) return outcome;
  }
  return classify_listed(runs, options, about.bench.context());
}

// `written`: what is to be written of the properties before, and of this one.
Answer classify_runs(Run& run, session::Workbench& bench, const Listed& listed, const ListedRuns& runs,
                     WrittenPredicates& written) {
  const ClassesOf about{run.arguments, bench, runs.graph->system()};
  const auto set = read_predicates(about);
  if (!set) return {};
  ClassesAsked asked{listed.property, listed.engine, {}, runs.said, listed.from_initial};
  asked.left_out = {variables_of(runs, runs.own), variables_of(runs, runs.large)};
  auto options = complete_options(about, *set, asked.left_out);
  if (!options) return {};
  options->tells_end = true;
  Answer answer = answer_of(about, asked, classified(about, runs, *options));
  add_cures(
      about, listed.property,
      {*options, false,
       [&](const analyse::classify::Options& other, bool) { return classify_listed(runs, other, bench.context()); }},
      answer);
  written.add(answer);
  written.save(about);
  return answer;
}

class ClassifySpecification final : public AboutSpecification {
 public:
  ClassifySpecification(Run& run, session::Workbench& bench) : AboutSpecification(run, bench), run_(run) {
    run.context.limit_memory(default_classify_memory);
  }

  Answer treat(const Property& property) override {
    analyse::classify::OtsListing listing;
    listing.ots = &specification();
    listing.scope = &scope();
    listing.predicate = &goal_of(property).predicate;
    listing.from = from();
    listing.depth = arguments().has("depth") ? arguments().count("depth") : arguments().count("bound");
    listing.whole = arguments().text("mode") == "any";
    const auto listed = list_runs(listing, context());
    if (const auto* no = std::get_if<analyse::classify::NotListed>(&listed))
      return {Unknown{no->reason}, std::string(engine::ots::search_name)};
    return classify_runs(run_, bench(), {property, std::string(engine::ots::search_name), !from()},
                         std::get<ListedRuns>(listed), written_);
  }
  Answer leave(const Property&, Verdict verdict) override { return {std::move(verdict)}; }

 private:
  Run& run_;
  WrittenPredicates written_;
};

class ClassifyProgram final : public Analysis {
 public:
  ClassifyProgram(Run& run, session::Workbench& bench) : run_(run), bench_(bench) {}

  Answer treat(const Property& property) override {
    analyse::classify::PushdownListing listing;
    listing.pds = &bench_.model().program().pds;
    listing.efsa = &automaton_of(property);
    analyse::paths::PathsOptions options;
    options.limit = run_.arguments.count("limit").value_or(default_counterexamples);
    analyse::paths::PathsFinding found = run_paths(*listing.pds, *listing.efsa, options, bench_.context());
    for (const Diagnostic& d : found.diagnostics) bench_.diagnostics().add(d);
    if (!bench_.diagnostics().ok()) return {};
    if (!std::holds_alternative<Violated>(found.verdict)) return {std::move(found.verdict), "pushdown"};
    if (listing.efsa->is_liveness())
      return {Unknown{"violated, by infinite runs; classes are made of finite ones: `whynot paths` lists the others"},
              "pushdown"};
    if (found.traces.empty()) return {Unknown{found.incomplete_because}, "pushdown"};
    listing.traces = found.traces;
    listing.rules = found.rules;
    listing.complete = found.complete;
    listing.why_not = found.incomplete_because;
    listing.bound = run_.arguments.count("bound");
    return classify_runs(run_, bench_, {property, "pushdown"}, list_runs(listing, bench_.context()), written_);
  }

 private:
  Run& run_;
  session::Workbench& bench_;
  WrittenPredicates written_;
};

}  // namespace

Prepared classify_system(Run& run, session::Workbench& bench, Properties& properties) {
  auto set = read_predicates({run.arguments, bench, bench.system()});
  drop_computes(bench, run.arguments.has("property"), properties);
  if (!set || !bench.diagnostics().ok()) return Prepared::Failed{};
  return std::make_unique<ClassifySystem>(run, bench, std::move(*set));
}

Prepared classify_specification(Run& run, session::Workbench& bench, Properties& properties) {
  if (!has_scope(bench)) return Prepared::Failed{};
  return prepared<ClassifySpecification>(run, bench, properties);
}

Prepared classify_program(Run& run, session::Workbench& bench, Properties&) {
  return std::make_unique<ClassifyProgram>(run, bench);
}

}  // namespace whynot::command
