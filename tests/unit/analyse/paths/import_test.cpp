// PDAAAL's instances against a search over whole configurations: is one reachable that the final automaton accepts?
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <set>

#include "base/random.h"
#include "support/pushdown_text.h"

namespace whynot {
namespace {

struct Instance {
  struct Rule {
    std::string from, symbol, to, kind, pushed;
  };
  struct Edge {
    std::string from, symbol, to;  // a state is a control location, or N0, N1
  };
  std::vector<Rule> rules;
  std::vector<Edge> final;
  std::set<std::string> accepting;
  std::vector<std::string> initial;  // a control location and a stack of two

  static std::string state(const std::string& name) { return name[0] == 'N' ? name.substr(1) : "\"" + name + "\""; }

  std::string json() const {
    std::map<std::string, std::map<std::string, std::string>> states{{"p", {}}, {"q", {}}};
    for (const Rule& r : rules) {
      std::string& list = states[r.from][r.symbol];
      list += fmt::format("{}{{\"to\": \"{}\", \"{}\": \"{}\"}}", list.empty() ? "" : ", ", r.to, r.kind, r.pushed);
    }
    std::string controls, edges, ends;
    for (const auto& [control, symbols] : states) {
      std::string inner;
      for (const auto& [symbol, list] : symbols)
        inner += fmt::format("{}\"{}\": [{}]", inner.empty() ? "" : ", ", symbol, list);
      controls += fmt::format("{}\"{}\": {{{}}}", controls.empty() ? "" : ", ", control, inner);
    }
    for (const Edge& e : final)
      edges += fmt::format("{}[{}, \"{}\", {}]", edges.empty() ? "" : ", ", state(e.from), e.symbol, state(e.to));
    for (const std::string& a : accepting) ends += (ends.empty() ? "" : ", ") + state(a);
    return fmt::format(
        R"({{"instance": [{{"state-names": true}}, {{"states": {{{}}}}}, {{"accepting": [9], "edges": [["{}", "{}", 8], [8, "{}", 9]]}}, {{"accepting": [{}], "edges": [{}]}}]}})",
        controls, initial[0], initial[1], initial[2], ends, edges);
  }

  bool accepts(const std::string& control, const std::vector<std::string>& stack) const {
    std::set<std::string> at{control};
    for (const std::string& symbol : stack) {
      std::set<std::string> next;
      for (const Edge& e : final)
        if (e.symbol == symbol && at.contains(e.from)) next.insert(e.to);
      at = std::move(next);
    }
    return std::any_of(at.begin(), at.end(), [&](const std::string& s) { return accepting.contains(s); });
  }

