// Rules are instantiated when a head is first reached, for each class of events that the automaton distinguishes.
#include "engine/pushdown/product.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace whynot::engine::pushdown {
namespace {

constexpr std::size_t max_blocked = 10;  // more would not help anybody

}  // namespace

Product::Product(const Pds& pds, const Efsa& efsa, Watch* watch)
    : pds_(pds),
      efsa_(efsa),
      pds_controls_(static_cast<std::uint32_t>(pds.controls.size())),
      monitor_(pds, efsa),
      watch_(watch),
      head_ids_(pds.symbols.size() + 1) {
  index_rules();
  if (watch_) watch_->attach(monitor_);
  std::set<std::pair<std::uint32_t, std::vector<std::uint32_t>>> seen;
  for (std::uint32_t i = 0; i < pds.initial.size(); ++i)
    if (seen.emplace(pds.initial[i].control, pds.initial[i].stack).second)
      for (std::uint32_t location : monitor_.initial())
        starts_.push_back({i, control(watch_ ? watch_->start(location) : location, pds.initial[i].control)});
}

// Counting sort by (symbol, control), stable, so that rules keep the order of the file.
void Product::index_rules() {
  const auto place = [&](const PdsRule& rule) { return rule.symbol * pds_controls_ + rule.control; };
  rule_begin_.assign(pds_.symbols.size() * pds_controls_ + 1, 0);
  for (const PdsRule& rule : pds_.rules) ++rule_begin_[place(rule) + 1];
  for (std::size_t i = 1; i < rule_begin_.size(); ++i) rule_begin_[i] += rule_begin_[i - 1];
  rule_order_.resize(pds_.rules.size());
  std::vector<std::uint32_t> next(rule_begin_.begin(), rule_begin_.end() - 1);
  for (std::uint32_t i = 0; i < pds_.rules.size(); ++i) rule_order_[next[place(pds_.rules[i])]++] = i;
}

std::string Product::control_text(Control c) const {
  const std::string& own = pds_.controls[c % pds_controls_];
  const std::string automaton = location_text(efsa_, efsa_location(c));
  return own.empty() ? automaton : fmt::format("{}/{}", own, automaton);
}

std::string Product::symbol_text(Symbol symbol) const { return symbol == bottom() ? "ε" : pds_.symbols[symbol]; }

Head Product::head(Control c, Symbol s) {
  const auto [id, fresh] = head_ids_.insert(c, s, static_cast<Head>(controls_.size()));
  if (fresh) {
    controls_.push_back(c);
    symbols_.push_back(s);
    first_rule_.push_back(none);
    rule_count_.push_back(0);
  }
  return id;
}

std::uint32_t Product::watched(Control from, const Watch::Move& move) const {
  return watch_ ? watch_->step(pair(from), move) : move.to;
}

void Product::expand(Head h) {
  const Control c = controls_[h];
  const Symbol s = symbols_[h];
  first_rule_[h] = static_cast<std::uint32_t>(rules_.size());
  if (s == bottom()) return;
  const std::uint32_t place = s * pds_controls_ + c % pds_controls_;
  for (std::uint32_t i = rule_begin_[place]; i < rule_begin_[place + 1]; ++i) {
    const std::uint32_t index = rule_order_[i];
    const PdsRule& rule = pds_.rules[index];
    const std::uint32_t event_class = monitor_.event_class(rule.events);
    if (efsa_.missing == Efsa::Missing::Mistake && !is_final(c) && blocked_.size() < max_blocked &&
        monitor_.blocks(location(c), event_class))
      blocked_.push_back({c, index});
    for (const Monitor::Move& move : monitor_.moves(location(c), event_class)) {
      const std::uint32_t pair = watched(c, {index, move.event, move.to});
      if (pair == none) continue;
      const Control to = control(pair, rule.to);
      rules_.push_back(
          {to, rule.size ? head(to, rule.push[0]) : none, rule.size == 2 ? rule.push[1] : none, index, move.event});
    }
  }
  rule_count_[h] = static_cast<std::uint32_t>(rules_.size()) - first_rule_[h];
}

std::vector<Control> Product::all_controls() {
  std::vector<bool> seen;
  std::vector<std::uint32_t> open(monitor_.initial());
  std::vector<Control> result;
  if (every_state_)
    for (const std::uint32_t location : monitor_.every_state()) open.push_back(location);
  for (std::size_t next = 0; next < open.size(); ++next) {
    const std::uint32_t at = open[next];
    if (seen.size() <= at) seen.resize(at + 1);
    if (seen[at]) continue;
    seen[at] = true;
    for (std::uint32_t p = 0; p < pds_controls_; ++p) result.push_back(control(at, p));
    for (std::uint32_t event_class = 0; event_class < monitor_.event_classes(); ++event_class)
      for (const Monitor::Move& move : monitor_.moves(at, event_class)) open.push_back(move.to);
  }
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace whynot::engine::pushdown
