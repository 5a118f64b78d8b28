// The experiment of Toda & Inoue (2021), section 8, on the Stanford backbone: random pairs of a start and an
// end, a reachability property for a range of destinations, and the set of destinations that keep a base
// counterexample one; on the network as it is, and on one modified at random for each property.
//
//   intervals_bench STANFORD.smv [QUERIES [CACTUS.svg [BASES]]]
//
// BASES gets some of the properties, each with the seconds that its base counterexample took: intervals_peer.py asks
// another checker for those.
//
// Base counterexamples are looked for by simulating random packets of the range; where all of those arrive,
// by bounded checking.  Reading the model and modifying it are not counted.
//
// The longest interval takes microseconds, less than the machine's interrupts, which are counted as ours: beside each
// query stands work of a known length, timed in the same way, and whatever passes the bar is asked again five times.
#include <fmt/format.h>
#include <sys/resource.h>
#include <time.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iostream>
#include <sstream>

#include "analyse/intervals/constrained.h"
#include "base/random.h"
#include "engine/engine.h"
#include "expr/print.h"
#include "front/smv/smv.h"
#include "model/system/replay_system.h"

namespace {

using namespace whynot;
using namespace whynot::analyse::intervals;

// The processor's time tells more on a machine that others use too.
double now() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

constexpr double longest_bar = 1e-4;  // seconds

// Work of one length, about that of finding a longest interval, to tell what the machine adds to a time.
double fixed_work() {
  const double begin = now();
  volatile std::uint64_t state = 1;
  for (int i = 0; i < 2000; ++i) state = state * 6364136223846793005u + 1442695040888963407u;
  return now() - begin;
}

struct Network {
  Sources sources;
  Diagnostics diagnostics;
  ExprPool pool;
  std::optional<front::smv::Program> program;

  const TransitionSystem& system() const { return program->system; }
  Expr variable(std::string_view name) const {
    for (const VariableDecl& v : system().variables)
      if (pool.name_of(v.variable) == name) return v.variable;
    return {};
  }
};

struct Pair {  // packets at `start` with a destination in the range are to arrive at `end`
  Value start, end;
  std::uint32_t prefix = 0, mask = 0;
};

// A model of its own: the same system, in a pool that goes with it, its rules changed where `change` says so.
class Copy {
 public:
  Copy(const Network& from, const std::function<std::uint32_t(std::uint32_t value, std::uint32_t mask)>& change)
      : from_(from), change_(change) {
    system.pool = &pool;
    for (const VariableDecl& v : from.system().variables) system.variables.push_back({copy(v.variable), v.kind, {}});
    for (const Assignment& a : from.system().init_assignments)
      system.init_assignments.push_back({copy(a.variable), copy(a.value), {}});
    for (const Assignment& a : from.system().next_assignments)
      system.next_assignments.push_back({copy(a.variable), copy(a.value), {}});
  }
  Expr variable(std::string_view name) { return pool.variable(name, from_.variable(name).type()); }

  ExprPool pool;
  TransitionSystem system;

 private:
  // Each rule is a branch of its own; conditions are shared between routers and so copied rule by rule.
  Expr copy(Expr root) {
    for_each_postorder(root, [&](Expr e) {
      if (done_.count(e)) return;
      std::vector<Expr> args;
      for (std::size_t i = 0; i < e.arity(); ++i) args.push_back(done_.at(e.arg(i)));
      if (e.is(Op::Ite)) args[0] = changed(args[0]);
      done_.emplace(e, e.is(Op::Constant)   ? pool.constant(from_.pool.value_of(e), e.type())
                       : e.is(Op::Variable) ? pool.variable(from_.pool.name_of(e), e.type())
                                            : pool.make(e.op(), e.type(), args, e.a(), e.b()));
    });
    return done_.at(root);
  }