  struct Answer {
    bool reached = false, whole = true;  // whole: nothing was left out
  };
  Answer search() const {
    using Configuration = std::pair<std::string, std::vector<std::string>>;
    Answer answer;
    std::set<Configuration> seen;
    std::deque<Configuration> open{{initial[0], {initial[1], initial[2]}}};
    for (; !open.empty() && !answer.reached; open.pop_front()) {
      const auto& [control, stack] = open.front();
      if (stack.size() > 7) answer.whole = false;
      if (stack.size() > 7 || !seen.insert(open.front()).second) continue;
      answer.reached = accepts(control, stack);
      for (const Rule& r : rules) {
        if (stack.empty() || r.from != control || r.symbol != stack[0]) continue;
        std::vector<std::string> next(stack.begin() + (r.kind != "push"), stack.end());
        if (r.kind != "pop") next.insert(next.begin(), r.pushed);
        open.emplace_back(r.to, next);
      }
    }
    return answer;
  }
};

Instance random_instance(Random& random) {
  const auto pick = [&](std::vector<std::string> from) { return from[random.below(from.size())]; };
  Instance in;
  for (std::size_t n = 3 + random.below(5); n-- > 0;) {
    const std::string kind = pick({"pop", "swap", "swap", "push"});
    in.rules.push_back(
        {pick({"p", "q"}), pick({"a", "b", "c"}), pick({"p", "q"}), kind, kind == "pop" ? "" : pick({"a", "b", "c"})});
  }
  if (random.chance(30)) {  // everything in q, as most people write it
    for (const std::string symbol : {"a", "b", "c"})
      in.final.push_back({"q", symbol, "N0"}), in.final.push_back({"N0", symbol, "N0"});
    in.accepting = {"N0"};
    if (random.chance(70)) in.accepting.insert("q");
  } else {
    for (std::size_t n = 1 + random.below(4); n-- > 0;)
      in.final.push_back({pick({"q", "q", "N0", "p"}), pick({"a", "b", "c"}), pick({"N0", "N1"})});
    in.accepting = {pick({"N0", "N1", "q"})};
  }
  in.initial = {"p", pick({"a", "b"}), pick({"b", "c"})};
  return in;
}

TEST(PdaaalImport, AgreesWithASearch) {
  Random random(29);
  std::size_t reached = 0, holds = 0, by_reading = 0;
  for (int i = 0; i < 500; ++i) {
    const Instance in = random_instance(random);
    const auto text = test::pushdown_text({in.json()});
    ASSERT_TRUE(text->input) << in.json();
    const auto& said = text->diagnostics.all();
    by_reading +=
        std::any_of(said.begin(), said.end(), [](const Diagnostic& d) { return d.code == "pds.reads-stack"; });
    analyse::paths::PathsOptions options;
    options.limit = 1;
    const bool violated = std::holds_alternative<Violated>(text->paths("accept", options).verdict);
    const Instance::Answer expected = in.search();
    ASSERT_TRUE(violated || !expected.reached) << i << " " << in.json();
    ASSERT_TRUE(!violated || expected.reached || !expected.whole) << i << " " << in.json();
    reached += expected.reached;
    holds += !expected.reached && expected.whole;
  }
  EXPECT_GE(reached, 60u);
  EXPECT_GE(holds, 100u);
  EXPECT_GE(by_reading, 100u);
}

// A symbol with one rule need not have a list of them, and control locations may be numbers.
TEST(PdaaalImport, OneRuleAndNumberedStates) {
  const auto depth = [](const std::string& states, const std::string& first, const std::string& last) {
    const auto text = test::pushdown_text({fmt::format(
        R"({{"instance": [{{"state-names": false}}, {{"states": {}}}, {{"accepting": [7], "edges": [[{}, "a", 7]]}},
          {{"accepting": [7], "edges": [[{}, "b", 7], [7, "a", 7], [7, "b", 7]]}}]}})",
        states, first, last)});
    const analyse::paths::PathsFinding found = text->paths("accept");
    return found.traces.empty() ? 0 : found.traces[0].depth();
  };
  EXPECT_EQ(
      depth(R"({"p": {"a": {"to": "q", "push": "a"}}, "q": {"a": [{"to": "r", "swap": "b", "weight": 3}]}, "r": {}})",
            R"("p")", R"("r")"),
      2u);
  EXPECT_EQ(depth(R"([{"a": {"to": 1, "push": "a"}}, {"a": {"to": 2, "swap": "b"}}, {}])", "0", "2"), 2u);
  EXPECT_EQ(depth(R"([{"a": {"to": 1, "push": "a"}}, {"a": {"to": 2, "swap": "b"}}, {}])", "0", "1"), 0u);
  for (const char* wrong :
       {R"([{"a": {"to": 5, "pop": ""}}])", R"({"p": {"a": {"to": 0, "pop": ""}}})", R"([{"a": 3}])"}) {
    Sources sources;
    Diagnostics diagnostics;
    const std::vector<FileId> files{sources.add(
        "x.json", fmt::format(R"({{"instance": [{{}}, {{"states": {}}}, {{"accepting": [7], "edges": [[0, "a", 7]]}},
          {{"accepting": [7], "edges": [[0, "b", 7]]}}]}})",
                              wrong))};
    EXPECT_FALSE(front::pds::read_pushdown(sources, files, diagnostics)) << wrong;
    EXPECT_EQ(diagnostics.all().at(0).code, "pds.json-shape") << wrong;
  }
}

}  // namespace
}  // namespace whynot
