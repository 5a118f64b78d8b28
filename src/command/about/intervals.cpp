// whynot intervals: the values of a variable for which a counterexample stays one.
#include <fmt/format.h>

#include <algorithm>

#include "analyse/intervals/boxes.h"
#include "analyse/intervals/constrained.h"
#include "base/check.h"
#include "base/random.h"
#include "command/about/decide.h"
#include "command/about/interval_finding.h"
#include "command/cells.h"
#include "encode/code.h"
#include "model/replay.h"
#include "model/system/path_formula.h"
#include "report/json/trace.h"
#include "report/number_text.h"
#include "report/spelling.h"
#include "session/set_store.h"
#include "session/traces.h"

namespace whynot::command {
namespace {

using analyse::intervals::Constrained;
using analyse::intervals::Question;
using analyse::intervals::Scale;
using analyse::intervals::ValueSet;

struct Target {
  VariableDecl decl;
  std::string name;
  std::size_t column = 0;  // among the columns, or among the inputs
  Scale scale;

  bool is_input() const { return decl.kind == VariableKind::Input; }
};

bool all_digits(const std::string& text) {
  return !text.empty() && text.size() <= 9 &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c); });
}

class Intervals final : public Analysis {
 public:
  Intervals(Run& run, session::Workbench& bench) : run_(run), arguments_(run.arguments), bench_(bench) {
    as_text_ = !arguments_.has("json") && !arguments_.has("format") && !run_.events;
    limit_ = arguments_.count("limit").value_or(as_text_ ? most_listed_as_text : most_listed);
  }

  std::optional<UsageError> mistake() {
    if (named_once("variable").empty())
      return UsageError{"`whynot intervals` needs a variable: -v VAR",
                        "e.g. whynot intervals net.smv -p reach_b -v packet.ipdst"};
    const std::string step = arguments_.text("at-step", "first");
    if (step == "every")
      every_step_ = true;
    else if (all_digits(step))
      step_ = std::stoull(step);
    else if (arguments_.has("at-step"))
      return UsageError{fmt::format("`--at-step {}`: expected a step's number, or `every`", step), ""};
    if (arguments_.has("name") && named_once("variable").size() > 1)
      return UsageError{"`--name` keeps the set of one variable", "run it once for each"};
    if (arguments_.has("name") && arguments_.text("name").empty())
      return UsageError{"`--name` needs a name for the set", ""};
    if (arguments_.text("base") == "0") return UsageError{"`--base 0`: counterexamples are numbered from 1", ""};
    return std::nullopt;
  }

  // Reads what the words are about; errors are in the diagnostics.
  std::optional<UsageError> prepare(const std::vector<Property>& properties) {
    if (is_one(properties) && find_variables()) return read_window();
    return std::nullopt;
  }

  Answer treat(const Property& property) override {
    property_ = property;
    Answer answer = find_base();
    if (!bench_.diagnostics().ok()) return answer;
    findings_ = &answer.findings;
    if (base_) {
      for (const Target& target : targets_) treat(target);
      if (targets_.size() > 1) treat_together();
    } else if (arguments_.has("name")) {
      keep_nothing(targets_.front(), answer.verdict);
    }
    answer.open = undecided_;
    return answer;
  }

 private:
  bool is_one(const std::vector<Property>& selected) {
    if (selected.size() == 1) return true;
    std::vector<std::string> known;
    for (const Property& p : bench_.model().properties) known.push_back(p.name);
    auto& error = bench_.diagnostics().error("intervals.one-property", "intervals are about one property", {1, 0, 0});
    error.help = known.empty() ? "the model has none; add one with -f"
                               : fmt::format("choose one with -p: {}", fmt::join(known, ", "));
    return false;
  }

  std::optional<Target> variable_named(const std::string& name, bool needs_scale) {
    std::size_t column = 0, input = 0;
    std::vector<std::string_view> candidates;
    for (const VariableDecl& v : bench_.system().variables) {
      const std::string& known = bench_.pool().name_of(v.variable);
      std::size_t& index = v.kind == VariableKind::Input ? input : column;
      if (known == name) {
        auto scale = Scale::of(v.variable.type(), !needs_scale || arguments_.has("ordered"));
        if (scale && encode::has_code(v.variable.type())) return Target{v, name, index, *scale};
        not_a_number(v, name);
        return std::nullopt;
      }
      candidates.push_back(known);
      ++index;
    }
    unknown_variable(name, candidates);
    return std::nullopt;
  }