  // The comparison of destinations in a rule's condition, with another constant.
  Expr changed(Expr condition) {
    if (condition.is(Op::And) && condition.type().is_boolean())
      return pool.make(Op::And, condition.type(), {changed(condition.arg(0)), changed(condition.arg(1))});
    if (!condition.is(Op::Eq) || !condition.arg(1).is(Op::Constant) || !condition.arg(0).type().is_word())
      return condition;
    Expr left = condition.arg(0);
    std::uint32_t mask = ~0u;
    if (left.is(Op::And)) {
      mask = static_cast<std::uint32_t>(pool.value_of(left.arg(1)).bits());
      left = left.arg(0);
    }
    if (!left.is(Op::Variable) || pool.name_of(left) != "packet.ipdst") return condition;
    const auto value = static_cast<std::uint32_t>(pool.value_of(condition.arg(1)).bits());
    const std::uint32_t to = change_(value, mask);
    if (to == value) return condition;
    return pool.make(Op::Eq, condition.type(),
                     {condition.arg(0), pool.constant(Value::word(32, false, to), condition.arg(1).type())});
  }

  const Network& from_;
  const std::function<std::uint32_t(std::uint32_t, std::uint32_t)>& change_;
  std::unordered_map<Expr, Expr, ExprHash> done_;
};

Property property_of(ExprPool& pool, Expr location, Expr ipdst, const Pair& pair) {
  const auto is = [&](const Value& v) { return pool.eq(location, pool.constant(v, location.type())); };
  const Type word = ipdst.type();
  const Expr masked = pool.make(Op::And, word, {ipdst, pool.constant(Value::word(32, false, pair.mask), word)});
  const Expr premise =
      pool.and_(is(pair.start), pool.eq(masked, pool.constant(Value::word(32, false, pair.prefix), word)));
  Property p;
  p.name = "reach";
  p.kind = PropertyKind::Ltl;
  p.formula = pool.implies(premise, pool.temporal(Op::F, {is(pair.end)}));
  return p;
}

// Runs of concrete packets, by the lazy evaluation that the analysis itself uses; the last step loops.
class Simulation {
 public:
  Simulation(const TransitionSystem& system, std::shared_ptr<const Signature> signature)
      : system_(system), signature_(std::move(signature)), fold_(*system.pool, residuals_) {}

  std::optional<Trace> run(State state, const Value& avoid) {
    Trace trace{signature_, {{state, {}, {}}}, {}, {}, {}};
    const std::size_t column = location_column();
    while (trace.steps.size() < 40) {
      const State& now = trace.steps.back().state;
      if (now[column] == avoid) return std::nullopt;
      fold_.enter([&](Expr leaf) {
        for (std::size_t i = 0; i < system_.variables.size(); ++i)
          if (system_.variables[i].variable == leaf) return Folded{true, now[i], {}, false};
        return Folded{};
      });
      Folded next = fold_(system_.next_assignments[0].value);
      if (next.value.kind() == Value::Kind::Set) next.value = next.value.args()[0];
      for (std::size_t i = 0; i < trace.steps.size(); ++i)
        if (trace.steps[i].state[column] == next.value) {
          trace.loop = i;
          return trace;
        }
      state[column] = next.value;
      trace.steps.push_back({state, {}, {}});
    }
    return std::nullopt;
  }
  std::size_t location_column() const {
    for (std::size_t i = 0; i < system_.variables.size(); ++i)
      if (system_.variables[i].variable == system_.next_assignments[0].variable) return i;
    return 0;
  }

