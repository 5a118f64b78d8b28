// whynot intervals: the values of a variable for which a counterexample stays one.  The counterexample is found or read
// first; then everything but the variable is held as it is (or all runs are looked at, of its length or of any:
// --over), the set of its values is computed and tried on samples, and only then it becomes a finding.  Several
// variables are treated one by one, then together, as boxes of tuples.
#include <fmt/format.h>

#include <algorithm>

#include "analyse/intervals/boxes.h"
#include "analyse/intervals/constrained.h"
#include "command/about/intervals/base.h"
#include "command/about/intervals/before.h"
#include "command/about/intervals/confirm.h"
#include "command/about/intervals/finding.h"
#include "command/about/intervals/request.h"
#include "command/cells.h"
#include "engine/health.h"
#include "report/json/trace.h"
#include "session/set_store.h"

namespace whynot::command {
namespace {

using analyse::intervals::Constrained;
using analyse::intervals::Question;
using analyse::intervals::Scale;
using analyse::intervals::ValueSet;

class Intervals final : public Analysis {
 public:
  Intervals(Run& run, session::Workbench& bench, IntervalRequest request)
      : run_(run), arguments_(run.arguments), bench_(bench), asked_(std::move(request)) {}

  // The sets of one model, for a comparison: nothing is kept or compared once more.
  static std::optional<IntervalSets> sets_of(Run& run, session::Workbench& bench, IntervalRequest request,
                                             const Property& property) {
    Intervals analysis(run, bench, std::move(request));
    analysis.is_before_ = true;
    const Answer answer = analysis.treat(property);
    if (!bench.diagnostics().ok() || answer.open) return std::nullopt;
    if (!*analysis.base_ && !std::holds_alternative<Holds>(answer.verdict)) return std::nullopt;
    return std::move(analysis.sets_);
  }

  Answer treat(const Property& property) override {
    property_ = property;
    base_.emplace(run_, bench_, asked_, property_);
    Answer answer = base_->find();
    if (!bench_.diagnostics().ok()) return answer;
    findings_ = &answer.findings;
    if (*base_) {
      for (const Target& target : asked_.targets) treat(target);
      if (asked_.targets.size() > 1 && !is_before_) treat_together();
    } else if (!is_before_ && (arguments_.has("name") || arguments_.has("before"))) {
      for (const Target& target : asked_.targets) tell_nothing(target, answer.verdict);
    }
    answer.open = undecided_;
    return answer;
  }

 private:
  void error(std::string code, std::string message) {
    bench_.diagnostics().error(std::move(code), std::move(message), property_.where);
  }

  Question question(std::vector<Expr> targets, bool of_input, std::size_t step) const {
    std::vector<Expr> free;
    for (const Target& f : asked_.free) free.push_back(f.decl.variable);
    if (asked_.over == Over::Length)
      for (const VariableDecl& v : bench_.system().variables) free.push_back(v.variable);
    return {.system = &bench_.system(),
            .property = &property_,
            .base = base_->trace(),
            .targets = std::move(targets),
            .free = std::move(free),
            .free_lasso = arguments_.has("free-lasso") || asked_.over == Over::Length,
            .step = of_input ? step - 1 : step};
  }

  std::optional<Constrained> solve(const Question& question) {
    if (asked_.over == Over::All) return Constrained::over_all(question, &bench_.keep(), bench_.context());
    return Constrained::solve(question, bench_.context());
  }

  void treat(const Target& target) {
    const std::vector<std::size_t> steps = base_->steps_of(target);
    std::optional<ValueSet> violating, route;
    report::Intervals found;
    for (std::size_t step : steps) {
      const Question asked = question({target.decl.variable}, target.is_input(), step);
      const auto solved = solve(asked);
      if (!solved) return give_up(target);
      found.method = solved->method();
      const ValueSet here = solved->violating_set(target.scale);
      confirm_samples(bench_, asked, target, *solved, here);
      if (asked_.window && !asked_.every_step) cite_witness(*solved, here, found);
      violating = violating ? violating->intersected(here) : here;
      const ValueSet run_here = solved->route_set(target.scale);
      route = route ? route->intersected(run_here) : run_here;
    }
    if (!violating) return;
    sets_.emplace(target.name, *violating);
    if (is_before_) return;
    describe_found(target, steps.front(), *violating, found);
    found.route = listed(*route, asked_.limit);
    found.route_count = route->count();
    remark(target, found);
    compare(target, *violating, found);
    if (arguments_.has("name")) keep(target, *violating, found);
    findings_->push_back(std::move(found));
  }

  // A run for the first value of --contains that is in the set.
  void cite_witness(const Constrained& solved, const ValueSet& set, report::Intervals& found) {
    if (is_before_) return;
    ValueSet window(set.scale());
    window.insert(*asked_.window);
    const auto first = set.intersected(window).member(0);
    const auto trace = first ? solved.witness({*first}, bench_.context()) : std::nullopt;
    if (trace) found.witness = bench_.cite(*trace, property_.name, {&property_});
  }

