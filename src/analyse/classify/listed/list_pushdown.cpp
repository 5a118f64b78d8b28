// Puts the listed counterexamples of a pushdown system and its passing runs of the same lengths into one graph.
#include "analyse/classify/listed/list_pushdown.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/check.h"

namespace whynot::analyse::classify {
namespace {

constexpr std::size_t most_configurations = 200'000, most_listed_steps_of_all = 1'000'000;
constexpr std::uint32_t cut_off = ~0u;  // the automaton has ended its run

// Where a run of the system stands, and where the automaton may be.
struct Place {
  std::uint32_t control = 0;
  std::vector<std::uint32_t> stack;     // bottom first
  std::uint32_t shown = cut_off;        // a location …
  std::vector<std::uint32_t> possible;  // … of these, sorted
  friend auto operator<=>(const Place&, const Place&) = default;
};

// The automaton's locations by number.
class Locations {
 public:
  Locations(const Pds& pds, const Efsa& efsa) : efsa_(efsa), interpreter_(efsa, pds) {}

  std::vector<std::uint32_t> initial() { return ids(interpreter_.initial()); }
  const std::vector<std::uint32_t>& after(std::uint32_t location, std::uint32_t event_set) {
    const auto [known, fresh] = steps_.try_emplace({location, event_set});
    if (!fresh) return known->second;
    return known->second = ids(interpreter_.successors(locations_[location], event_set));
  }
  const std::string& state(std::uint32_t location) const { return efsa_.states[locations_[location].state].name; }
  std::string text(std::uint32_t location) const { return location_text(efsa_, locations_[location]); }
  bool any_final(const std::vector<std::uint32_t>& some) const {
    return std::any_of(some.begin(), some.end(),
                       [&](std::uint32_t l) { return efsa_.states[locations_[l].state].final; });
  }

 private:
  std::vector<std::uint32_t> ids(const std::vector<EfsaLocation>& found) {
    std::set<std::uint32_t> made;
    for (const EfsaLocation& l : found) {
      const auto [known, fresh] = ids_.emplace(l, static_cast<std::uint32_t>(locations_.size()));
      if (fresh) locations_.push_back(l);
      made.insert(known->second);
    }
    return {made.begin(), made.end()};
  }

  const Efsa& efsa_;
  EfsaInterpreter interpreter_;
  std::vector<EfsaLocation> locations_;
  std::map<EfsaLocation, std::uint32_t> ids_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>> steps_;
};

class PushdownLister {
 public:
  PushdownLister(const PushdownListing& asked, Context& context)
      : asked_(asked), pds_(*asked.pds), context_(context), model_(std::make_shared<Model>(asked)) {
    if (!asked.complete) left_out_ = asked.why_not.empty() ? "the list was cut" : asked.why_not;
    has_controls_ = pds_.controls.size() > 1 || (pds_.controls.size() == 1 && !pds_.controls[0].empty());
    for (const EventInstance& e : pds_.events) arguments_ = std::max(arguments_, e.args.size());
    std::vector<std::string> columns, inputs = {"rule", "kind", "event"};
    if (has_controls_) columns.emplace_back("control");
    for (const char* name : {"top", "height", "state"}) columns.emplace_back(name);
    for (std::size_t i = 0; i < arguments_; ++i) inputs.push_back(fmt::format("arg{}", i + 1));
    graph_ = std::make_unique<RunGraph>(std::move(columns), std::move(inputs));
    for (std::uint32_t r = 0; r < pds_.rules.size(); ++r)
      rules_[{pds_.rules[r].control, pds_.rules[r].symbol}].push_back(r);
  }