  void not_a_number(const VariableDecl& v, const std::string& name) {
    auto& error = bench_.diagnostics().error(
        "intervals.not-a-number",
        fmt::format("`{}` has type {}, whose values are no numbers: there are no intervals of them", name,
                    v.variable.type().to_string()),
        v.where);
    if (v.variable.type().is(TypeKind::Enum))
      error.help = "--ordered takes the symbols in the order of their declaration";
  }

  void unknown_variable(const std::string& name, const std::vector<std::string_view>& candidates) {
    for (const Define& d : bench_.system().defines)
      if (d.name == name) {
        auto& error = bench_.diagnostics().error(
            "intervals.define", fmt::format("`{}` is a DEFINE: it follows from variables", name), d.where);
        std::vector<std::string> below;
        for (Expr x : support(d.value)) below.push_back(bench_.pool().name_of(x));
        if (!below.empty()) error.help = fmt::format("ask for {}", fmt::join(below, ", "));
        return;
      }
    if (has_parts(name, candidates)) return;
    auto& error = bench_.diagnostics().error("app.unknown-column", fmt::format("the model has no variable `{}`", name),
                                             {1, 0, 0});
    if (const auto near = nearest_name(name, candidates); !near.empty())
      error.help = fmt::format("did you mean `{}`?", near);
  }

  // Whether the name is that of an array or an instance: its elements have values, it has none.
  bool has_parts(const std::string& name, const std::vector<std::string_view>& candidates) {
    constexpr std::size_t most_shown = 6;
    std::vector<std::string_view> parts;
    for (std::string_view c : candidates)
      if (c.starts_with(name + "[") || c.starts_with(name + ".")) parts.push_back(c);
    if (parts.empty() || name.empty()) return false;
    const bool is_array = parts[0][name.size()] == '[';
    auto& error = bench_.diagnostics().error(
        "intervals.not-a-number",
        fmt::format("`{}` is {}: it has no value of its own", name, is_array ? "an array" : "an instance of a module"),
        {1, 0, 0});
    const bool all = parts.size() <= most_shown;
    parts.resize(std::min(parts.size(), most_shown));
    error.help = fmt::format("ask for {}{}", fmt::join(parts, ", "), all ? "" : ", …");
    return true;
  }

  // To name a variable twice says nothing new.
  std::vector<std::string> named_once(const char* option) const {
    std::vector<std::string> names;
    for (const std::string& name : arguments_.list(option))
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    return names;
  }

  bool find_variables() {
    for (const std::string& name : named_once("variable"))
      if (auto target = variable_named(name, true)) targets_.push_back(std::move(*target));
    for (const std::string& name : named_once("free"))
      if (auto target = variable_named(name, false)) free_.push_back(std::move(*target));
    return bench_.diagnostics().ok();
  }

  // --contains LO..HI, in the spelling of the first variable.
  std::optional<UsageError> read_window() {
    if (!arguments_.has("contains")) return std::nullopt;
    const std::string text = arguments_.text("contains");
    report::Intervals shape;
    describe_scale(targets_[0].scale, shape);
    window_ = command::read_window(text, report::number_style(shape));
    if (!window_) return UsageError{fmt::format("`--contains {}`: {}", text, window_shape), ""};
    return std::nullopt;
  }

  void describe_scale(const Scale& scale, report::Intervals& found) const {
    found.width = scale.width();
    found.is_signed = scale.is_signed();
    found.as = arguments_.text("as");
    if (scale.is_symbolic())
      for (const Value& v : scale.type().values()) found.symbols.push_back(v.to_string());
  }

  // The base trace into the report; none when the property holds or is open.
  Answer find_base() {
    const std::string base = arguments_.text("base", "1");
    if (!all_digits(base)) return read_base(base);
    DecideOptions options;
    options.number = std::max<std::size_t>(1, std::stoull(base));
    Answer answer = decide(bench_, property_, options);
    if (std::holds_alternative<Computed>(answer.verdict))
      error("intervals.no-trace", fmt::format("`{}` is a COMPUTE: it has no counterexamples", property_.name));
    if (!std::holds_alternative<Violated>(answer.verdict)) return answer;
    if (answer.traces.empty() || !one_trace_settles())
      error("intervals.no-trace", fmt::format("`{}` is violated, but no single trace shows it", property_.name));
    else if (answer.traces.size() < options.number)
      error("intervals.too-few",
            fmt::format("there is no counterexample number {}: {} were found", options.number, answer.traces.size()));
    else
      start_from(answer.traces[options.number - 1]);
    return answer;
  }