  // --before: the same question of the model as it was.
  void compare(const Target& target, const ValueSet& now, report::Intervals& found) {
    if (!arguments_.has("before")) return;
    if (!before_) before_ = sets_before(run_, bench_, property_, Intervals::sets_of);
    if (!before_) return;
    const auto old = before_->find(target.name);
    const ValueSet was = old == before_->end() ? ValueSet(target.scale) : old->second;
    if (!(was.scale() == now.scale()) || was.scale().type_name() != now.scale().type_name()) {
      error("intervals.before-differs",
            fmt::format("`{}` is of type {} in `{}`", target.name, was.scale().type_name(), arguments_.text("before")));
      return;
    }
    const ValueSet fresh = now.without(was), gone = now.same_kind(was).without(now);
    found.compared = report::Compared{arguments_.text("before"), fresh.count(), gone.count(),
                                      listed(fresh, asked_.limit), listed(gone, asked_.limit)};
  }

  void describe_found(const Target& target, std::size_t step, const ValueSet& violating, report::Intervals& found) {
    describe(violating, asked_.limit, found);
    found.property = property_.name;
    found.variable = target.name;
    found.base = base_->id();
    found.over = arguments_.text("over", "run");
    if (step < base_->end_of(target)) found.value = base_->value_of(target, step);
    found.as = arguments_.text("as");
    found.step = asked_.every_step ? "every" : std::to_string(step);
    for (const Target& f : asked_.free) found.free.push_back(f.name);
    found.free_lasso = arguments_.has("free-lasso");
    if (const auto around = found.value ? violating.around(*found.value) : std::nullopt)
      found.around_base = {reported(*around)};
    if (const auto& window = asked_.window)
      found.contains = report::Contained{reported(*window), violating.contains(*window), violating.count_in(*window),
                                         violating.first_outside(*window)};
  }

  // What holds is violated by no value; what is open is not kept.
  void tell_nothing(const Target& target, const Verdict& verdict) {
    if (!std::holds_alternative<Holds>(verdict)) {
      if (!arguments_.has("name")) return;
      bench_.diagnostics().warning(
          "intervals.not-kept",
          fmt::format("`{}` is not decided: no set `{}` is kept", property_.name, arguments_.text("name")),
          property_.where);
      return;
    }
    const ValueSet none(target.scale);
    report::Intervals found;
    describe(none, asked_.limit, found);
    found.property = property_.name;
    found.variable = target.name;
    found.as = arguments_.text("as");
    found.over = arguments_.text("over", "run");
    compare(target, none, found);
    if (arguments_.has("name")) keep(target, none, found);
    findings_->push_back(std::move(found));
  }

  void keep(const Target& target, const ValueSet& set, report::Intervals& found) {
    const std::string path = session::session_file(arguments_.text("session"));
    session::SetStore store;
    if (!store.read(path, bench_.sources(), bench_.diagnostics())) return;
    found.name = arguments_.text("name");
    if (asked_.targets.size() > 1) found.name += "." + target.name;
    const report::Report& report = bench_.report();
    std::string base;
    if (*base_) report::append_trace(base, *report.trace(base_->id()), report.sources);
    store.put({.name = found.name,
               .set = set,
               .made_by = fmt::format("{} {} {}", report.file, property_.name, target.name),
               .model = report.file,
               .property = property_.name,
               .variable = target.name,
               .step = found.step,
               .free = found.free,
               .free_lasso = found.free_lasso,
               .symbols = found.symbols,
               .base = std::move(base),
               .value = found.value,
               .over = found.over,
               .as = found.as});
    std::string error;
    if (!store.write(error))
      bench_.diagnostics().error("app.cannot-write", fmt::format("cannot write {}", error), {1, 0, 0});
  }

  void give_up(const Target& target) {
    undecided_ = true;
    warn(target, "intervals.undecided",
         fmt::format("the set of `{}` is open: {}", target.name, why_stopped("it has too many pieces")));
  }

  std::string why_stopped(const std::string& otherwise) const {
    return bench_.context().stopped() == Stop::None ? otherwise : bench_.context().stop_reason();
  }

  void warn(const Target& target, std::string code, std::string message) {
    bench_.diagnostics().warning(std::move(code), std::move(message), target.decl.where);
  }