  ListedRuns run() {
    std::size_t steps = 0;
    for (std::size_t i = 0; i < asked_.traces.size(); ++i) {
      if (asked_.bound && asked_.rules[i].size() > *asked_.bound) continue;
      if ((steps += asked_.rules[i].size()) > most_listed_steps_of_all)
        left_out_ = "too many steps in all";
      else
        add_counterexample(i);
    }
    if (asked_.bound) longest_ = *asked_.bound;
    list_passing();
    graph_->finish();
    ListedRuns runs;
    runs.together = false;
    runs.whole = left_out_.empty();
    runs.bound = longest_;
    runs.own = {"state"};
    runs.fine = {"rule"};  // events and points of the program say where it happens
    runs.said = said();
    model_->graph = graph_.get();
    runs.graph = std::move(graph_);
    runs.lift = [model = model_](const Trace& trace) { return model->lifted(trace); };
    runs.refusal = [model = model_](const Trace& trace, Polarity polarity) { return model->refusal(trace, polarity); };
    return runs;
  }

 private:
  using NodeId = RunGraph::NodeId;

  // What traces are led back to.
  struct Model {
    explicit Model(const PushdownListing& listing) : asked(listing), locations(*listing.pds, *listing.efsa) {}

    Trace lifted(const Trace& trace) const {
      const NodeId last = graph->node_of(trace.steps.back().state);
      if (const auto found = trace_ending_at.find(last); found != trace_ending_at.end())
        return asked.traces[found->second];
      Trace made;
      made.signature = pds_signature();
      NodeId before = 0;
      for (const Step& step : trace.steps) {
        const NodeId at = graph->node_of(step.state);
        made.steps.push_back({state_at(at), {}, std::nullopt});
        if (!step.inputs.empty()) made.steps.back().action = action_of(rules.at(before)[graph->edge_of(step.inputs)]);
        before = at;
      }
      return made;
    }

    State state_at(NodeId node) const {
      const Place& place = *places.at(node);
      const std::string& own = asked.pds->controls[place.control];
      const std::string location = place.shown == cut_off ? "" : locations.text(place.shown);
      std::vector<Value> stack;
      for (auto s = place.stack.rbegin(); s != place.stack.rend(); ++s)
        stack.push_back(Value::symbol(asked.pds->symbols[*s]));
      return {Value::symbol(own.empty() ? location : own + "/" + location), Value::list(std::move(stack))};
    }

    Action action_of(std::uint32_t index) const {
      const PdsRule& rule = asked.pds->rules[index];
      Action action{asked.pds->rule_text(rule), {}, rule.where, std::string(step_word(rule.size)), {}};
      for (std::uint32_t event : asked.pds->event_sets[rule.events])
        action.event += (action.event.empty() ? "" : ", ") + asked.pds->events[event].text();
      return action;
    }

    // The rules are applied once more, beside the automaton's own interpreter.
    std::optional<std::string> refusal(const Trace& trace, Polarity polarity) const {
      const Pds& pds = *asked.pds;
      const EfsaInterpreter interpreter(*asked.efsa, pds);
      PdsRun run;
      run.start(pds.initial[initial.at(graph->node_of(trace.steps[0].state))]);
      std::vector<EfsaLocation> possible = interpreter.initial();
      bool accepted = has_final(possible);
      for (std::size_t i = 1; i < trace.steps.size(); ++i) {
        const std::uint32_t index =
            rules.at(graph->node_of(trace.steps[i - 1].state))[graph->edge_of(trace.steps[i].inputs)];
        if (!run.apply(pds.rules[index])) return fmt::format("step {} is not a step of the system", i);
        std::set<EfsaLocation> next;
        for (const EfsaLocation& l : possible) {
          const auto found = interpreter.successors(l, pds.rules[index].events);
          next.insert(found.begin(), found.end());
        }
        possible.assign(next.begin(), next.end());
        accepted = accepted || has_final(possible);
      }
      if (accepted == (polarity == Polarity::Violating)) return std::nullopt;
      return accepted ? "the automaton accepts it" : "the automaton does not accept it";
    }
    bool has_final(const std::vector<EfsaLocation>& some) const {
      return std::any_of(some.begin(), some.end(),
                         [&](const EfsaLocation& l) { return asked.efsa->states[l.state].final; });
    }

