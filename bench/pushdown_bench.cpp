// Times of the pushdown engine and of the whole analysis on the scaling family and on models given as files:
// one JSON line per model.  Seconds are of processor time; `analysis` includes replay, writing the traces out,
// groups and common events.
//   pushdown_bench [FILE.flat]…
// A .flat file has one rule a line, `control symbol control' [symbol1 [symbol2]]`; it starts in the left
// side `p1 main:entry` where there is such a rule, else in that of its first rule, and control location
// `p3`, `q1` or `bad` is final.
#include <fmt/format.h>

#include <ctime>
#include <fstream>
#include <sstream>
#include <string>
#include <unordered_map>

#include "analyse/paths/paths.h"
#include "engine/pushdown/stream/stream.h"

namespace {

using namespace whynot;
using namespace whynot::engine::pushdown;

class Names {
 public:
  explicit Names(std::vector<std::string>& names) : names_(names) {}
  std::uint32_t operator()(const std::string& name) {
    const auto [at, fresh] = index_.try_emplace(name, static_cast<std::uint32_t>(names_.size()));
    if (fresh) names_.push_back(name);
    return at->second;
  }

 private:
  std::vector<std::string>& names_;
  std::unordered_map<std::string, std::uint32_t> index_;
};

struct Problem {
  std::string name;
  Pds pds;
  Efsa efsa;
};

void transition(Efsa& efsa, std::uint32_t from, std::uint32_t to, const std::string& event) {
  EfsaTransition t;
  t.from = from;
  t.to = to;
  t.trigger = event.empty() ? EfsaTransition::Trigger::Else : EfsaTransition::Trigger::Event;
  t.event = event;
  efsa.transitions.push_back(t);
}

// n procedures in a row, each with d diamonds, calls of the next two, self recursion in every fifth; the
// automaton toggles between a and b on `tog` and is violated by `bad` in b.
Problem family(std::uint32_t n, std::uint32_t d) {
  Problem p;
  p.name = fmt::format("family({}, {})", n, d);
  p.pds.controls = {""};
  p.pds.events = {{"tog", {}}, {"bad", {}}};
  p.pds.event_sets = {{}, {0}, {1}};
  Names symbol(p.pds.symbols);
  std::unordered_map<std::string, std::uint32_t> events{{"err", 2}};
  for (std::uint32_t i = 3; i < n; i += 7) events[fmt::format("p{}_2", i)] = 1;
  const auto rule = [&](const std::string& from, const std::vector<std::string>& to) {
    PdsRule r;
    r.symbol = symbol(from);
    r.size = static_cast<std::uint32_t>(to.size());
    for (std::size_t k = 0; k < to.size(); ++k) r.push[k] = symbol(to[k]);
    if (const auto at = events.find(from); at != events.end()) r.events = at->second;
    p.pds.rules.push_back(r);
  };
  rule("m0", {"p0_0", "m1"});
  rule("m1", {"m1"});
  for (std::uint32_t i = 0; i < n; ++i) {
    const auto at = [&](std::uint32_t j, const char* side) { return fmt::format("p{}_{}{}", i, j, side); };
    for (std::uint32_t j = 0; j < d; ++j) {
      const std::string next = at(j + 1, "");
      rule(at(j, ""), {at(j, "a")});
      rule(at(j, ""), {at(j, "b")});
      rule(at(j, "b"), {next});
      if (j % 4 == 1 && i + 1 < n)
        rule(at(j, "a"), {fmt::format("p{}_0", i + 1), next});
      else if (j % 4 == 3 && i + 2 < n)
        rule(at(j, "a"), {fmt::format("p{}_0", i + 2), next});
      else if (i % 5 == 0 && j % 4 == 2)
        rule(at(j, "a"), {at(0, ""), next});
      else
        rule(at(j, "a"), {next});
    }
    rule(at(d, ""), {});
  }
  rule(fmt::format("p{}_1b", n - 1), {"err"});
  rule("err", {fmt::format("p{}_2", n - 1)});
  p.pds.initial = {{0, {symbol("m0")}, {}}};
  p.efsa.states = {{"a", true, false, {}}, {"b", false, false, {}}, {"bad", false, true, {}}};
  transition(p.efsa, 0, 1, "tog");
  transition(p.efsa, 1, 0, "tog");
  transition(p.efsa, 1, 2, "bad");
  transition(p.efsa, 0, 0, "");
  transition(p.efsa, 1, 1, "");
  transition(p.efsa, 2, 2, "");
  return p;
}

Problem flat(const std::string& file) {
  Problem p;
  p.name = file.substr(file.rfind('/') + 1);
  Names control(p.pds.controls), symbol(p.pds.symbols);
  p.pds.events = {{"hit", {}}};
  p.pds.event_sets = {{}, {0}};
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string from, top, to, word;
    if (!(words >> from >> top >> to)) continue;
    PdsRule r;
    r.control = control(from);
    r.symbol = symbol(top);
    r.to = control(to);
    while (words >> word && r.size < 2) r.push[r.size++] = symbol(word);
    r.events = to == "p3" || to == "q1" || to == "bad";
    p.pds.rules.push_back(r);
    if (p.pds.initial.empty() || (from == "p1" && top == "main:entry")) p.pds.initial = {{r.control, {r.symbol}, {}}};
  }
  p.efsa.states = {{"run", true, false, {}}, {"hit", false, true, {}}};
  transition(p.efsa, 0, 1, "hit");
  transition(p.efsa, 0, 0, "");
  transition(p.efsa, 1, 1, "");
  return p;
}