  void remark(const Target& target, const report::Intervals& found) {
    if (found.count == 0)
      warn(target, "intervals.empty", fmt::format("no value of `{}` is possible at every step", target.name));
    if (found.truncated && !arguments_.has("limit") && !asked_.as_text)
      warn(target, "intervals.cut",
           fmt::format("`{}` has {} intervals: the lists end after {}", target.name, to_string(found.interval_total),
                       asked_.limit));
    if (const std::size_t most = address_bits(found.as).value_or(found.width); found.width > most)
      warn(target, "intervals.too-wide",
           fmt::format("`{}` has {} bits, {} has {}: its values are shown as decimal numbers", target.name, found.width,
                       found.as, most));
    if (may_count_dead_ends())
      return warn(target, "intervals.dead-ends",
                  fmt::format("the model can get stuck, and values of `{}` are kept as long as the finite trace is a "
                              "run: `--over all` leaves out those from which no run goes on",
                              target.name));
    if (found.count <= 1 || found.count != found.domain) return;
    const std::vector<Expr> spoken_of = support(property_.formula);
    const bool touched = std::find(spoken_of.begin(), spoken_of.end(), target.decl.variable) != spoken_of.end();
    if (asked_.over != Over::Run)
      return warn(target, "intervals.untouched", fmt::format("for every value of `{}` some run violates", target.name));
    warn(target, "intervals.untouched",
         fmt::format("every value of `{}` keeps the counterexample{}", target.name,
                     touched ? "" : ": the property does not speak of it"));
  }

  // Whether a finite trace of a property of infinite runs is looked at where there are runs that stop.
  bool may_count_dead_ends() {
    const bool is_finite = base_ && !base_->id().empty() && !base_->trace().loop;
    const bool always_steps = bench_.system().trans.empty() && bench_.system().invar.empty();
    if (asked_.over == Over::All || !is_finite || !property_.is_ltl() || always_steps) return false;
    constexpr std::uint64_t effort = 60;  // some hundredths of a second
    Context limited(bench_.context(), effort);
    const auto health = engine::examine(bench_.system(), &bench_.keep(), limited);
    return !health || health->deadlock.has_value();
  }

  // Tuples of all variables, as boxes.
  void treat_together() {
    const Target& first = asked_.targets[0];
    if (!may_be_boxes()) {
      warn(first, "intervals.no-boxes",
           "there are no boxes: they are of variables at one step, all of them inputs or none");
      return;
    }
    const std::size_t step = base_->steps_of(first).front();
    std::vector<Expr> variables;
    std::vector<Scale> scales;
    std::vector<Integer> point;
    std::size_t bits = 0;
    for (const Target& t : asked_.targets) {
      variables.push_back(t.decl.variable);
      scales.push_back(t.scale);
      if (step < base_->end_of(t)) point.push_back(base_->value_of(t, step));
      bits += t.scale.width();
    }
    const auto solved = solve(question(variables, first.is_input(), step));
    if (!solved) return give_up(first);
    report::Intervals found;
    found.property = property_.name;
    found.base = base_->id();
    found.step = std::to_string(step);
    found.over = arguments_.text("over", "run");
    found.name = arguments_.text("name");
    found.count = solved->violating().sat_count(bits);
    found.as = arguments_.text("as");
    found.width = scales[0].width();
    found.boxes.emplace();
    for (const Target& t : asked_.targets) found.boxes->variables.push_back(t.name);
    list_boxes(*solved, scales, found);
    if (point.size() == scales.size())
      for (const auto& i : box_around(*solved, scales, point)) found.boxes->around_base.push_back(reported(i));
    findings_->push_back(std::move(found));
  }

  bool may_be_boxes() {
    const bool inputs = asked_.targets[0].is_input();
    return !asked_.every_step && std::all_of(asked_.targets.begin(), asked_.targets.end(), [&](const Target& t) {
      return t.is_input() == inputs && !base_->steps_of(t).empty();
    });
  }

  void list_boxes(const Constrained& solved, const std::vector<Scale>& scales, report::Intervals& found) {
    auto& boxes = found.boxes->boxes;
    const bool all = for_each_box(solved, scales, bench_.context(), [&](const analyse::intervals::Box& box) {
      found.truncated = boxes.size() == asked_.limit;
      if (found.truncated) return false;
      auto& sides = boxes.emplace_back();
      for (const auto& side : box) {
        sides.emplace_back();
        for (const auto& i : side) sides.back().push_back(reported(i));
      }
      return true;
    });
    if (all) return;
    found.truncated = true;
    warn(asked_.targets[0], "intervals.many-boxes",
         fmt::format("not all boxes are listed: {}", why_stopped("there are too many")));
    if (bench_.context().stopped() != Stop::None) undecided_ = true;
  }

  Run& run_;
  const Arguments& arguments_;
  session::Workbench& bench_;
  Property property_;
  IntervalRequest asked_;
  bool undecided_ = false;
  bool is_before_ = false;  // this is the model as it was
  IntervalSets sets_;
  std::optional<IntervalSets> before_;
  std::optional<IntervalBase> base_;                  // of the property
  std::vector<report::Finding>* findings_ = nullptr;  // of the answer
};

}  // namespace

Prepared intervals_of_system(Run& run, session::Workbench& bench, Properties& properties) {
  IntervalRequest request;
  if (auto mistake = read_interval_request(run, bench, properties, request)) return *mistake;
  return std::make_unique<Intervals>(run, bench, std::move(request));
}

}  // namespace whynot::command