    PushdownListing asked;
    Locations locations;
    RunGraph* graph = nullptr;
    std::map<NodeId, std::size_t> trace_ending_at;
    std::map<Place, NodeId> ids;                         // of passing runs
    std::map<NodeId, const Place*> places;               // keys of `ids`
    std::map<NodeId, std::vector<std::uint32_t>> rules;  // by edge
    std::map<NodeId, std::uint32_t> initial;             // of nodes where runs start: which configuration
  };

  State shown(std::uint32_t control, std::span<const std::uint32_t> stack, Value state) const {
    State row;
    if (has_controls_) row.push_back(Value::symbol(pds_.controls[control]));
    row.push_back(stack.empty() ? Value() : Value::symbol(pds_.symbols[stack.back()]));
    row.push_back(Value::integer(static_cast<std::int64_t>(stack.size())));
    row.push_back(std::move(state));
    return row;
  }

  // Of several events the first, which is what most rules carry.
  Inputs shown(std::uint32_t rule) const {
    const PdsRule& r = pds_.rules[rule];
    const Action action = model_->action_of(rule);
    Inputs row(3 + arguments_);
    row[0] = Value::symbol(action.event.empty() ? action.name : fmt::format("{} @ {}", action.name, action.event));
    row[1] = Value::symbol(action.kind);
    row[2] = Value::symbol("none");
    if (pds_.event_sets[r.events].empty()) return row;
    const EventInstance& event = pds_.events[pds_.event_sets[r.events].front()];
    row[2] = Value::symbol(event.name);
    for (std::size_t i = 0; i < event.args.size(); ++i) row[3 + i] = event.args[i].value_or(Value::symbol("?"));
    return row;
  }

  // ---- counterexamples: a tree, so that each has an end of its own

  void add_counterexample(std::size_t index) {
    const Trace& trace = asked_.traces[index];
    const std::vector<std::uint32_t>& rules = asked_.rules[index];
    longest_ = std::max(longest_, rules.size());
    PdsRun run;
    const std::uint32_t first = initial_of(trace);
    run.start(pds_.initial[first]);
    NodeId at = grown(none, first, run, trace.steps[0], rules.empty());
    model_->initial.emplace(at, first);
    for (std::size_t i = 0; i < rules.size(); ++i) {
      WHYNOT_CHECK(run.apply(pds_.rules[rules[i]]), "a counterexample should be a run of the system");
      at = grown(at, rules[i], run, trace.steps[i + 1], i + 1 == rules.size());
    }
    model_->trace_ending_at.emplace(at, index);
  }

  std::uint32_t initial_of(const Trace& trace) const {
    const std::vector<Value>& stack = trace.steps[0].state[1].args();
    for (std::uint32_t i = 0; i < pds_.initial.size(); ++i) {
      const PdsConfiguration& c = pds_.initial[i];
      const std::string& own = pds_.controls[c.control];
      const bool same_control = own.empty() || trace.steps[0].state[0].op().starts_with(own + "/");
      const bool same_stack = stack.size() == c.stack.size() &&
                              std::equal(stack.begin(), stack.end(), c.stack.begin(),
                                         [&](const Value& v, std::uint32_t s) { return v.op() == pds_.symbols[s]; });
      if (same_control && same_stack) return i;
    }
    return 0;
  }

  // The child by this rule (of the root: the initial configuration) that shows the same.
  NodeId grown(NodeId parent, std::uint32_t by, const PdsRun& run, const Step& step, bool ends) {
    const std::string text = step.state[0].op();
    const auto [known, fresh] = tree_.emplace(std::tuple(parent, by, text), 0);
    if (!fresh) return known->second;
    const std::string& own = pds_.controls[run.control()];
    std::string state = own.empty() ? text : text.substr(own.size() + 1);
    state.resize(std::min(state.size(), state.find('(')));
    const NodeId node = known->second = graph_->add_node(shown(run.control(), run.stack(), Value::symbol(state)), ends);
    if (parent == none) {
      graph_->add_start(node, Polarity::Violating);
    } else {
      graph_->add_edge(parent, node, shown(by));
      model_->rules[parent].push_back(by);
    }
    return node;
  }

