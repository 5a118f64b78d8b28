// Where a command meets a model: it selects properties by name, reads the formulas given on the command line, hands
// questions to the engines, and takes traces into the report, each after its replay.
#include "session/workbench.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "engine/turns/race.h"
#include "expr/evaluate.h"
#include "model/replay.h"
#include "model/system/slots.h"
#include "session/decided.h"
#include "session/unknown_name.h"
#include "session/values_inline.h"

namespace whynot::session {
namespace {

std::vector<const engine::Engine*> engines_of(const Deciding& deciding) {
  if (deciding.takes_any_engine()) return engine::engines();
  return {engine::engine_named(deciding.engine)};
}

// The first part of the diagnostic codes for unknown names, by kind of model.
std::string_view code_of(Kind kind) {
  switch (kind) {
    case Kind::System: return "app";
    case Kind::Specification: return "ots";
    case Kind::Program: return "paths";
  }
  return "";
}

const Property* named(std::span<const Property> properties, const std::string& name) {
  const auto found =
      std::find_if(properties.begin(), properties.end(), [&](const Property& p) { return p.name == name; });
  return found == properties.end() ? nullptr : &*found;
}

// f1, f2, …: the first name that is not taken.
std::string free_name(std::span<const Property> taken, std::span<const Property> also) {
  for (std::size_t number = 1;; ++number) {
    std::string name = fmt::format("f{}", number);
    if (!named(taken, name) && !named(also, name)) return name;
  }
}

}  // namespace

Workbench::Workbench(std::shared_ptr<Opened> opened, const std::vector<std::string>& properties, Context& context,
                     Deciding deciding)
    : opened_(std::move(opened)),
      open_(opened_->having(properties)),
      context_(context),
      deciding_(std::move(deciding)),
      report_(opened_->report()) {
  for (const Diagnostic& d : opened_->said) diagnostics_.add(d);
  if (const auto* system = std::get_if<System>(&model().is)) {
    report_.instances = system->instances;
    report_.variables = system->system.variables.size();
  }
}

std::optional<Property> Workbench::formula(const std::string& name, const std::string& text,
                                           std::optional<PropertyKind> kind) {
  return model().reader->formula(sources().add(name, text), name, kind, context_, diagnostics_);
}

Expr Workbench::expression(const std::string& text, Reader::Allowed allowed) {
  return model().reader->expression(sources().add("expression", text), allowed, context_, diagnostics_);
}

void Workbench::add_named(const std::vector<std::string>& names, std::vector<Property>& selected) {
  std::vector<std::string> known;
  for (const Property& p : model().properties) known.push_back(p.name);
  for (const std::string& name : names) {
    const Property* found = named(model().properties, name);
    if (!found)
      unknown_name(diagnostics_, {fmt::format("{}.unknown-property", code_of(model().kind())), "property", {1, 0, 0}},
                   name, known);
    else if (!named(selected, name))
      selected.push_back(*found);
  }
}

std::optional<std::vector<Property>> Workbench::select(const std::vector<std::string>& names,
                                                       const std::vector<std::string>& formulas,
                                                       std::optional<PropertyKind> kind) {
  std::vector<Property> selected;
  if (model().kind() == Kind::Program && model().properties.empty())
    diagnostics_.error("pds.no-property", "there is no `property` section to check the model against", {1, 0, 0}).help =
        "give a file with one: -a policy.efsa";
  else
    add_named(names, selected);
  for (const std::string& text : formulas) {
    const std::string name = free_name(model().properties, selected);
    auto added = model().reader->formula(sources().add("-f", text), name, kind, context_, diagnostics_);
    if (!added) continue;
    formulas_.push_back({name, text, kind});
    selected.push_back(std::move(*added));
  }
  if (names.empty() && formulas.empty()) selected = model().properties;
  if (!diagnostics_.ok()) return std::nullopt;
  return selected;
}

bool Workbench::knows_columns(const std::vector<std::string>& names) {
  std::vector<std::string> columns;
  for (const Column& column : model().stepper->signature()->columns) columns.push_back(column.name);
  for (const std::string& name : names) {
    if (std::find(columns.begin(), columns.end(), name) != columns.end()) continue;
    const std::string_view whose = model().kind() == Kind::Specification ? "ots" : "app";
    auto& error = diagnostics_.error(fmt::format("{}.unknown-column", whose),
                                     fmt::format("the model has no variable `{}`", name), {1, 0, 0});
    if (const auto near = nearest_name(name, {columns.begin(), columns.end()}); !near.empty())
      error.help = fmt::format("did you mean `{}`?", near);
  }
  return diagnostics_.ok();
}

std::vector<std::size_t> Workbench::columns(const std::vector<std::string>& names) const {
  const std::vector<Column>& all = stepper().signature()->columns;
  std::vector<std::size_t> chosen;
  for (std::size_t c = 0; c < all.size(); ++c)
    if (names.empty() || std::find(names.begin(), names.end(), all[c].name) != names.end()) chosen.push_back(c);
  return chosen;
}

Query Workbench::query(const Property& property) {
  Query query;
  query.system = &system();
  query.property = &property;
  query.bound = deciding_.bound;
  query.keep = &open_.keep;
  return query;
}

Verdict covered(Verdict never) {
  if (auto* violated = std::get_if<Violated>(&never)) return Holds{std::move(violated->evidence)};
  if (std::holds_alternative<Holds>(never)) return Violated{NoEvidence{"no run reaches it"}};
  if (const auto* none = std::get_if<NoneUpTo>(&never)) {
    const std::string why = none->reason.empty() ? "longer runs were not looked at" : none->reason;
    return Unknown{fmt::format("no run of depth at most {} reaches it; {}", none->depth, why)};
  }
  return never;
}

engine::Answer Workbench::decide(const Property& property) {
  if (property.kind == PropertyKind::Cover) {
    const Property never = property.never_covered(pool());
    engine::Answer answer = decide(never);
    return {covered(std::move(answer.verdict)), std::move(answer.engine), nullptr, answer.may_be_longer};
  }
  const Query asked = query(property);
  if (deciding_.race) return race(asked);
  const auto decided = keep().get<Decided>(std::make_shared<Decided>);
  const auto key = Decided::key(property, deciding_.engine, deciding_.bound);
  if (auto known = decided->find(key)) return *std::move(known);
  engine::Answer answer = engine::decide(asked, engines_of(deciding_), context_);
  decided->remember(key, answer);
  return answer;
}

std::optional<engine::Answer> Workbench::decide_within(const Property& property, std::size_t rounds) {
  engine::Portfolio portfolio(query(property), engines_of(deciding_), context_);
  for (std::size_t i = 0; i < rounds && !context_.should_stop(); ++i)
    if (auto answer = portfolio.round()) return answer;
  return std::nullopt;
}

void Workbench::decide_all(std::span<const Property> properties, engine::Schedule::Listener& listener) {
  const auto decided = keep().get<Decided>(std::make_shared<Decided>);
  Remembering remembering(*decided, listener);
  std::vector<Query> queries;
  for (std::size_t i = 0; i < properties.size(); ++i) {
    auto key = Decided::key(properties[i], deciding_.engine, deciding_.bound);
    if (auto known = decided->find(key)) {
      listener.begins(i);
      listener.answered(i, *std::move(known), 0);
      continue;
    }
    queries.push_back(query(properties[i]));
    remembering.add(i, std::move(key));
  }
  engine::Schedule(queries, engines_of(deciding_), deciding_.each, context_).run(remembering);
}

namespace {

// The model read once more, for a thread of its own.
class OwnModel final : public engine::OwnQuestion {
 public:
  OwnModel(const Model& model, const Query& original, const std::vector<AddedFormula>& formulas, Context& context)
      : model_(std::get<System>(model.is).again(sources_, context)), query_(original) {
    WHYNOT_CHECK(model_, "a model that was read should be read again in the same way");
    const std::string& name = original.property->name;
    Diagnostics told_already;
    if (const Property* own = named(model_->properties, name)) property_ = *own;
    for (const AddedFormula& f : formulas)
      if (f.name == name)
        property_ = model_->reader->formula(sources_.add("-f", f.text), name, f.kind, context, told_already);
    if (property_ && property_->kind == PropertyKind::Cover && original.property->kind != PropertyKind::Cover)
      property_ = property_->never_covered(*model_->system().pool);
    WHYNOT_CHECK(property_, "a property that was read should be read again in the same way");
    query_.system = &model_->system();
    query_.property = &*property_;
    query_.keep = nullptr;
  }
  const Query& query() const override { return query_; }

