// Finite systems as stacks of one symbol, against a brute-force search of tables from which both the SMV text and the
// expected answers are made.
#include <fmt/format.h>

#include <deque>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/random.h"
#include "command_line.h"

namespace whynot::command {
namespace {

using nlohmann::json;

struct TableState {
  int x = 0;
  bool y = false;
  friend auto operator<=>(const TableState&, const TableState&) = default;
};

// For every state the next values of x and of y, chosen apart.
struct Table {
  std::map<TableState, std::set<int>> next_x;
  std::map<TableState, std::set<bool>> next_y;
  std::set<TableState> initial;

  std::string smv() const {
    std::string x, y, init;
    const auto guard = [](const TableState& s) { return fmt::format("x = {} & {}y", s.x, s.y ? "" : "!"); };
    for (const auto& [state, values] : next_x)
      x += fmt::format("    {} : {{{}}};\n", guard(state), fmt::join(values, ", "));
    for (const auto& [state, values] : next_y) {
      std::string list;
      for (const bool value : values) list += fmt::format("{}{}", list.empty() ? "" : ", ", value ? "TRUE" : "FALSE");
      y += fmt::format("    {} : {{{}}};\n", guard(state), list);
    }
    for (const TableState& state : initial) init += fmt::format("{}({})", init.empty() ? "" : " | ", guard(state));
    return fmt::format(
        "MODULE main\nVAR x : 0..3; y : boolean;\nINIT {}\nASSIGN\n  next(x) := case\n{}  esac;\n  next(y) := case\n{} "
        " esac;\n",
        init, x, y);
  }
};

Table random_table(Random& random) {
  Table table;
  for (int x = 0; x < 4; ++x)
    for (const bool y : {false, true}) {
      const TableState at{x, y};
      for (std::size_t n = 1 + random.below(2); n-- > 0;) table.next_x[at].insert(static_cast<int>(random.below(4)));
      for (std::size_t n = 1 + random.below(2); n-- > 0;) table.next_y[at].insert(random.chance(50));
    }
  for (std::size_t n = 1 + random.below(2); n-- > 0;)
    table.initial.insert({static_cast<int>(random.below(4)), random.chance(50)});
  return table;
}

struct Condition {
  std::string text;
  bool (*holds)(const TableState&, const TableState&);
};

const Condition conditions[] = {
    {"x = 2", [](const TableState& s, const TableState&) { return s.x == 2; }},
    {"x = 3 & y", [](const TableState& s, const TableState&) { return s.x == 3 && s.y; }},
    {"next(x) > x", [](const TableState& s, const TableState& t) { return t.x > s.x; }},
    {"y != next(y)", [](const TableState& s, const TableState& t) { return s.y != t.y; }},
    {"next(x) = x & !next(y)", [](const TableState& s, const TableState& t) { return t.x == s.x && !t.y; }},
};

// Three states, the last one bad; where a state goes on each event, and otherwise.
struct Automaton {
  int on_event[2][2], otherwise[2];

  std::string text(const char* bad) const {
    std::string out = fmt::format("property p\nstate q0 initial\nstate q1\nstate q2 {}\n", bad);
    for (int q = 0; q < 2; ++q) {
      for (int e = 0; e < 2; ++e) out += fmt::format("q{} -> q{} on e{}\n", q, on_event[q][e], e);
      out += fmt::format("q{} -> q{} else\n", q, otherwise[q]);
    }
    return out + "q2 -> q0 on any\n";
  }
  std::set<int> after(int q, bool e0, bool e1) const {
    if (q == 2) return {0};
    std::set<int> result;
    if (e0) result.insert(on_event[q][0]);
    if (e1) result.insert(on_event[q][1]);
    if (result.empty()) result.insert(otherwise[q]);
    return result;
  }
};

Automaton random_automaton(Random& random) {
  Automaton a{};
  for (int q = 0; q < 2; ++q) {
    for (int& to : a.on_event[q]) to = random.chance(25) ? 2 : static_cast<int>(random.below(2));
    a.otherwise[q] = random.chance(5) ? 2 : static_cast<int>(random.below(2));
  }
  return a;
}

struct Brute {
  using Node = std::pair<TableState, int>;
  const Table& table;
  const Automaton& automaton;
  const Condition* events[2];

