#include "session/workbench.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/check.h"
#include "engine/race.h"
#include "expr/evaluate.h"
#include "model/replay.h"
#include "model/system/slots.h"
#include "session/unknown_name.h"

namespace whynot::session {
namespace {

std::vector<const engine::Engine*> engines_named(const std::string& name) {
  if (name == "auto") return engine::engines();
  return {engine::engine_named(name)};
}

// The first part of the codes that tell a kind of model's unknown names.
std::string_view code_of(Kind kind) {
  switch (kind) {
    case Kind::System: return "app";
    case Kind::Specification: return "ots";
    case Kind::Program: return "paths";
  }
  return "";
}

const Property* named(std::span<const Property> properties, const std::string& name) {
  const auto found = std::find_if(properties.begin(), properties.end(), [&](const Property& p) { return p.name == name; });
  return found == properties.end() ? nullptr : &*found;
}

// f1, f2, …: what nobody else is called.
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
      deciding_(std::move(deciding)) {
  for (const Diagnostic& d : opened_->said) diagnostics_.add(d);
  report_.file = model().file;
  report_.front = model().front;
  report_.sources = &opened_->sources;
  if (const auto* system = std::get_if<System>(&model().is)) {
    report_.instances = system->instances;
    report_.variables = system->system.variables.size();
  }
}

std::optional<Property> Workbench::formula(const std::string& name, const std::string& text,
                                           std::optional<PropertyKind> kind) {
  return model().reader->formula(sources().add(name, text), "", kind, context_, diagnostics_);
}

Expr Workbench::expression(const std::string& name, const std::string& text, Reader::Allowed allowed) {
  return model().reader->expression(sources().add(name, text), allowed, context_, diagnostics_);
}

std::optional<std::vector<Property>> Workbench::select(const std::vector<std::string>& names,
                                                       const std::vector<std::string>& formulas,
                                                       std::optional<PropertyKind> kind) {
  const std::vector<Property>& all = model().properties;
  std::vector<Property> selected;
  std::vector<std::string> known;
  for (const Property& p : all) known.push_back(p.name);
  for (const std::string& name : names) {
    if (const Property* found = named(all, name)) {
      if (!named(selected, name)) selected.push_back(*found);
    } else {
      unknown_name(diagnostics_, {fmt::format("{}.unknown-property", code_of(model().kind())), "property", {1, 0, 0}},
                   name, known);
    }
  }
  for (const std::string& text : formulas) {
    auto added = model().reader->formula(sources().add("-f", text), free_name(all, selected), kind, context_,
                                         diagnostics_);
    if (!added) continue;
    formulas_.push_back({added->name, text, kind});
    selected.push_back(std::move(*added));
  }
  if (names.empty() && formulas.empty()) selected = all;
  if (!diagnostics_.ok()) return std::nullopt;
  return selected;
}

bool Workbench::knows_columns(const std::vector<std::string>& names) {
  std::vector<std::string> columns;
  for (const Column& column : model().stepper->signature()->columns) columns.push_back(column.name);
  for (const std::string& name : names) {
    if (std::find(columns.begin(), columns.end(), name) != columns.end()) continue;
    auto& error =
        diagnostics_.error("app.unknown-column", fmt::format("the model has no variable `{}`", name), {1, 0, 0});
    if (const auto near = nearest_name(name, {columns.begin(), columns.end()}); !near.empty())
      error.help = fmt::format("did you mean `{}`?", near);
  }
  return diagnostics_.ok();
}

engine::Answer Workbench::decide(const Property& property, std::optional<std::size_t> bound) {
  const Query query{&model().system(), &property, {}, bound.value_or(deciding_.bound), &open_.keep};
  return deciding_.race ? race(query) : engine::decide(query, engines_named(deciding_.engine), context_);
}

namespace {

// The model read once more, for a thread of its own.
class OwnModel final : public engine::OwnQuestion {
 public:
  OwnModel(const Opened& opened, Context& context, const Query& original,
           const std::vector<AddedFormula>& formulas)
      : opened_(read_again(opened, context)), query_(original) {
    const std::string& name = original.property->name;
    WHYNOT_CHECK(!opened_->models.empty(), "a model that was read should be read again in the same way");
    const Model& model = *opened_->models.front()->model;
    if (const Property* own = named(model.properties, name)) property_ = *own;
    Diagnostics none;
    for (const AddedFormula& f : formulas)
      if (f.name == name)
        property_ = *model.reader->formula(opened_->sources.add("-f", f.text), name, f.kind, context, none);
    WHYNOT_CHECK(property_.name == name, "a property that was read should be read again in the same way");
    query_.system = &model.system();
    query_.property = &property_;
    query_.keep = nullptr;
  }
  const Query& query() const override { return query_; }

 private:
  std::shared_ptr<Opened> opened_;
  Property property_;
  Query query_;
};

}  // namespace

engine::Answer Workbench::race(const Query& query) {
  const auto make = [&] { return std::make_unique<OwnModel>(*opened_, context_, query, formulas_); };
  engine::Answer answer = engine::race(engines_named(deciding_.engine), make, context_);
  if (const Trace* trace = trace_of(answer.verdict)) {
    Trace own = *trace;
    own.signature = model().stepper->signature();
    answer.verdict = Violated{std::move(own)};
  }
  return answer;
}

// Nothing unchecked is shown: a trace that the model's own meaning does not confirm is our bug.
std::string Workbench::cite(Trace trace, const Property* property, Polarity polarity, const PdsLasso* by) {
  const auto refusal = replay(model(), trace, {property, polarity, true, by});
  if (refusal)
    WHYNOT_CHECK(false, fmt::format("a trace{} failed replay at step {}: {}",
                                    property ? fmt::format(" for `{}`", property->name) : "", refusal->step,
                                    refusal->reason));
  report::TraceEntry entry;
  entry.id = fmt::format("t{}", report_.traces.size() + 1);
  entry.replayed = true;
  entry.property = property ? property->name : "";
  entry.trace = std::move(trace);
  add_watched(entry);
  report_.traces.push_back(std::move(entry));
  return report_.traces.back().id;
}

bool Workbench::watch(const std::string& text) {
  const Expr e = expression("expression", text, {.boolean = false, .next = true, .inputs = true});
  if (e) watched_.push_back({text, e, {}});
  return bool(e);
}

void Workbench::watch_defines() {
  const auto& defines = model().system().defines;
  watched_.insert(watched_.end(), defines.begin(), defines.end());
}

void Workbench::add_watched(report::TraceEntry& entry) const {
  if (watched_.empty()) return;
  const TransitionSystem& system = model().system();
  const Slots slots(system);
  std::vector<CompiledExpr> compiled;
  for (const Define& one : watched_) {
    entry.defines.push_back({one.name, one.value.type(), one.where, false});
    compiled.emplace_back(*system.pool, one.value, [&](Expr leaf) { return slots.of(leaf); });
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