  void start_from(const std::string& id) {
    base_id_ = id;
    base_ = bench_.report().trace(id)->trace;
  }

  void error(std::string code, std::string message) {
    bench_.diagnostics().error(std::move(code), std::move(message), property_.where);
  }

  bool one_trace_settles() const {
    return !property_.is_ctl() || path_formula(bench_.pool(), property_.formula, Polarity::Violating);
  }

  Answer read_base(const std::string& path) {
    if (property_.kind == PropertyKind::Compute || !one_trace_settles()) {
      error("intervals.no-trace", fmt::format("no single trace shows that `{}` is violated", property_.name));
      return {};
    }
    const auto entries =
        session::read_traces(path, run_.in, bench_.stepper().signature(), bench_.sources(), bench_.diagnostics());
    if (!entries) return {};
    const auto named =
        std::find_if(entries->begin(), entries->end(), [&](const auto& e) { return e.property == property_.name; });
    const Trace& trace = (named == entries->end() ? entries->front() : *named).trace;
    if (const auto refusal = replay(bench_.model(), trace, {&property_})) {
      error("intervals.not-a-counterexample", fmt::format("the trace of `{}` is no counterexample of `{}`: step {}: {}",
                                                          path, property_.name, refusal->step, refusal->reason));
      return {};
    }
    start_from(bench_.cite(trace, property_.name, {&property_}));
    return {Violated{trace}, "given", {base_id_}};
  }

  // Steps as the report counts them: the inputs of a step are those of the transition into it.
  std::vector<std::size_t> steps_of(const Target& target) {
    const std::size_t first = target.is_input() ? 1 : 0,
                      end = target.is_input() ? base_->depth() + 1 : base_->steps.size();
    std::vector<std::size_t> steps;
    if (every_step_) {
      for (std::size_t k = first; k < end; ++k) steps.push_back(k);
    } else if (const std::size_t k = step_.value_or(first); first <= k && k < end) {
      steps.push_back(k);
    }
    if (steps.empty()) {
      auto& error = bench_.diagnostics().error(
          "intervals.no-such-step",
          fmt::format("`{}` has no value at step {} of the base", target.name, step_.value_or(first)),
          target.decl.where);
      if (end > first) error.help = fmt::format("it has one at steps {} to {}", first, end - 1);
    }
    return steps;
  }

  Question question(std::vector<Expr> targets, bool of_input, std::size_t step) const {
    Question q{&bench_.system(),          &property_, *base_, std::move(targets), {}, arguments_.has("free-lasso"),
               of_input ? step - 1 : step};
    for (const Target& f : free_) q.free.push_back(f.decl.variable);
    return q;
  }

  Integer value_in_base(const Target& target, std::size_t step) const {
    const Value& v = !target.is_input()           ? base_->steps[step].state[target.column]
                     : step < base_->steps.size() ? base_->steps[step].inputs[target.column]
                                                  : base_->closing_inputs[target.column];
    return target.scale.number(v);
  }

  void treat(const Target& target) {
    const std::vector<std::size_t> steps = steps_of(target);
    std::optional<ValueSet> violating, route;
    report::Intervals found;
    for (std::size_t step : steps) {
      const auto solved =
          Constrained::solve(question({target.decl.variable}, target.is_input(), step), bench_.context());
      if (!solved) return give_up(target);
      found.method = solved->method();
      const ValueSet here = solved->violating_set(target.scale);
      confirm(target, *solved, here, step);
      violating = violating ? violating->intersected(here) : here;
      const ValueSet run_here = solved->route_set(target.scale);
      route = route ? route->intersected(run_here) : run_here;
    }
    if (!violating) return;
    describe(*violating, limit_, found);
    found.property = property_.name;
    found.variable = target.name;
    found.base = base_id_;
    found.value = value_in_base(target, steps.front());
    found.as = arguments_.text("as");
    found.step = every_step_ ? "every" : std::to_string(steps.front());
    for (const Target& f : free_) found.free.push_back(f.name);
    found.free_lasso = arguments_.has("free-lasso");
    if (const auto around = violating->around(*found.value)) found.around_base = {reported(*around)};
    found.route = listed(*route, limit_);
    found.route_count = route->count();
    if (window_)
      found.contains = report::Contained{reported(*window_), violating->contains(*window_),
                                         violating->count_in(*window_), violating->first_outside(*window_)};
    remark(target, found);
    if (arguments_.has("name")) keep(target, *violating, found);
    findings_->push_back(std::move(found));
  }