class Clock {  // processor time: the work has one thread, and machines have other users
 public:
  double seconds() const { return static_cast<double>(std::clock() - begin_) / CLOCKS_PER_SEC; }

 private:
  std::clock_t begin_ = std::clock();
};

void measure(const Problem& p, std::size_t wanted) {
  Context context;
  const Clock clock;
  Product product(p.pds, p.efsa);
  Tabulation tabulation(product, false);
  tabulation.add_starts();
  tabulation.run(context);
  const double reached = clock.seconds();
  const double megabytes = static_cast<double>(resident_bytes()) / 1e6;
  std::size_t rules = 0;
  for (Head h = 0; h < product.heads(); ++h)
    if (product.first_rule(h) != none) rules += product.rules(h).size();
  const Clock second;
  Distances distances(product, tabulation, context);
  Stream stream(product, tabulation, distances, {}, context);
  const double ready = second.seconds();
  auto run = stream.next();
  const std::size_t shortest = run ? run->rules.size() : 0;
  const double first = second.seconds();
  std::size_t traces = run ? 1 : 0;
  for (; run && traces < wanted && (run = stream.next()); ++traces) {}
  const double streamed = second.seconds();
  const Clock third;
  analyse::paths::PathsOptions options;
  options.limit = wanted;
  options.keep_traces = false;
  const auto finding = analyse::paths::run_paths(p.pds, p.efsa, options, context);
  fmt::print(
      "{{\"model\": \"{}\", \"rules\": {}, \"product_rules\": {}, \"edges\": {}, \"post_star\": {:.4f}, \"megabytes\": "
      "{:.0f}, "
      "\"distances\": {:.4f}, \"first_trace\": {:.4f}, \"shortest\": {}, \"traces\": {}, \"all_traces\": {:.4f}, "
      "\"total\": {:.4f}, "
      "\"groups\": {}, \"analysis\": {:.4f}}}\n",
      p.name, p.pds.rules.size(), rules, tabulation.edges().size(), reached, megabytes, ready, first, shortest, traces,
      streamed, reached + streamed, finding.groups.size(), third.seconds());
}

}  // namespace

int main(int argc, char** argv) {
  measure(family(100, 8), 20);
  measure(family(1000, 8), 20);
  measure(family(2500, 8), 20);
  measure(family(5000, 8), 20);
  for (int i = 1; i < argc; ++i) measure(flat(argv[i]), 5000);
  return 0;
}
