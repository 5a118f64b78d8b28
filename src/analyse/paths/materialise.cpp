// Runs the rules of a trace on a concrete stack and records the configurations it passes.
#include "analyse/paths/materialise.h"

#include <fmt/format.h>

#include "base/check.h"

namespace whynot::analyse::paths {
namespace {

using namespace engine::pushdown;

// Stacks written out in full grow with the square of deep recursion; beyond this, in one trace or in all of them, only
// their tops are shown.
constexpr std::size_t max_trace_cells = 1'000'000, max_cells = 10'000'000;
constexpr std::size_t shown_when_cut = 32, all_shown = ~std::size_t{0};

}  // namespace

Run unrolled(const Lasso& lasso) {
  Run whole{lasso.start, lasso.stem};
  whole.rules.insert(whole.rules.end(), lasso.loop.begin(), lasso.loop.end());
  return whole;
}

Materialiser::Materialiser(const Product& product)
    : product_(product),
      signature_(pds_signature()),
      monitored_(product.pds(), product.efsa()),
      symbols_(product.pds().symbols.size()) {}

template <class At>
void Materialiser::walk(const Run& run, At at) {
  WHYNOT_CHECK(monitored_.start(run.start.initial, location(run.start.control)), "a trace should start initially");
  at(run.start.control, none);
  for (std::uint32_t index : run.rules) {
    const HeadRule& rule = product_.rule(index);
    WHYNOT_CHECK(monitored_.step(rule.rule, location(rule.to)), "a step should be one of the system and the automaton");
    at(rule.to, index);
  }
}

void Materialiser::replay(const Run& run) {
  walk(run, [](Control, std::uint32_t) {});
  WHYNOT_CHECK(monitored_.final(), "a counterexample should end in a final state");
}

Trace Materialiser::trace(const Run& run) {
  Trace result = walked(run);
  WHYNOT_CHECK(monitored_.final(), "a counterexample should end in a final state");
  return result;
}

Trace Materialiser::trace(const Lasso& lasso) {
  const Run whole = unrolled(lasso);
  std::vector<EfsaLocation> shown{location(lasso.start.control)};
  for (std::uint32_t index : whole.rules) shown.push_back(location(product_.rule(index).to));
  WHYNOT_CHECK(!refuse_lasso(product_.pds(), product_.efsa(), pds_lasso(lasso), shown),
               "a lasso should be a run that repeats");
  Trace result = walked(whole);
  result.loop = lasso.stem.size();
  result.closing_action = result.steps.back().action;
  result.steps.pop_back();
  return result;
}

Trace Materialiser::walked(const Run& run) {
  const std::size_t shown = stack_limit(run);
  cut_ = cut_ || shown != all_shown;
  const auto& initial = product_.pds().initial[run.start.initial].stack;
  std::uint32_t top = none;
  for (std::size_t i = initial.size(); i-- > 0;) top = pushed(initial[i], top);
  Trace trace;
  trace.signature = signature_;
  trace.steps.reserve(run.rules.size() + 1);
  walk(run, [&](Control c, std::uint32_t rule) {
    if (rule != none) top = after(product_.pds().rules[product_.rule(rule).rule], top);
    trace.steps.push_back({{control(c), shared_stack(top, shown)}, {}, rule == none ? SharedAction() : action(rule)});
  });
  return trace;
}

std::optional<std::size_t> Materialiser::stacks_cut() const {
  return cut_ ? std::optional(shown_when_cut) : std::nullopt;
}

std::vector<std::uint32_t> Materialiser::pds_rules(const std::vector<std::uint32_t>& product_rules) const {
  std::vector<std::uint32_t> result;
  result.reserve(product_rules.size());
  for (std::uint32_t index : product_rules) result.push_back(product_.rule(index).rule);
  return result;
}

PdsLasso Materialiser::pds_lasso(const Lasso& lasso) const {
  return {lasso.start.initial, pds_rules(lasso.stem), pds_rules(lasso.loop)};
}

// How many symbols of each stack to show; the run's cells are counted.
std::size_t Materialiser::stack_limit(const Run& run) {
  std::size_t height = product_.pds().initial[run.start.initial].stack.size();
  std::size_t whole = 0, cut = 0, highest = 0;
  const auto count = [&] {
    whole += height + 1;
    cut += std::min(height, shown_when_cut) + 1;
    highest = std::max(highest, height);
  };
  count();
  for (std::uint32_t index : run.rules) {
    height = height + product_.pds().rules[product_.rule(index).rule].size - 1;
    count();
  }
  const bool fits = highest <= shown_when_cut || (whole <= max_trace_cells && cells_ + whole <= max_cells);
  cells_ += fits ? whole : cut;
  return fits ? all_shown : shown_when_cut;
}

Value Materialiser::symbol(std::uint32_t s) {
  if (!symbols_[s].defined()) symbols_[s] = Value::symbol(product_.pds().symbols[s]);
  return symbols_[s];
}

Value Materialiser::control(Control c) {
  const auto [at, fresh] = controls_.try_emplace(c);
  if (fresh) at->second = Value::symbol(product_.control_text(c));
  return at->second;
}

Value Materialiser::stack(const std::vector<std::uint32_t>& bottom_first, std::size_t shown) {
  std::vector<Value> items;
  items.reserve(std::min(shown, bottom_first.size()));
  for (std::size_t i = bottom_first.size(); i-- > 0 && items.size() < shown;) items.push_back(symbol(bottom_first[i]));
  if (items.size() < bottom_first.size())
    items.push_back(Value::symbol(fmt::format("… {} more", bottom_first.size() - items.size())));
  return Value::list(std::move(items));
}

std::uint32_t Materialiser::pushed(std::uint32_t symbol, std::uint32_t below) {
  const auto [id, fresh] = stack_ids_.insert(pair_key(symbol, below), static_cast<std::uint32_t>(stacks_.size()));
  if (fresh) stacks_.push_back({below, {}, {}});
  return id;
}

std::uint32_t Materialiser::after(const PdsRule& rule, std::uint32_t top) {
  top = stacks_[top].below;
  for (std::uint32_t i = rule.size; i-- > 0;) top = pushed(rule.push[i], top);
  return top;
}

// REQUIRES that `top` is the stack that replay has reached: it is read from there.
const Value& Materialiser::shared_stack(std::uint32_t top, std::size_t shown) {
  if (top == none) return empty_stack_;
  Value& value = shown == all_shown ? stacks_[top].whole : stacks_[top].cut;
  const auto& reached = monitored_.run().stack();
  if (!value.defined()) value = stack(reached, shown);
  WHYNOT_CHECK(shown != all_shown || value.args().size() == reached.size(),
               "a shared stack should be the one that replay has");
  return value;
}

const EfsaLocation& Materialiser::location(Control c) {
  const auto [at, fresh] = locations_.try_emplace(c);
  if (fresh) at->second = product_.efsa_location(c);
  return at->second;
}

// With the event that the automaton fired on, or all that the rule carries.
const SharedAction& Materialiser::action(std::uint32_t index) {
  const auto [at, fresh] = actions_.try_emplace(index);
  if (!fresh) return at->second;
  const Pds& pds = product_.pds();
  const HeadRule& made = product_.rule(index);
  const PdsRule& rule = pds.rules[made.rule];
  Action action{pds.rule_text(rule), {}, rule.where, std::string(step_word(rule.size)), {}};
  if (made.event != none)
    action.event = pds.events[made.event].text();
  else
    for (std::uint32_t event : pds.event_sets[rule.events])
      action.event += (action.event.empty() ? "" : ", ") + pds.events[event].text();
  return at->second = std::move(action);
}

}  // namespace whynot::analyse::paths
