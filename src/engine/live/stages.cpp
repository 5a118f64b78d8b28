// The clauses once for each value of the counter, which is then a constant in them.
#include "engine/live/stages.h"

#include <map>
#include <utility>

#include "check/core_ctl.h"
#include "solve/aig.h"

namespace whynot::engine::live {
namespace {

using check::Certificate;
using ic3::Clause;
using solve::Aig;
using solve::Lit;

class Writer {
 public:
  explicit Writer(std::size_t variables) : variables_(variables) {}

  // The states that the clauses allow when so many promises were kept.
  Lit allowed(const std::vector<Clause>& clauses, std::size_t kept) {
    std::vector<Lit> all;
    for (const Clause& clause : clauses) {
      std::vector<Lit> any;
      for (const Invariant::Literal& literal : clause) any.push_back(value(literal, kept) ^ !literal.value);
      all.push_back(graph_.any(any));
    }
    return graph_.all(all);
  }

  Aig& graph() { return graph_; }

  Certificate finish() {
    Certificate result;
    for (std::uint32_t node = 1; node < graph_.size(); ++node) {
      const bool is_input = graph_.is_input(node);
      result.gates.nodes.push_back({is_input ? 0 : graph_.left(node).code(), is_input ? 0 : graph_.right(node).code()});
    }
    result.bits = std::move(bits_);
    return result;
  }

 private:
  Lit value(const Invariant::Literal& literal, std::size_t kept) {
    if (literal.variable >= variables_) return Aig::constant(literal.variable - variables_ < kept);
    const auto [found, fresh] = inputs_.try_emplace({literal.variable, literal.bit});
    if (fresh) {
      found->second = graph_.input();
      bits_.push_back({literal.variable, literal.bit});
    }
    return found->second;
  }

  std::size_t variables_;
  Aig graph_;
  std::map<std::pair<std::size_t, std::size_t>, Lit> inputs_;
  std::vector<Certificate::Bit> bits_;
};

Certificate::Stage stage(const Promise& promise, Lit states) {
  using Why = Certificate::Stage::Why;
  return {promise.index ? Why::Justice : Why::NoWayOn, promise.index.value_or(0), states.code(), 0};
}

}  // namespace

Certificate stages_of(const Product& product, const std::vector<Clause>& clauses, std::size_t k) {
  Writer writer(product.system.variables.size());
  Certificate::Label all;
  all.formula = check::fair_states(*product.system.pool);
  std::vector<Lit> reached;
  for (std::size_t kept = k; kept-- > 0;) {
    reached.push_back(writer.allowed(clauses, kept));
    all.stages.push_back(stage(product.promises[kept % product.promises.size()], reached.back()));
  }
  const Lit anywhere = writer.graph().any(reached);
  Certificate result = writer.finish();
  result.reached = anywhere.code();
  result.remembered = product.remembered;
  result.counts_promises = true;
  result.labels.push_back(std::move(all));
  return result;
}

}  // namespace whynot::engine::live