  // What holds is violated by no value; what is open is not kept.
  void keep_nothing(const Target& target, const Verdict& verdict) {
    if (!std::holds_alternative<Holds>(verdict)) {
      bench_.diagnostics().warning(
          "intervals.not-kept",
          fmt::format("`{}` is not decided: no set `{}` is kept", property_.name, arguments_.text("name")),
          property_.where);
      return;
    }
    const ValueSet none(target.scale);
    report::Intervals found;
    describe(none, limit_, found);
    found.property = property_.name;
    found.variable = target.name;
    found.as = arguments_.text("as");
    keep(target, none, found);
    findings_->push_back(std::move(found));
  }

  void keep(const Target& target, const ValueSet& set, report::Intervals& found) {
    const std::string path = session::session_file(arguments_.text("session"));
    session::SetStore store;
    if (!store.read(path, bench_.sources(), bench_.diagnostics())) return;
    found.name = arguments_.text("name");
    const report::Report& report = bench_.report();
    std::string base;
    if (base_) report::append_trace(base, *report.trace(base_id_), report.sources);
    store.put({found.name, set, fmt::format("{} {} {}", report.file, property_.name, target.name), report.file,
               property_.name, target.name, found.step, found.free, found.free_lasso, found.symbols, std::move(base),
               found.value});
    std::string error;
    if (!store.write(error))
      bench_.diagnostics().error("app.cannot-write", fmt::format("cannot write {}", error), {1, 0, 0});
  }

  void give_up(const Target& target) {
    undecided_ = true;
    bench_.diagnostics().warning(
        "intervals.undecided",
        fmt::format("the set of `{}` is open: {}", target.name,
                    bench_.context().stopped() == Stop::None ? std::string("it has too many pieces")
                                                             : bench_.context().stop_reason()),
        target.decl.where);
  }

  void remark(const Target& target, const report::Intervals& found) {
    if (found.count == 0)
      bench_.diagnostics().warning(
          "intervals.empty", fmt::format("no value of `{}` is possible at every step", target.name), target.decl.where);
    if (found.truncated && !arguments_.has("limit") && !as_text_)
      bench_.diagnostics().warning("intervals.cut",
                                   fmt::format("`{}` has {} intervals: the lists end after {}", target.name,
                                               to_string(found.interval_total), limit_),
                                   target.decl.where);
    if (const std::size_t most = found.as == "ipv4" ? 32 : found.as == "ipv6" ? 128 : found.width; found.width > most)
      bench_.diagnostics().warning("intervals.too-wide",
                                   fmt::format("`{}` has {} bits, {} has {}: its values are shown as decimal numbers",
                                               target.name, found.width, found.as, most),
                                   target.decl.where);
    if (found.count <= 1 || found.count != found.domain) return;
    const std::vector<Expr> spoken_of = support(property_.formula);
    const bool touched = std::find(spoken_of.begin(), spoken_of.end(), target.decl.variable) != spoken_of.end();
    bench_.diagnostics().warning("intervals.untouched",
                                 fmt::format("every value of `{}` keeps the counterexample{}", target.name,
                                             touched ? "" : ": the property does not speak of it"),
                                 target.decl.where);
  }

  // Of large sets not all: the first intervals, the longest one, and those around members taken at random.
  std::vector<analyse::intervals::Interval> some_intervals(const ValueSet& set) const {
    constexpr std::size_t first = 4, others = 4;
    std::vector<analyse::intervals::Interval> chosen;
    set.for_each_interval([&](const analyse::intervals::Interval& i) {
      chosen.push_back(i);
      return chosen.size() < first;
    });
    if (chosen.size() < first) return chosen;
    chosen.push_back(*set.longest());
    Random random(bench_.context().seed());
    const Integer count = set.count();
    for (std::size_t n = 0; n < others; ++n)
      chosen.push_back(*set.around(*set.member(Integer(random.next()) * random.next() % count)));
    return chosen;
  }