 private:
  const TransitionSystem& system_;
  std::shared_ptr<const Signature> signature_;
  ExprPool residuals_;
  Fold fold_;
};

std::optional<Trace> base_of(const TransitionSystem& system, const Property& property, const Pair& pair, Random& random,
                             Context& context, std::size_t& by_bmc) {
  Simulation simulation(system, std::make_shared<const Signature>(signature_of(system)));
  for (int tries = 0; tries < 24; ++tries) {
    State state;
    for (const VariableDecl& v : system.variables) {
      const Type type = v.variable.type();
      if (!type.is_word())
        state.push_back(pair.start);
      else if (type.width() == 32 && system.pool->name_of(v.variable) == "packet.ipdst")
        state.push_back(Value::word(32, false, pair.prefix | (static_cast<std::uint32_t>(random.next()) & ~pair.mask)));
      else
        state.push_back(
            Value::word(type.width(), false, tries % 2 ? Integer(random.next()) : Integer(type.width() == 8 ? 6 : 80)));
    }
    if (auto trace = simulation.run(state, pair.end)) return trace;
  }
  ++by_bmc;
  const Query query{&system, &property, {}, 8, nullptr};
  const Verdict verdict = engine::engine_named("bmc")->start(query, context)->next();
  const auto* violated = std::get_if<Violated>(&verdict);
  const auto* trace = violated ? std::get_if<Trace>(&violated->evidence) : nullptr;
  return trace ? std::optional<Trace>(*trace) : std::nullopt;
}

struct Row {
  double base = 0, set = 0, longest = 0, all = 0;
  double fixed = 0;               // the work beside the longest
  double again = 0, slowest = 0;  // the longest five times more: the median of them, and the worst
  Integer count, length, intervals;
  std::size_t nodes = 0, patterns = 0;
};

struct Sums {
  std::string name;
  std::vector<Row> rows;
  std::size_t by_bmc = 0, unfit = 0;
  double total = 0;

  void print() const {
    fmt::print(
        "{} network: {} queries, {:.2f} s in all ({} bases by bmc, {} pairs without a counterexample left out)\n", name,
        rows.size(), total, by_bmc, unfit);
    print_times();
    print_above_bar();
    print_sizes();
  }

