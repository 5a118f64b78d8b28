// Lists the states, reads what strategies want of them, and computes least costs: of a way to a goal from its end, of a
// loop from each state on it.
#include "analyse/explain/strategy/objective.h"

#include <algorithm>
#include <queue>

#include "analyse/explain/build/sets.h"
#include "analyse/explain/strategy/step_condition.h"
#include "model/property.h"

namespace whynot::analyse::explain {
namespace {

using engine::StateSet;

constexpr std::size_t most_weighed = 2000, most_followers = 200, most_turns = 16, most_justice = 4;
constexpr std::size_t most_looping = 600;  // places on loops, for each of which the best loop is looked for

template <class At>
struct Queued {
  Objective::Cost cost;
  At at{};
  friend bool operator>(const Queued& a, const Queued& b) { return a.cost != b.cost ? a.cost > b.cost : a.at > b.at; }
};
template <class At>
using Queue = std::priority_queue<Queued<At>, std::vector<Queued<At>>, std::greater<>>;

}  // namespace

bool Objective::is_wanted(const Strategies& strategies) {
  if (strategies.empty() || strategies.front()->objective().empty()) return false;
  return std::none_of(strategies.begin(), strategies.end(), [](const auto& s) { return s->merges(); });
}

Objective::Objective(const TransitionSystem& system, engine::Oracle& oracle, Meaning meaning,
                     const Strategies& strategies, const StateSet& from)
    : system_(system), oracle_(oracle), meaning_(std::move(meaning)) {
  if (oracle.is_partial() || !list(from)) return;
  read(strategies);
  usable_ = places_ <= most_turns && read_justice() && !oracle_.stopped();
}

// ---- the states

bool Objective::list(const StateSet& from) {
  StateSet seen = from, ring = from;
  while (!oracle_.is_empty(ring)) {
    for (State& s : listed(oracle_, ring, most_weighed + 1)) {
      if (states_.size() == most_weighed) return false;
      number_.emplace(s, states_.size());
      states_.push_back(std::move(s));
    }
    ring = oracle_.subtract(oracle_.successors(ring), seen);
    seen = oracle_.unite(seen, ring);
    if (oracle_.stopped()) return false;
  }
  for (const State& s : states_) {
    auto& out = next_.emplace_back();
    for (const State& t : listed(oracle_, oracle_.successors(oracle_.only(s)), most_followers + 1))
      out.push_back(number_.at(t));
    if (out.size() > most_followers || oracle_.stopped()) return false;
  }
  fair_ = where(meaning_.fair);
  return true;
}

std::vector<bool> Objective::where(const StateSet& set) const {
  std::vector<bool> out;
  for (const State& s : states_) out.push_back(oracle_.is_subset(oracle_.only(s), set));
  return out;
}

std::vector<std::uint32_t> Objective::unmet(const Strategy::Wanted& wanted) const {
  std::vector<std::uint32_t> out(states_.size(), 0);
  if (wanted.of_step) return out;
  std::vector<Expr> all = wanted.further;
  all.push_back(wanted.condition);
  for (const Expr condition : all) {
    const std::vector<bool> met = where(oracle_.states_of(condition));
    for (std::size_t i = 0; i < out.size(); ++i) out[i] += !met[i];
  }
  return out;
}

std::vector<std::vector<bool>> Objective::unmet_steps(const Strategy::Wanted& wanted) const {
  std::vector<std::vector<bool>> out;
  if (!wanted.of_step) return out;
  const StepCondition condition(system_, wanted.condition);
  for (std::size_t i = 0; i < states_.size(); ++i) {
    auto& steps = out.emplace_back();
    for (const std::size_t t : next_[i]) steps.push_back(!condition.is_met(states_[i], states_[t]));
  }
  return out;
}

bool Objective::read_justice() {
  if (system_.justice.size() > most_justice) return false;
  for (const Constraint& c : system_.justice) {
    const bool of_step = speaks_of_transition(c.condition, [&](Expr v) {
      return std::any_of(system_.variables.begin(), system_.variables.end(),
                         [&](const VariableDecl& d) { return d.variable == v && d.kind == VariableKind::Input; });
    });
    if (of_step) return false;
    justice_.push_back(where(oracle_.states_of(c.condition)));
  }
  return true;
}

// Each has two components of the costs, in order; the length has one, too, the last unless it is named before.
void Objective::read(const Strategies& strategies) {
  std::optional<std::size_t> length;
  for (const auto& s : strategies) {
    const auto wanted = s->objective();
    component_.emplace_back();
    if (s->minds_length() && !length) length = components_++;
    if (wanted.empty()) continue;
    component_.back() = components_;
    Wishes wishes{{}, components_};
    components_ += 2;
    for (const Strategy::Wanted& w : wanted) wishes.turns.push_back({unmet(w), w.next, unmet_steps(w)});
    places_ *= wishes.turns.size();
    wishes_.push_back(std::move(wishes));
  }
  length_ = length ? *length : components_++;
}

Objective::Arrival Objective::arrive(Place place, std::size_t state) const {
  Arrival out{0, none()};
  std::size_t scale = 1;
  for (const Wishes& w : wishes_) {
    const std::size_t at = place % w.turns.size();
    place /= w.turns.size();
    const std::uint32_t unmet = w.turns[at].unmet[state];
    out.place += scale * (unmet == 0 ? w.turns[at].next : at);
    out.cost[w.component + 1] += unmet;
    scale *= w.turns.size();
  }
  out.cost[length_] = 1;
  return out;
}

Objective::Cost Objective::again_and_again(Cost arrival) const {
  for (const Wishes& w : wishes_)
    if (w.turns.size() == 1) std::swap(arrival[w.component], arrival[w.component + 1]);
  return arrival;
}

// Of which strategies, a bit for each.
std::size_t Objective::turns_ended(Place before, Place after) const {
  std::size_t ended = 0;
  for (std::size_t i = 0; i < wishes_.size(); ++i) {
    const std::size_t turns = wishes_[i].turns.size();
    ended |= std::size_t{before % turns != after % turns} << i;
    before /= turns;
    after /= turns;
  }
  return ended;
}

// Round and round while somebody's turn never ends.
Objective::Cost Objective::cost_of_waiting(std::size_t ended) const {
  Cost out = none();
  for (std::size_t i = 0; i < wishes_.size(); ++i)
    if (wishes_[i].turns.size() > 1 && !(ended >> i & 1)) out[wishes_[i].component] = 1;
  return out;
}

std::optional<Objective::Vertex> Objective::vertex_of(const State& s, Place place) const {
  State known = s;
  std::size_t column = 0;
  for (const VariableDecl& v : system_.variables) {
    if (v.kind == VariableKind::Input) continue;
    if (!oracle_.knows(v.variable)) known[column] = Value();
    ++column;
  }
  const auto found = number_.find(known);
  return found == number_.end() ? std::nullopt : std::optional(vertex(found->second, place));
}

Objective::Place Objective::place_at_start(const State& s) const {
  const auto at = vertex_of(s, 0);
  return at ? arrive(0, *at / places_).place : 0;
}

Objective::Place Objective::place_after(Place place, const State& next) const {
  const auto at = vertex_of(next, 0);
  return at ? arrive(place, *at / places_).place : 0;
}

std::vector<Objective::Edge> Objective::edges(Vertex v) const {
  std::vector<Edge> out;
  const auto& next = next_[v / places_];
  for (std::size_t i = 0; i < next.size(); ++i) {
    Arrival a = arrive(v % places_, next[i]);
    for (const Wishes& w : wishes_)
      if (const auto& unmet = w.turns[0].unmet_steps; !unmet.empty()) a.cost[w.component + 1] += unmet[v / places_][i];
    out.push_back({vertex(next[i], a.place), std::move(a.cost)});
  }
  return out;
}

// ---- costs

Objective::Cost Objective::sum(const Cost& a, const Cost& b) {
  if (a.empty() || b.empty()) return {};
  Cost out = a;
  for (std::size_t i = 0; i < out.size(); ++i) out[i] += b[i];
  return out;
}

bool Objective::less(const Cost& a, const Cost& b) { return !a.empty() && (b.empty() || a < b); }

std::uint32_t Objective::against(std::size_t strategy, const Cost& cost) const {
  if (!component_[strategy] || cost.empty()) return 0;
  return cost[*component_[strategy]] + cost[*component_[strategy] + 1];
}

const Objective::Costs& Objective::costs(Expr f) {
  const auto found = costs_.find(f);
  if (found != costs_.end()) return found->second;
  Costs all = made(f);
  return costs_[f] = std::move(all);
}

// Formulas are as deep as somebody wrote them.
Objective::Costs Objective::made(Expr f) {
  if (is_plain(f)) return where_true(f);
  const View v = view_of(*system_.pool, f);
  if (v.shape == Shape::And || v.shape == Shape::Or) {
    const Costs a = costs(v.a), b = costs(v.b);
    Costs out;
    for (Vertex i = 0; i < a.size(); ++i) {
      if (v.shape == Shape::And)
        out.push_back(sum(a[i], b[i]));
      else
        out.push_back(less(b[i], a[i]) ? b[i] : a[i]);
    }
    return out;
  }
  if (v.shape == Shape::EX) return of_next(costs(meaning_.kept(v.a)));
  if (v.shape == Shape::EU && !v.is_bounded()) return of_way(costs(v.a), costs(meaning_.kept(v.b)));
  if (v.shape == Shape::EG && !v.is_bounded()) return of_way(costs(v.a), loops_of(f));
  return where_true(f);
}

Objective::Costs Objective::where_true(Expr f) {
  const std::vector<bool> holds = where(meaning_.states_of(f));
  Costs out(states_.size() * places_);
  for (Vertex v = 0; v < out.size(); ++v)
    if (holds[v / places_]) out[v] = none();
  return out;
}

Objective::Costs Objective::of_next(const Costs& inner) const {
  Costs out(inner.size());
  for (Vertex v = 0; v < out.size(); ++v)
    for (const Edge& e : edges(v))
      if (Cost c = is_fair(e.to) ? sum(e.cost, inner[e.to]) : Cost(); less(c, out[v])) out[v] = std::move(c);
  return out;
}

// From the goal backwards: what holds on the way costs, too.
Objective::Costs Objective::of_way(const Costs& hold, const Costs& goal) const {
  Costs best(goal.size());
  std::vector<std::vector<Edge>> back(goal.size());  // `to`: where it comes from
  Queue<Vertex> open;
  const auto offer = [&](Vertex v, Cost c) {
    if (!less(c, best[v])) return;
    best[v] = c;
    open.push({std::move(c), v});
  };
  for (Vertex v = 0; v < goal.size(); ++v) {
    if (is_fair(v)) offer(v, goal[v]);
    if (hold[v].empty()) continue;
    for (Edge& e : edges(v)) back[e.to].push_back({v, sum(hold[v], e.cost)});
  }
  while (!open.empty()) {
    const Queued<Vertex> top = open.top();
    open.pop();
    if (top.cost != best[top.at]) continue;
    for (const Edge& e : back[top.at]) offer(e.to, sum(e.cost, top.cost));
  }
  return best;
}

const Objective::Costs& Objective::loops_of(Expr eg) {
  const auto found = loops_.find(eg);
  if (found != loops_.end()) return found->second;
  Costs all = of_loops(costs(eg.arg(0)), where(meaning_.states_of(eg)));
  return loops_[eg] = std::move(all);
}

// Of staying forever on a loop that begins there.
Objective::Costs Objective::of_loops(const Costs& hold, const std::vector<bool>& region) const {
  Costs out(hold.size());
  std::vector<bool> inside(hold.size());
  for (Vertex v = 0; v < hold.size(); ++v) inside[v] = region[v / places_] && !hold[v].empty();
  if (static_cast<std::size_t>(std::count(inside.begin(), inside.end(), true)) > most_looping * places_) return out;
  for (Vertex v = 0; v < hold.size(); ++v)
    if (inside[v]) out[v] = round(v, hold, inside).cost;
  return out;
}

// Dijkstra once more, with the justice conditions that were met and the turns that ended so far.
Objective::Round Objective::round(Vertex from, const Costs& hold, const std::vector<bool>& inside) const {
  using At = std::pair<Vertex, std::size_t>;
  const std::size_t conditions = justice_.size(), all = (std::size_t{1} << conditions) - 1;
  const auto met = [&](Vertex v) {
    std::size_t mask = 0;
    for (std::size_t k = 0; k < justice_.size(); ++k) mask |= std::size_t{justice_[k][v / places_]} << k;
    return mask;
  };
  std::map<At, Cost> best;
  std::map<At, At> before;
  Queue<At> open;
  const At start{from, met(from)};
  best[start] = hold[from];
  open.push({hold[from], start});
  Round found;
  At last = start;
  while (!open.empty()) {
    const Queued<At> top = open.top();
    open.pop();
    if (!less(top.cost, found.cost)) break;
    if (top.cost != best[top.at]) continue;
    for (const Edge& e : edges(top.at.first)) {
      if (!inside[e.to]) continue;
      const Cost arrival = again_and_again(e.cost);
      const std::size_t so_far = top.at.second | turns_ended(top.at.first % places_, e.to % places_) << conditions;
      if (e.to == from && (top.at.second & all) == all) {
        Cost closed = sum(sum(top.cost, arrival), cost_of_waiting(so_far >> conditions));
        if (less(closed, found.cost)) {
          found.cost = std::move(closed);
          last = top.at;
        }
      }
      const At next{e.to, so_far | met(e.to)};
      Cost c = sum(sum(top.cost, arrival), hold[e.to]);
      auto& known = best[next];
      if (!less(c, known) || next == start) continue;
      known = c;
      before[next] = top.at;
      open.push({std::move(c), next});
    }
  }
  if (found.cost.empty()) return found;
  for (At at = last; at != start; at = before.at(at)) found.loop.push_back(at.first);
  found.loop.push_back(from);
  std::reverse(found.loop.begin(), found.loop.end());
  return found;
}

// ---- what to do

Objective::Cost Objective::cost(Expr f, const State& s, Place place) {
  const auto v = vertex_of(s, place);
  return v ? costs(f)[*v] : Cost();
}

Objective::Cost Objective::cost_of_start(Expr f, const State& s) {
  const auto v = vertex_of(s, 0);
  if (!v) return {};
  Arrival a = arrive(0, *v / places_);
  return sum(a.cost, costs(f)[vertex(*v / places_, a.place)]);
}

std::optional<Objective::Move> Objective::step_of_way(Vertex v, const Costs& hold, const Costs& goal,
                                                      const Costs& all) {
  Move found;
  for (std::size_t i = 0; i <= all.size(); ++i) {
    if (is_fair(v) && goal[v] == all[v]) return found;
    bool moved = false;
    for (const Edge& e : edges(v)) {
      if (moved || sum(sum(hold[v], e.cost), all[e.to]) != all[v]) continue;
      if (!found.next) found.next = states_[e.to / places_];
      ++found.length;
      v = e.to;
      moved = true;
    }
    if (!moved) break;
  }
  return std::nullopt;
}

std::optional<Objective::Move> Objective::move(Expr f, const State& s, Place place) {
  const auto at = vertex_of(s, place);
  if (!at || costs(f)[*at].empty()) return std::nullopt;
  const View v = view_of(*system_.pool, f);
  if (v.is_bounded() && v.shape != Shape::EX) return std::nullopt;
  const Costs& all = costs(f);
  if (v.shape == Shape::EX) {
    const Costs& inner = costs(meaning_.kept(v.a));
    for (const Edge& e : edges(*at))
      if (is_fair(e.to) && sum(e.cost, inner[e.to]) == all[*at]) return Move{states_[e.to / places_], {}, 1};
    return std::nullopt;
  }
  if (v.shape == Shape::EU) return step_of_way(*at, costs(v.a), costs(meaning_.kept(v.b)), all);
  if (v.shape != Shape::EG) return std::nullopt;
  const Costs& hold = costs(v.a);
  auto found = step_of_way(*at, hold, loops_of(f), all);
  if (!found || found->next) return found;
  const std::vector<bool> region = where(meaning_.states_of(f));
  std::vector<bool> inside(hold.size());
  for (Vertex i = 0; i < hold.size(); ++i) inside[i] = region[i / places_] && !hold[i].empty();
  for (const Vertex i : round(*at, hold, inside).loop) found->loop.push_back(states_[i / places_]);
  return found;
}

}  // namespace whynot::analyse::explain
