// Lists the states of a specification level by level, and labels them with observers, rules and arguments.
#include "analyse/classify/listed/list_ots.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/check.h"
#include "model/state_hash.h"

namespace whynot::analyse::classify {
namespace {

constexpr std::size_t most_states = 200'000;
constexpr std::size_t most_unasked = 50'000;  // where nobody has said how deep to go

bool is_collection(const Value& v) {
  return v.kind() == Value::Kind::Set || v.kind() == Value::Kind::Bag || v.kind() == Value::Kind::List ||
         v.kind() == Value::Kind::Map;
}

class OtsLister {
 public:
  OtsLister(const OtsListing& asked, Context& context)
      : asked_(asked), context_(context), model_(std::make_shared<Model>(asked)) {
    for (const ots::Transition& t : asked.ots->transitions) arguments_ = std::max(arguments_, t.params.size());
    std::vector<std::string> columns, inputs = {"rule"};
    for (const Column& c : model_->stepper->signature()->columns) columns.push_back(c.name);
    for (std::size_t i = 0; i < arguments_; ++i) inputs.push_back(fmt::format("arg{}", i + 1));
    graph_ = std::make_unique<RunGraph>(std::move(columns), std::move(inputs));
    for (const ots::Transition& t : asked.ots->transitions) graph_->may_be(true, 0, Value::symbol(t.name));
  }

  std::variant<ListedRuns, NotListed> run() {
    if (!start()) return NotListed{reason_};
    while (!level_.empty() && wants_more()) {
      if (nodes() > limit()) return finish_early();
      if (!expand_level()) return NotListed{reason_};
    }
    return finished(depth_, level_.empty());
  }

 private:
  // What traces are led back to.
  struct Model {
    explicit Model(const OtsListing& asked)
        : predicate(*asked.predicate), from(asked.from), stepper(ots::make_stepper(*asked.ots, *asked.scope)) {}
    ots::Predicate predicate;
    std::optional<State> from;
    std::unique_ptr<ots::OtsStepper> stepper;
    std::vector<State> states;                       // by node
    std::vector<std::vector<SharedAction>> actions;  // by node and edge
    RunGraph* graph = nullptr;
  };

  std::size_t nodes() const { return model_->states.size(); }
  std::size_t limit() const { return asked_.depth ? most_states : most_unasked; }
  bool wants_more() const {
    if (asked_.depth) return depth_ < *asked_.depth;
    return asked_.whole || !violated_;
  }

  bool start() {
    const auto enter = [&](const State& s) {
      const RunGraph::NodeId n = node_of(s);
      graph_->add_start(n, Polarity::Violating);
      graph_->add_start(n, Polarity::Passing);
      return nodes() <= most_states;
    };
    if (asked_.from)
      enter(*asked_.from);
    else if (!model_->stepper->initial(context_, enter))
      return stop();
    if (nodes() > most_states) reason_ = fmt::format("there are more than {} initial states", most_states);
    return reason_.empty();
  }

  bool stop() {
    reason_ = context_.stop_reason();
    return false;
  }

  RunGraph::NodeId node_of(const State& state) {
    const auto [known, fresh] = ids_.emplace(state, static_cast<RunGraph::NodeId>(nodes()));
    if (!fresh) return known->second;
    const bool violates = model_->stepper->violation(state, *asked_.predicate).has_value();
    violated_ = violated_ || violates;
    model_->states.push_back(state);
    model_->actions.emplace_back();
    level_.push_back(known->second);
    for (std::size_t c = 0; c < state.size(); ++c)
      if (is_collection(state[c])) large_.insert(c);
    return graph_->add_node(state, violates);
  }

  bool expand_level() {
    for (RunGraph::NodeId from : std::exchange(level_, {})) {
      const State state = model_->states[from];
      const bool whole = model_->stepper->successors(state, context_, [&](Successor s) {
        add_edge(from, std::move(s));
        return nodes() <= most_states;
      });
      if (!whole || context_.should_stop()) return stop();
      if (nodes() > most_states) {
        reason_ = fmt::format("there are more than {} states within depth {}", most_states, depth_ + 1);
        return false;
      }
    }
    ++depth_;
    return true;
  }