 private:
  void print_times() const {
    fmt::print("  {:<30}{:>12}{:>12}\n", "", "average ms", "worst ms");
    const std::pair<const char*, double Row::*> parts[] = {{"base counterexample", &Row::base},
                                                           {"constrained set", &Row::set},
                                                           {"longest interval", &Row::longest},
                                                           {"  five times more, median", &Row::again},
                                                           {"  five times more, slowest", &Row::slowest},
                                                           {"  fixed work beside it", &Row::fixed},
                                                           {"all intervals", &Row::all}};
    for (const auto& [label, part] : parts) {
      double worst = 0, sum = 0;
      for (const Row& r : rows) {
        worst = std::max(worst, r.*part);
        sum += r.*part;
      }
      fmt::print("  {:<30}{:>12.4f}{:>12.4f}\n", label,
                 1e3 * sum / static_cast<double>(std::max<std::size_t>(rows.size(), 1)), 1e3 * worst);
    }
  }
  void print_above_bar() const {
    const auto above = [&](double Row::*part) {
      return std::count_if(rows.begin(), rows.end(), [&](const Row& r) { return r.*part > longest_bar; });
    };
    fmt::print("  above {} ms: {} longest intervals, {} by the median of five more; {} times the fixed work\n",
               1e3 * longest_bar, above(&Row::longest), above(&Row::again), above(&Row::fixed));
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (const Row& r = rows[i]; r.longest > longest_bar)
        fmt::print("    query {}: {:.4f} ms, {:.4f} ms by the median ({} nodes, {} intervals)\n", i + 1,
                   1e3 * r.longest, 1e3 * r.again, r.nodes, to_string(r.intervals));
  }
  void print_sizes() const {
    Row most;
    for (const Row& r : rows) {
      most.count = std::max(most.count, r.count);
      most.length = std::max(most.length, r.length);
      most.intervals = std::max(most.intervals, r.intervals);
      most.nodes = std::max(most.nodes, r.nodes);
      most.patterns = std::max(most.patterns, r.patterns);
    }
    fmt::print("  largest set {}, longest interval {}, most intervals {}, most patterns {}, largest diagram {} nodes\n",
               to_string(most.count), to_string(most.length), to_string(most.intervals), most.patterns, most.nodes);
    const auto fewer = [](const Row& a, const Row& b) { return a.count < b.count; };
    if (const auto largest = std::max_element(rows.begin(), rows.end(), fewer); largest != rows.end())
      fmt::print(
          "  that largest set: {:.4f} ms to make, {:.4f} ms for its longest and {:.4f} ms for all its intervals\n",
          1e3 * largest->set, 1e3 * largest->longest, 1e3 * largest->all);
  }
};

// One look at the longest interval and the work beside it, then five more looks.
std::optional<Interval> measure_longest(const ValueSet& set, Row& row) {
  const auto timed = [&] {
    const double begin = now();
    const auto longest = set.longest();
    return std::pair(now() - begin, longest);
  };
  const auto [first, longest] = timed();
  row.longest = first;
  row.fixed = fixed_work();
  std::array<double, 5> more{};
  for (double& t : more) t = timed().first;
  std::sort(more.begin(), more.end());
  row.again = more[2];
  row.slowest = more[4];
  return longest;
}

Row measure(const TransitionSystem& system, const Property& property, const Trace& base, Expr ipdst, Context& context) {
  Row row;
  double begin = now();
  const auto solved = Constrained::solve({&system, &property, base, {ipdst}, {}, false, 0}, context);
  row.set = now() - begin;
  if (!solved) return row;
  const ValueSet set = solved->violating_set(*Scale::of(ipdst.type()));
  const auto longest = measure_longest(set, row);
  begin = now();
  std::size_t seen = 0;
  set.for_each_interval([&](const Interval&) { return ++seen < 1'000'000; });
  row.all = now() - begin;
  row.count = set.count();
  row.length = longest ? longest->length() : Integer(0);
  row.intervals = seen;
  row.nodes = set.function().node_count();
  set.for_each_pattern([&](const std::string&) { return ++row.patterns < 100'000; });
  return row;
}

// Times in order, summed up: how many queries are done after how long (the paper's Fig. 5).
void write_cactus(const std::string& path, const std::vector<Sums>& all) {
  constexpr double width = 640, height = 320, left = 60, bottom = 40, decades = 6;
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" font-family=\"sans-serif\" "
      "font-size=\"12\">\n",
      width + left + 160, height + bottom + 20);
  for (int d = 0; d <= decades; ++d)
    out += fmt::format(
        "<text x=\"4\" y=\"{:.1f}\">1e{} s</text><line x1=\"{}\" x2=\"{}\" y1=\"{:.1f}\" y2=\"{:.1f}\" "
        "stroke=\"#ddd\"/>\n",
        height - d * height / decades + 4, d - 4, left, left + width, height - d * height / decades,
        height - d * height / decades);
  const std::pair<const char*, double Row::*> parts[] = {
      {"base", &Row::base}, {"set", &Row::set}, {"longest", &Row::longest}};
  const char* colours[] = {"#1b6ca8", "#c0392b", "#2e8b57", "#7fb3d5", "#e59866", "#82c99d"};
  std::size_t line = 0;
  for (const Sums& sums : all)
    for (const auto& [label, part] : parts) {
      std::vector<double> times;
      for (const Row& r : sums.rows) times.push_back(r.*part);
      std::sort(times.begin(), times.end());
      std::string points;
      double sum = 0;
      for (std::size_t i = 0; i < times.size(); ++i) {
        sum += times[i];
        const double y = height - (std::log10(std::max(sum, 1e-4)) + 4) * height / decades;
        points += fmt::format("{:.1f},{:.1f} ",
                              left + width * static_cast<double>(i + 1) / static_cast<double>(times.size()), y);
      }
      out += fmt::format(
          "<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\" points=\"{}\"/>\n<text x=\"{}\" y=\"{}\" "
          "fill=\"{}\">{} {}</text>\n",
          colours[line % 6], points, left + width + 8, 20 + 18 * line, colours[line % 6], sums.name, label);
      ++line;
    }
  out += fmt::format("<text x=\"{}\" y=\"{}\">queries, fastest first ({} each); time summed up</text>\n</svg>\n", left,
                     height + bottom, all.front().rows.size());
  std::ofstream(path) << out;
}

constexpr std::size_t compared_bases = 40;

class Experiment {
 public:
  Experiment(Network& network, std::size_t queries) : network_(network), queries_(queries), random_(20210707) {}

  // What base counterexamples took on the network as it is, a line for each of the first.
  const std::string& bases() const { return bases_; }

  std::vector<Sums> run() {
    collect_ranges();
    std::vector<Sums> all;
    for (bool modified : {false, true}) {
      Sums sums{modified ? "modified" : "original", {}, 0, 0, 0};
      while (sums.rows.size() < queries_ && sums.unfit < 20 * queries_) one(sums, modified, false);
      sums.print();
      all.push_back(std::move(sums));
    }
    // Sets of billions: properties that speak of every destination.
    Sums whole{"original (any destination)", {}, 0, 0, 0};
    while (whole.rows.size() < queries_ / 8 && whole.unfit < queries_) one(whole, false, true);
    whole.print();
    return all;
  }

 private:
  // Destinations that some rule compares with, and the locations there are.
  void collect_ranges() {
    const std::function<std::uint32_t(std::uint32_t, std::uint32_t)> look = [&](std::uint32_t value,
                                                                                std::uint32_t mask) {
      const int length = __builtin_popcount(mask);
      if (length >= 16 && length <= 28) ranges_.push_back({{}, {}, value, mask});
      return value;
    };
    original_ = std::make_unique<Copy>(network_, look);
    for_each_member(network_.pool, network_.system().init_assignments.front().value, starts_);
    ends_ = original_->variable("location").type().values();
    std::erase_if(ends_, [&](const Value& v) {
      return std::find(starts_.begin(), starts_.end(), v) != starts_.end() || v.op() == "drop";
    });
  }
  static void for_each_member(const ExprPool& pool, Expr set, std::vector<Value>& out) {
    for_each_postorder(set, [&](Expr e) {
      if (e.is(Op::Constant)) out.push_back(pool.value_of(e));
    });
  }

  void one(Sums& sums, bool modified, bool any_destination) {
    Pair pair = any_destination ? Pair{} : ranges_[random_.below(ranges_.size())];
    pair.start = starts_[random_.below(starts_.size())];
    pair.end = ends_[random_.below(ends_.size())];
    std::unique_ptr<Copy> changed;
    if (modified) {
      const std::function<std::uint32_t(std::uint32_t, std::uint32_t)> change = [&](std::uint32_t value,
                                                                                    std::uint32_t mask) {
        return random_.chance(30) ? (value & ~pair.mask) | (pair.prefix & mask) : value;
      };
      changed = std::make_unique<Copy>(network_, change);
    }
    Copy& model = modified ? *changed : *original_;
    const Expr ipdst = model.variable("packet.ipdst");
    const Property property = property_of(model.pool, model.variable("location"), ipdst, pair);
    double begin = now();
    const double first = begin;
    const auto base = base_of(model.system, property, pair, random_, context_, sums.by_bmc);
    const double base_time = now() - begin;
    if (!base) {
      ++sums.unfit;
      return;
    }
    Row row = measure(model.system, property, *base, ipdst, context_);
    row.base = base_time;
    sums.total += now() - first;
    sums.rows.push_back(row);
    if (!modified && sums.rows.size() <= compared_bases && !any_destination)
      bases_ += fmt::format("{:.6f}\t{}\n", base_time, to_string(model.pool, property.formula));
  }

  Network& network_;
  std::size_t queries_;
  Random random_;
  Context context_;
  std::unique_ptr<Copy> original_;
  std::vector<Pair> ranges_;
  std::vector<Value> starts_, ends_;
  std::string bases_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::cerr << "usage: intervals_bench STANFORD.smv [QUERIES [CACTUS.svg [BASES]]]\n";
    return 2;
  }
  std::ifstream in(argv[1]);
  std::stringstream text;
  text << in.rdbuf();
  Network network;
  network.program =
      front::smv::load(network.sources.add(argv[1], text.str()), network.sources, network.pool, network.diagnostics);
  if (!network.program) {
    for (const Diagnostic& d : network.diagnostics.all()) std::cerr << render(d, network.sources);
    return 3;
  }
  Experiment experiment(network, argc > 2 ? std::stoul(argv[2]) : 764);
  const auto all = experiment.run();
  if (argc > 3) write_cactus(argv[3], all);
  if (argc > 4) std::ofstream(argv[4]) << experiment.bases();
  rusage use{};
  getrusage(RUSAGE_SELF, &use);
  fmt::print("peak memory {} MB\n", use.ru_maxrss / 1024);
}