  std::set<Node> successors(const Node& at) const {
    std::set<Node> result;
    for (const int x : table.next_x.at(at.first))
      for (const bool y : table.next_y.at(at.first)) {
        const TableState to{x, y};
        for (const int q : automaton.after(at.second, events[0]->holds(at.first, to), events[1]->holds(at.first, to)))
          result.insert({to, q});
      }
    return result;
  }
  // Steps to each node, from the given ones.
  std::map<Node, int> distances(const std::set<Node>& from) const {
    std::map<Node, int> found;
    std::deque<Node> open;
    for (const Node& node : from) found[node] = 0, open.push_back(node);
    for (; !open.empty(); open.pop_front())
      for (const Node& to : successors(open.front()))
        if (found.try_emplace(to, found[open.front()] + 1).second) open.push_back(to);
    return found;
  }
  std::map<Node, int> reached() const {
    std::set<Node> from;
    for (const TableState& state : table.initial) from.insert({state, 0});
    return distances(from);
  }
  int shortest() const {  // to the bad state, or -1
    int best = -1;
    for (const auto& [node, depth] : reached())
      if (node.second == 2 && (best < 0 || depth < best)) best = depth;
    return best;
  }
  int shortest_lasso() const {  // through the bad state forever, or -1
    int best = -1;
    for (const auto& [node, depth] : reached())
      for (const auto& [bad, out] : distances(successors(node))) {
        if (bad.second != 2) continue;
        const auto back = distances(successors(bad));
        if (bad != node && !back.contains(node)) continue;
        const int total = depth + out + 1 + (bad == node ? 0 : back.at(node) + 1);
        if (best < 0 || total < best) best = total;
      }
    return best;
  }
};

struct PathsOfSystems : CommandLine {
  json report(const std::string& model, const std::string& automaton) {
    const Outcome o = whynot({"paths", model, "-a", automaton, "--json", "--limit", "100"});
    EXPECT_TRUE(o.code == 0 || o.code == 10) << o.err;
    return json::parse(o.out, nullptr, false);
  }
};

TEST_F(PathsOfSystems, AgreeWithBruteForce) {
  Random random(23);
  int violated = 0, repeated = 0;
  for (int i = 0; i < 120; ++i) {
    const Table table = random_table(random);
    const Automaton automaton = random_automaton(random);
    const Condition &e0 = conditions[random.below(5)], &e1 = conditions[random.below(5)];
    const Brute brute{table, automaton, {&e0, &e1}};
    const std::string model = file("m.smv", table.smv());
    const std::string events = fmt::format("events e\nmap e0 <- when {}\nmap e1 <- when {}\n", e0.text, e1.text);
    const bool liveness = i % 2 == 1;
    const int expected = liveness ? brute.shortest_lasso() : brute.shortest();
    const json r = report(model, file("a.efsa", events + automaton.text(liveness ? "repeat" : "final")));
    ASSERT_TRUE(r.is_object());
    const json& property = r["properties"][0];
    ASSERT_EQ(property["verdict"], expected < 0 ? "holds" : "violated")
        << i << "\n"
        << table.smv() << events << automaton.text("final");
    if (expected < 0) continue;
    ASSERT_EQ(property["depth"], expected) << i << "\n" << table.smv() << events << automaton.text("final");
    (liveness ? repeated : violated) += 1;
  }
  EXPECT_GE(violated, 20);
  EXPECT_GE(repeated, 20);
}

constexpr const char* modulo_four = "MODULE main\nVAR n : 0..3;\nASSIGN init(n) := 0; next(n) := (n + 1) mod 4;\n";

std::string waits_for(const std::string& condition) {
  return "property p\nstate a initial\nstate b final\na -> b on e\na -> a else\nevents x\nmap e <- when " + condition +
         "\n";
}

TEST_F(PathsOfSystems, TheLanguageMayBeNamed) {
  const std::string policy = file("a.efsa", waits_for("n = 2"));
  EXPECT_EQ(whynot({"paths", file("counter.txt", modulo_four), "--lang", "smv", "-a", policy}).code, 10);
  EXPECT_EQ(whynot({"paths", file("counter.txt", modulo_four), "-a", policy}).code, 10) << "the text tells";
  const Outcome wrong = whynot({"paths", file("counter.txt", modulo_four), "--lang", "pds", "-a", policy});
  EXPECT_EQ(wrong.code, 3);
  EXPECT_NE(wrong.err.find("this looks like smv: --lang smv"), std::string::npos) << wrong.err;
}

TEST_F(PathsOfSystems, MistakesAreShownWhereTheyStand) {
  const std::string model = file("m.smv", modulo_four), policy = file("a.efsa", waits_for("n = 1 & m = 2"));
  const Outcome o = whynot({"paths", model, "-a", policy});
  EXPECT_EQ(o.code, 3);
  EXPECT_NE(o.err.find(policy + ":7:23: error[smv.undefined-name]"), std::string::npos) << o.err;
  const Outcome other = whynot({"paths", file("bad.smv", "MODULE main\nVAR n : 0..;\n"), "-a", policy});
  EXPECT_EQ(other.code, 3);
  EXPECT_NE(other.err.find("bad.smv:2:"), std::string::npos) << other.err;
  EXPECT_EQ(whynot({"paths", folder / "none.smv", "-a", policy}).code, 4);
}

TEST_F(PathsOfSystems, ConditionsEndBeforeComments) {
  const std::string model = file("m.smv", "MODULE main\nVAR a#b : 0..2;\nASSIGN init(a#b) := 0; next(a#b) := 2;\n");
  for (const char* condition : {"a#b = 2", "a#b = 2  # two", "a#b = 2 // two", "a#b = 2 -- two"})
    EXPECT_EQ(whynot({"paths", model, "-a", file("a.efsa", waits_for(condition))}).code, 10) << condition;
}

TEST_F(PathsOfSystems, StoppedWhileStatesAreListedIsUndecided) {
  const std::string policy = file("a.efsa", waits_for("n = 2"));
  const Outcome o = whynot({"paths", file("m.smv", modulo_four), "-a", policy, "--timeout", "0ms", "--json"});
  EXPECT_EQ(o.code, 30) << o.err;
  EXPECT_EQ(json::parse(o.out)["properties"][0]["verdict"], "undecided");
}

// Section 6 of the paper: a finite-state model of the server, and numerous counterexamples.
TEST_F(PathsOfSystems, TheServerSetsAUserWithoutALookInManyWays) {
  const std::string examples = std::string(WHYNOT_EXAMPLES) + "/pushdown/";
  const Outcome o = whynot({"paths", examples + "ftpd.smv", "-a", examples + "ftpd-smv.efsa", "--json"});
  EXPECT_EQ(o.code, 10) << o.err;
  const json report = json::parse(o.out);
  EXPECT_EQ(report["traces"].size(), 20u);
  for (const json& trace : report["traces"]) EXPECT_EQ(trace["replayed"], true);
  EXPECT_EQ(report["findings"][0]["complete"], true);
}

}  // namespace
}  // namespace whynot::command