 private:
  Sources sources_;
  std::unique_ptr<Model> model_;
  std::optional<Property> property_;
  Query query_;
};

}  // namespace

engine::Answer Workbench::race(const Query& query) {
  const auto make = [&] { return std::make_unique<OwnModel>(model(), query, formulas_, context_); };
  Context limited(context_, deciding_.each);
  limited.resume();
  std::optional<WhenStopped> looks_at_the_clock;
  if (deciding_.each.time) looks_at_the_clock.emplace(limited, [] {});
  engine::Answer answer = engine::race(engines_of(deciding_), make, limited);
  if (const Trace* trace = trace_of(answer.verdict)) {
    Trace own = *trace;
    own.signature = stepper().signature();
    answer.verdict = Violated{std::move(own)};
  }
  return answer;
}

// Nothing unchecked is shown: a trace that the model's own meaning does not confirm is our bug.
std::string Workbench::cite(Trace trace, const std::string& about, const Claim& claim, const Model* of) {
  const auto refusal = replay(of ? *of : model(), trace, claim);
  report::TraceEntry& entry = report_.cite(std::move(trace), about, refusal);
  if (claim.property && claim.polarity == Polarity::Passing) entry.role = "passing";
  if (claim.property && !claim.from_initial && model().kind() == Kind::System) entry.role = "step";
  add_watched(entry);
  return entry.id;
}

bool Workbench::watch(const std::string& text) {
  const Expr e = expression(text, {.boolean = false, .next = true, .inputs = true});
  if (e) watched_.push_back({text, e, {}});
  return bool(e);
}

void Workbench::watch_defines() {
  const auto& defines = system().defines;
  watched_.insert(watched_.end(), defines.begin(), defines.end());
}

void Workbench::add_watched(report::TraceEntry& entry) const {
  if (inline_step_) entry.values_inline = values_inline(model(), opened_->sources, entry.trace, *inline_step_);
  if (watched_.empty()) return;
  const Slots slots(system());
  std::vector<CompiledExpr> compiled;
  for (const Define& one : watched_) {
    entry.defines.push_back({one.name, one.value.type(), one.where, false});
    compiled.emplace_back(pool(), one.value, [&](Expr leaf) { return slots.of(leaf); });
  }
  for (std::size_t i = 0; i < entry.trace.steps.size(); ++i) {
    const auto around = slots.around(entry.trace, i);
    entry.define_values.emplace_back();
    for (const CompiledExpr& value : compiled) entry.define_values.back().push_back(value.run(around));
  }
}

report::Report& Workbench::report() {
  report_.diagnostics = diagnostics_.all();
  for (Diagnostic& d : report_.diagnostics)  // what has no place of its own is said of the first file
    if (d.where.file == 0) d.where = {1, 0, 0};
  report_.interrupted = context_.stopped() == Stop::Interrupted;
  return report_;
}

}  // namespace whynot::session