  // ---- passing runs: configurations, as far as the longest counterexample goes

  void list_passing() {
    for (std::uint32_t i = 0; i < pds_.initial.size(); ++i) {
      const std::vector<std::uint32_t> possible = model_->locations.initial();
      std::vector<std::uint32_t> stack(pds_.initial[i].stack.rbegin(), pds_.initial[i].stack.rend());
      for (std::uint32_t location : possible) {
        const NodeId n = node_of({pds_.initial[i].control, stack, location, possible});
        graph_->add_start(n, Polarity::Passing);
        model_->initial.emplace(n, i);
      }
    }
    for (passing_ = 0; passing_ < longest_ && !level_.empty(); ++passing_)
      for (NodeId n : std::exchange(level_, {})) {
        if (model_->ids.size() > most_configurations || context_.should_stop()) return;
        if (!graph_->violates(n)) expand(n);
      }
    passing_ = longest_;
  }

  NodeId node_of(Place place) {
    const bool violates = model_->locations.any_final(place.possible);
    const auto [known, fresh] = model_->ids.emplace(std::move(place), 0);
    if (!fresh) return known->second;
    const Place& p = known->first;
    const Value state = p.shown == cut_off ? Value() : Value::symbol(model_->locations.state(p.shown));
    known->second = graph_->add_node(shown(p.control, p.stack, state), violates);
    model_->places.emplace(known->second, &p);
    level_.push_back(known->second);
    return known->second;
  }

  void expand(NodeId from) {
    const Place place = *model_->places.at(from);
    if (place.stack.empty()) return;
    const auto rules = rules_.find({place.control, place.stack.back()});
    if (rules == rules_.end()) return;
    for (std::uint32_t index : rules->second) {
      const PdsRule& rule = pds_.rules[index];
      Place to{rule.to, place.stack, cut_off, {}};
      to.stack.pop_back();
      for (std::uint32_t i = rule.size; i-- > 0;) to.stack.push_back(rule.push[i]);
      std::set<std::uint32_t> possible;
      for (std::uint32_t l : place.possible) {
        const auto& next = model_->locations.after(l, rule.events);
        possible.insert(next.begin(), next.end());
      }
      to.possible.assign(possible.begin(), possible.end());
      std::vector<std::uint32_t> shown_next;
      if (place.shown != cut_off) shown_next = model_->locations.after(place.shown, rule.events);
      if (to.possible.empty()) shown_next = {cut_off};
      for (std::uint32_t location : shown_next) {
        to.shown = location;
        graph_->add_edge(from, node_of(to), shown(index));
        model_->rules[from].push_back(index);
      }
    }
  }

  std::string said() const {
    const std::size_t number = model_->trace_ending_at.size();
    std::string text = fmt::format("{} counterexample{} of up to {} steps{}; ", number, number == 1 ? "" : "s",
                                   longest_, left_out_.empty() ? "" : fmt::format(", not all ({})", left_out_));
    text += fmt::format("compared with the passing runs of up to {} steps ({} configurations)", passing_,
                        model_->ids.size());
    return text;
  }

  static constexpr NodeId none = ~NodeId{0};
  const PushdownListing& asked_;
  const Pds& pds_;
  Context& context_;
  std::shared_ptr<Model> model_;
  std::unique_ptr<RunGraph> graph_;
  bool has_controls_ = false;
  std::size_t arguments_ = 0, longest_ = 0, passing_ = 0;
  std::string left_out_;  // why some counterexamples are not there; empty when all are
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>> rules_;  // by control and symbol
  std::map<std::tuple<NodeId, std::uint32_t, std::string>, NodeId> tree_;
  std::vector<NodeId> level_;
};

}  // namespace

ListedRuns list_runs(const PushdownListing& asked, Context& context) { return PushdownLister(asked, context).run(); }

}  // namespace whynot::analyse::classify