  void add_edge(RunGraph::NodeId from, Successor s) {
    Inputs shown(arguments_ + 1);
    shown[0] = Value::symbol(s.action->name);
    for (std::size_t i = 0; i < s.action->args.size(); ++i) shown[i + 1] = s.action->args[i];
    graph_->add_edge(from, node_of(s.state), shown);
    model_->actions[from].push_back(std::move(s.action));
  }

  // Nobody has said how deep: what there is so far has to do.
  std::variant<ListedRuns, NotListed> finish_early() {
    if (asked_.depth)
      return NotListed{fmt::format("there are more than {} states within depth {}", most_states, depth_)};
    return finished(depth_, false);
  }

  ListedRuns finished(std::size_t bound, bool exhausted) {
    ListedRuns runs;
    graph_->finish();
    runs.bound = asked_.depth ? *asked_.depth : bound;
    runs.all = exhausted;
    const auto& columns = graph_->signature()->columns;
    const std::set<std::string> read = observers_read();
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const std::string observer = columns[c].name.substr(0, columns[c].name.find('('));
      if (read.contains(observer))
        runs.own.push_back(columns[c].name);
      else if (large_.contains(c))
        runs.large.push_back(columns[c].name);
    }
    runs.said = fmt::format("runs of up to {} steps within scope `{}`: {} states, {} steps between them{}", runs.bound,
                            asked_.scope->name, graph_->nodes(), graph_->edges(),
                            exhausted ? "; there are no other states" : "");
    for (const auto& [sort, members] : asked_.scope->elements) {
      runs.alike.emplace_back();
      for (const std::uint32_t element : members) runs.alike.back().push_back(asked_.ots->elements[element].name);
    }
    model_->graph = graph_.get();
    runs.graph = std::move(graph_);
    runs.lift = [model = model_](const Trace& trace) { return lifted(*model, trace); };
    runs.refusal = [model = model_](const Trace& trace, Polarity polarity) {
      return refusal(*model, lifted(*model, trace), polarity);
    };
    return runs;
  }

  std::set<std::string> observers_read() const {
    std::set<std::string> names;
    std::set<std::uint32_t> seen;
    std::vector<ots::Term> open = {asked_.predicate->body};
    while (!open.empty()) {
      const ots::Term t = open.back();
      open.pop_back();
      if (!seen.insert(t.id()).second) continue;
      if (t.is(ots::Op::Observe)) names.insert(asked_.ots->observers[static_cast<std::size_t>(t.a())].name);
      if (t.is(ots::Op::Call)) open.push_back(asked_.ots->functions[static_cast<std::size_t>(t.a())].body);
      for (std::size_t i = 0; i < t.arity(); ++i) open.push_back(t.arg(i));
    }
    return names;
  }

  static Trace lifted(const Model& model, const Trace& trace) {
    Trace made;
    made.signature = model.stepper->signature();
    RunGraph::NodeId before = 0;
    for (const Step& step : trace.steps) {
      const RunGraph::NodeId at = model.graph->node_of(step.state);
      made.steps.push_back({model.states[at], {}, std::nullopt});
      if (!step.inputs.empty()) made.steps.back().action = model.actions[before][model.graph->edge_of(step.inputs)];
      before = at;
    }
    return made;
  }

  static std::optional<std::string> refusal(const Model& model, const Trace& trace, Polarity polarity) {
    if (const auto refused = ots::replay_specification(*model.stepper, trace, nullptr, !model.from))
      return refused->reason;
    if (model.from && trace.steps[0].state != *model.from) return "it starts in another state";
    const bool violated = std::any_of(trace.steps.begin(), trace.steps.end(), [&](const Step& step) {
      return model.stepper->violation(step.state, model.predicate).has_value();
    });
    if (violated == (polarity == Polarity::Violating)) return std::nullopt;
    return violated ? "it violates the invariant" : "it does not violate the invariant";
  }

  const OtsListing& asked_;
  Context& context_;
  std::shared_ptr<Model> model_;
  std::unique_ptr<RunGraph> graph_;
  std::size_t arguments_ = 0, depth_ = 0;
  bool violated_ = false;
  std::unordered_map<State, RunGraph::NodeId, StateHash> ids_;
  std::vector<RunGraph::NodeId> level_;
  std::set<std::size_t> large_;  // columns with collections
  std::string reason_;
};

}  // namespace

std::variant<ListedRuns, NotListed> list_runs(const OtsListing& asked, Context& context) {
  return OtsLister(asked, context).run();
}

}  // namespace whynot::analyse::classify