  // Nothing unchecked is shown: ends of intervals, and a value between them, are made into traces and replayed on
  // the model, and the numbers beside them must not be counterexamples where everything else is fixed.
  void confirm(const Target& target, const Constrained& solved, const ValueSet& set, std::size_t step) {
    std::vector<Integer> members, others;
    Random random(bench_.context().seed());
    for (const analyse::intervals::Interval& i : some_intervals(set)) {
      members.push_back(i.lo);
      if (i.hi != i.lo) members.push_back(i.hi);
      if (i.length() > 2) members.push_back(i.lo + 1 + Integer(random.next()) % (i.length() - 2));
      others.push_back(i.lo - 1);
      others.push_back(i.hi + 1);
    }
    for (const Integer& n : members) {
      const auto trace = solved.witness({n}, bench_.context());
      if (!trace && bench_.context().should_stop()) return;
      WHYNOT_CHECK(trace && !replay(bench_.model(), *trace, {&property_}),
                   fmt::format("{} = {} should be a counterexample", target.name, to_string(n)));
    }
    if (target.decl.kind != VariableKind::Frozen || !free_.empty() || arguments_.has("free-lasso")) return;
    for (const Integer& n : others) {
      if (!target.scale.is_value(n)) continue;
      Trace trace = *base_;
      for (Step& s : trace.steps) s.state[target.column] = target.scale.value(n);
      WHYNOT_CHECK(replay(bench_.model(), trace, {&property_}),
                   fmt::format("{} = {} at step {} should be no counterexample", target.name, to_string(n), step));
    }
  }

  // Tuples of all variables, as boxes.
  void treat_together() {
    const bool inputs = targets_[0].is_input();
    if (every_step_ || std::any_of(targets_.begin(), targets_.end(),
                                   [&](const Target& t) { return t.is_input() != inputs || steps_of(t).empty(); })) {
      bench_.diagnostics().warning("intervals.no-boxes",
                                   "there are no boxes: they are of variables at one step, all of them inputs or "
                                   "none",
                                   targets_[0].decl.where);
      return;
    }
    const std::size_t step = steps_of(targets_[0]).front();
    std::vector<Expr> variables;
    std::vector<Scale> scales;
    std::vector<Integer> point;
    report::Intervals found;
    found.boxes.emplace();
    std::size_t bits = 0;
    for (const Target& t : targets_) {
      variables.push_back(t.decl.variable);
      scales.push_back(t.scale);
      point.push_back(value_in_base(t, step));
      found.boxes->variables.push_back(t.name);
      bits += t.scale.width();
    }
    const auto solved = Constrained::solve(question(variables, inputs, step), bench_.context());
    if (!solved) return give_up(targets_[0]);
    found.property = property_.name;
    found.base = base_id_;
    found.step = std::to_string(step);
    found.count = solved->violating().sat_count(bits);
    found.as = arguments_.text("as");
    found.width = scales[0].width();
    const bool all = for_each_box(*solved, scales, bench_.context(), [&](const analyse::intervals::Box& box) {
      if (found.boxes->boxes.size() == limit_) return !(found.truncated = true);
      auto& sides = found.boxes->boxes.emplace_back();
      for (const auto& side : box) {
        sides.emplace_back();
        for (const auto& i : side) sides.back().push_back(reported(i));
      }
      return true;
    });
    if (!all) {
      found.truncated = true;
      bench_.diagnostics().warning("intervals.many-boxes",
                                   fmt::format("not all boxes are listed: {}", bench_.context().stopped() == Stop::None
                                                                                   ? std::string("there are too many")
                                                                                   : bench_.context().stop_reason()),
                                   targets_[0].decl.where);
      if (bench_.context().stopped() != Stop::None) undecided_ = true;
    }
    for (const auto& i : box_around(*solved, scales, point)) found.boxes->around_base.push_back(reported(i));
    findings_->push_back(std::move(found));
  }

  Run& run_;
  const Arguments& arguments_;
  session::Workbench& bench_;
  Property property_;
  std::vector<Target> targets_, free_;
  std::optional<std::size_t> step_;
  bool every_step_ = false, undecided_ = false, as_text_ = false;
  std::uint64_t limit_ = 0;
  std::optional<analyse::intervals::Interval> window_;
  std::optional<Trace> base_;
  std::string base_id_;
  std::vector<report::Finding>* findings_ = nullptr;  // of the answer
};

}  // namespace

Prepared intervals_of_system(Run& run, session::Workbench& bench, Properties& properties) {
  auto analysis = std::make_unique<Intervals>(run, bench);
  if (auto mistake = analysis->mistake()) return *mistake;
  if (auto mistake = analysis->prepare(properties)) return *mistake;
  return analysis;
}

}  // namespace whynot::command
