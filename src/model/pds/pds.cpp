// The stepper of pushdown systems, texts for configurations and rules, and a run that applies rules to a stack.
#include "model/pds/pds.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

namespace whynot {
namespace {

std::string stack_text(const Pds& pds, std::uint32_t control, const std::uint32_t* begin, std::size_t size) {
  std::string out = "<" + pds.controls[control];
  if (!pds.controls[control].empty() && size > 0) out += ", ";
  for (std::size_t i = 0; i < size; ++i) out += (i ? " " : "") + pds.symbols[begin[i]];
  return out + ">";
}

class PdsStepper final : public Stepper {
 public:
  explicit PdsStepper(const Pds& pds) : pds_(pds), signature_(pds_signature()) {
    for (std::uint32_t i = 0; i < pds.controls.size(); ++i) controls_.emplace(pds.controls[i], i);
    for (std::uint32_t i = 0; i < pds.symbols.size(); ++i) symbols_.emplace(pds.symbols[i], i);
    for (std::uint32_t i = 0; i < pds.rules.size(); ++i) rules_of_[pds.rules[i].symbol].push_back(i);
  }

  std::shared_ptr<const Signature> signature() const override { return signature_; }

  bool is_initial(const State& state) const override {
    const auto at = parse(state);
    return at && std::any_of(pds_.initial.begin(), pds_.initial.end(), [&](const PdsConfiguration& initial) {
             return initial.control == at->control && initial.stack == at->stack;
           });
  }

  bool is_step(const State& from, const Inputs&, const SharedAction& action, const State& to) const override {
    const auto at = parse(from);
    bool found = false;
    if (at)
      each_step(*at, [&](const Successor& next) {
        found = next.state == to && (!action || (action->kind == next.action->kind &&
                                                 (action->event.empty() || action->event == next.action->event)));
        return !found;
      });
    return found;
  }

  bool initial(Context&, const std::function<bool(State)>& found, Random*) const override {
    for (const PdsConfiguration& initial : pds_.initial)
      if (!found(state_of(initial.control, initial.stack))) break;
    return true;
  }

  bool successors(const State& from, Context&, const std::function<bool(Successor)>& found, Random*) const override {
    if (const auto at = parse(from)) each_step(*at, found);
    return true;
  }

 private:
  State state_of(std::uint32_t control, const std::vector<std::uint32_t>& stack) const {
    std::vector<Value> items;
    items.reserve(stack.size());
    for (std::uint32_t symbol : stack) items.push_back(Value::symbol(pds_.symbols[symbol]));
    return {Value::symbol(pds_.controls[control]), Value::list(std::move(items))};
  }

  std::optional<PdsConfiguration> parse(const State& state) const {
    if (state.size() != 2 || !state[0].is_symbol() || state[1].kind() != Value::Kind::List) return std::nullopt;
    const auto control = controls_.find(state[0].op());
    if (control == controls_.end()) return std::nullopt;
    PdsConfiguration result{control->second, {}, {}};
    for (const Value& item : state[1].args()) {
      const auto symbol = symbols_.find(item.op());
      if (symbol == symbols_.end()) return std::nullopt;
      result.stack.push_back(symbol->second);
    }
    return result;
  }

  void each_step(const PdsConfiguration& at, const std::function<bool(Successor)>& found) const {
    if (at.stack.empty()) return;
    const auto rules = rules_of_.find(at.stack.front());
    if (rules == rules_of_.end()) return;
    for (std::uint32_t index : rules->second) {
      const PdsRule& rule = pds_.rules[index];
      if (rule.control != at.control) continue;
      std::vector<std::uint32_t> stack(rule.push.begin(), rule.push.begin() + rule.size);
      stack.insert(stack.end(), at.stack.begin() + 1, at.stack.end());
      Action action{pds_.rule_text(rule), {}, rule.where, std::string(step_word(rule.size)), {}};
      for (std::uint32_t event : pds_.event_sets[rule.events])
        action.event += (action.event.empty() ? "" : ", ") + pds_.events[event].text();
      if (!found({{}, std::move(action), state_of(rule.to, stack)})) return;
    }
  }

  const Pds& pds_;
  std::shared_ptr<const Signature> signature_;
  std::unordered_map<std::string_view, std::uint32_t> controls_, symbols_;
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> rules_of_;
};

}  // namespace

std::string constant_text(const Value& value) {
  if (!value.is_symbol()) return value.to_string();
  std::string out = "\"";
  for (char c : value.op()) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

std::string EventInstance::text(std::span<const std::string> names) const {
  if (args.empty()) return name;
  const auto argument = [&](std::size_t i) {
    if (args[i]) return constant_text(*args[i]);
    return i < names.size() ? names[i] : std::string("?");
  };
  std::string out = name + "(";
  for (std::size_t i = 0; i < args.size(); ++i) out += (i ? ", " : "") + argument(i);
  return out + ")";
}

std::string Pds::configuration_text(const PdsConfiguration& c) const {
  return stack_text(*this, c.control, c.stack.data(), c.stack.size());
}

std::string Pds::rule_text(const PdsRule& rule) const {
  return fmt::format("{} -> {}", stack_text(*this, rule.control, &rule.symbol, 1),
                     stack_text(*this, rule.to, rule.push.data(), rule.size));
}

std::string_view step_word(std::uint32_t rule_size) {
  if (rule_size == 0) return "exit";
  return rule_size == 1 ? "direct" : "call";
}

void PdsRun::start(const PdsConfiguration& initial) {
  control_ = initial.control;
  stack_.assign(initial.stack.rbegin(), initial.stack.rend());
}

bool PdsRun::apply(const PdsRule& rule) {
  if (stack_.empty() || rule.control != control_ || rule.symbol != stack_.back()) return false;
  stack_.pop_back();
  for (std::uint32_t i = rule.size; i-- > 0;) stack_.push_back(rule.push[i]);
  control_ = rule.to;
  return true;
}

std::shared_ptr<const Signature> pds_signature() {
  auto signature = std::make_shared<Signature>();
  signature->columns = {{"control", Type(), {}, false}, {"stack", Type(), {}, false}};
  return signature;
}

std::unique_ptr<Stepper> make_stepper(const Pds& pds) { return std::make_unique<PdsStepper>(pds); }

}  // namespace whynot
