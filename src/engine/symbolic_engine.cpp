// Wraps a check as an engine: an attempt in small steps, and a retry with more effort when diagrams grew too large.
#include "engine/symbolic_engine.h"

#include <fmt/format.h>

#include "encode/unroll.h"
#include "engine/symbolic/check.h"
#include "engine/symbolic/evidence/certificate.h"

namespace whynot::engine {
namespace {

using symbolic::Check;
using symbolic::Model;
using symbolic::ModelStore;

// A unit of effort is some thousand steps of the kernel.
constexpr std::uint64_t show_effort = 1000;  // for a trace that the verdict does not need
constexpr std::size_t most_rounds = 8;       // of a loop, for variables outside the cone to close it too

std::vector<Expr> roots_of(const Property& property) {
  if (property.compute) return {property.compute->from, property.compute->to};
  return {property.formula};
}

class SymbolicSearch final : public Search {
 public:
  SymbolicSearch(Query query, Context& context) : query_(std::move(query)), context_(context) {}

  Verdict next() override {
    if (answered_) return Unknown{"the engine of decision diagrams gives one counterexample only"};
    if (auto verdict = decide(context_)) return *verdict;
    return Unknown{reason(context_)};
  }

  std::optional<Verdict> advance(std::uint64_t effort) override {
    Context limited(context_, effort);
    if (auto verdict = decide(limited)) return verdict;
    const bool again = limited.stopped() == Stop::Effort && context_.stopped() == Stop::None;
    return again ? std::nullopt : std::optional<Verdict>(Unknown{reason(limited)});
  }

  bool goes_well() const override { return model_ && model_->goes_well(); }

  std::optional<check::Certificate> certificate() override {
    if (!model_ || !answered_) return std::nullopt;
    model_->watch(&context_);
    auto certificate = symbolic::certificate_of(*model_, *query_.property, holds_);
    model_->watch(nullptr);
    return certificate;
  }

 private:
  std::optional<Verdict> decide(Context& context) {
    if (!store_) {
      // What it settles serves all turns: a small one should not cut it short.
      store_ = ModelStore::of(*query_.system, query_.keep, context_);
    }
    while (true) {
      if (!check_) {
        model_ = whole_ ? &store_->whole() : &store_->model_for(roots_of(*query_.property));
        check_ = std::make_unique<Check>(*model_, *query_.property);
      }
      model_->watch(&context);
      std::optional<Verdict> verdict = check_->run();
      model_->watch(nullptr);
      if (!verdict) return std::nullopt;
      if (check_->may_show()) try_to_show(*verdict);
      const bool shown = complete(*verdict, context);
      if (!shown && context.should_stop()) return std::nullopt;
      answered_ = shown;
      holds_ = std::holds_alternative<Holds>(*verdict);
      if (shown) return verdict;
      whole_ = true;
      check_.reset();
    }
  }

  // A trace that is not needed for the verdict may not take long, however little of this turn is left.
  void try_to_show(Verdict& verdict) {
    Context limited(context_, show_effort);
    model_->watch(&limited);
    if (auto shown = check_->show()) verdict = std::move(*shown);
    model_->watch(nullptr);
  }

  // Gives a trace values for what lies outside the cone.  False when that takes too long a loop.
  bool complete(Verdict& verdict, Context& context) {
    auto* violated = std::get_if<Violated>(&verdict);
    Trace* trace = violated ? std::get_if<Trace>(&violated->evidence) : nullptr;
    if (!trace || model_->is_whole()) return true;
    auto completed = encode::complete(store_->bits(), *trace, context, most_rounds);
    if (!completed) return false;
    *trace = std::move(*completed);
    return true;
  }

  std::string reason(Context& context) const {
    if (context.stopped() != Stop::None) return context.stop_reason();
    return std::string(failure_word(model_->failure()));
  }

  Query query_;
  Context& context_;
  std::shared_ptr<ModelStore> store_;
  Model* model_ = nullptr;
  std::unique_ptr<Check> check_;
  bool whole_ = false, answered_ = false, holds_ = false;
};

class SymbolicEngine final : public Engine {
 public:
  std::string_view name() const override { return "bdd"; }
  Powers powers() const override { return {.certifies = true, .glances = true}; }

  std::optional<std::string> refuses(const Query& query) const override {
    for (const VariableDecl& v : query.system->variables)
      if (!encode::has_code(v.variable.type()))
        return fmt::format("decision diagrams need finite types, and {} is of type {}",
                           query.system->pool->name_of(v.variable), v.variable.type().to_string());
    return std::nullopt;
  }

  std::unique_ptr<Search> start(Query query, Context& context) const override {
    return std::make_unique<SymbolicSearch>(std::move(query), context);
  }
};

}  // namespace

const Engine& symbolic_engine() {
  static const SymbolicEngine engine;
  return engine;
}

}  // namespace whynot::engine
