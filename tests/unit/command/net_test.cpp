// whynot net diff and blame, intervals of folders over all runs, layouts: against walking each address.
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/random.h"
#include "support/rounds.h"
#include "unit/command/command_line.h"

namespace whynot::command {
namespace {

using nlohmann::json;

constexpr std::size_t width = 10;
constexpr unsigned all_addresses = 1u << width;

// A line of a table: the addresses with these first bits go to a port.  Ports 1 to 3 lead to other routers, 4 and 5 are
// edges, 0 drops.
struct Line {
  unsigned value = 0, length = 0, port = 0;
};
struct Plain {
  std::vector<std::vector<Line>> tables;
  std::map<std::pair<std::size_t, unsigned>, std::size_t> links;  // from a router's port to a router
};

std::string line_text(std::size_t router, const Line& line) {
  const std::size_t base = (router + 1) * 100000;
  std::string match(width, 'x');
  for (unsigned i = 0; i < line.length; ++i) match[i] = (line.value >> (width - 1 - i) & 1) ? '1' : '0';
  const std::string out = line.port == 0 ? "[]" : "[" + std::to_string(base + 20000 + line.port) + "]";
  return "fwd$[" + std::to_string(base) + "]$" + match + "$None$None$None$None$" + out + "$#$#$$$x$";
}

// The number of the line in its file: a head, a `#`, and the line that receives come first.
constexpr std::size_t first_line = 4;

struct NetCommand : CommandLine {
  std::string write(const std::string& name, const Plain& plain) {
    std::filesystem::remove_all(folder / name);
    std::filesystem::create_directories(folder / name);
    const auto put = [&](const std::string& file, const std::string& text) { this->file(name + "/" + file, text); };
    std::string links;
    for (std::size_t r = 0; r < plain.tables.size(); ++r) {
      const std::size_t base = (r + 1) * 100000;
      std::string text = "3$r" + std::to_string(r) + "$" + std::to_string(plain.tables[r].size() + 1) + "$0$0$\n#\n";
      text += "fwd$[" + std::to_string(base + 1) + ", " + std::to_string(base + 2) + ", " + std::to_string(base + 3) +
              "]$" + std::string(width, 'x') + "$None$None$None$None$[" + std::to_string(base) + "]$#$#$$$x$\n";
      for (const Line& line : plain.tables[r]) text += line_text(r, line) + "\n";
      put("r" + std::to_string(r) + ".tf", text);
    }
    for (const auto& [from, to] : plain.links)
      links += "link$[" + std::to_string((from.first + 1) * 100000 + 20000 + from.second) +
               "]$None$None$None$None$None$[" + std::to_string((to + 1) * 100000 + 1) + "]$#$#$$$x$\n";
    put("topology.tf", "3$links$" + std::to_string(plain.links.size()) + "$0$0$\n#\n" + links);
    return folder / name;
  }

  json finding(std::vector<std::string> words, int expected) {
    words.insert(words.end(), {"--json", "--layout", "dst:10"});
    const Outcome outcome = whynot(words);
    EXPECT_EQ(outcome.code, expected) << outcome.err << outcome.out;
    const json report = json::parse(outcome.out, nullptr, false);
    if (report.is_discarded() || report["findings"].empty()) {
      ADD_FAILURE() << outcome.err << outcome.out;
      return {};
    }
    for (const json& trace : report["traces"]) EXPECT_TRUE(trace["replayed"]);
    return report["findings"][0];
  }
};

Plain random_plain(Random& random, std::size_t routers) {
  Plain plain;
  plain.tables.resize(routers);
  for (std::size_t r = 0; r < routers; ++r) {
    for (unsigned p = 1; p <= 3; ++p) plain.links[{r, p}] = random.below(routers);
    const std::size_t lines = random.below(7);
    for (std::size_t i = 0; i < lines; ++i) {
      const auto length = static_cast<unsigned>(random.below(6));
      const unsigned mask = ~0u << (width - length) & (all_addresses - 1);
      plain.tables[r].push_back(
          {static_cast<unsigned>(random.below(all_addresses)) & mask, length, static_cast<unsigned>(random.below(6))});
    }
  }
  return plain;
}

// The locations of an address, until it comes to one again; an end comes last, or `drop`.
std::vector<std::string> walked(const Plain& plain, std::size_t from, unsigned address) {
  std::vector<std::string> names;
  std::set<std::size_t> seen;
  for (std::size_t at = from; seen.insert(at).second;) {
    names.push_back("r" + std::to_string(at));
    const Line* match = nullptr;
    for (const Line& line : plain.tables[at])
      if (!match && (address ^ line.value) >> (width - line.length) == 0) match = &line;
    if (!match || match->port == 0) {
      names.push_back("drop");
      return names;
    }
    const auto link = plain.links.find({at, match->port});
    if (link == plain.links.end()) {
      names.push_back("r" + std::to_string(at) + "_p" + std::to_string(match->port));
      return names;
    }
    at = link->second;
  }
  names.push_back("loop");
  return names;
}
bool comes_to(const std::vector<std::string>& way, const std::string& goal) {
  return std::find(way.begin(), way.end(), goal) != way.end();
}

std::set<unsigned> numbers_of(const json& intervals) {
  std::set<unsigned> all;
  for (const json& i : intervals)
    for (unsigned n = std::stoul(i["lo"].get<std::string>()); n <= std::stoul(i["hi"].get<std::string>()); ++n)
      all.insert(n);
  return all;
}
std::set<unsigned> numbers_of_cidr(const json& set) {
  std::set<unsigned> all;
  for (const json& text : set["cidr"]) {
    const std::string cidr = text;
    const std::size_t slash = cidr.find('/');
    const unsigned first = std::stoul(cidr), length = std::stoul(cidr.substr(slash + 1));
    for (unsigned n = 0; n < all_addresses >> length; ++n) all.insert(first + n);
  }
  EXPECT_EQ(set["count"], std::to_string(all.size()));
  return all;
}

using NetTables = NetCommand;

// By the tables, and by the model that is made of them.
TEST_F(NetTables, IntervalsOverAllAreThoseOfEachAddress) {
  Random random(1);
  std::size_t some = 0;
  for (std::size_t round = 0; round < 12; ++round) {
    const Plain plain = random_plain(random, 1 + random.below(12));
    const std::string tables = write("n" + std::to_string(round), plain);
    std::set<unsigned> looping;
    for (unsigned a = 0; a < all_addresses; ++a)
      for (std::size_t r = 0; r < plain.tables.size(); ++r)
        if (comes_to(walked(plain, r, a), "loop")) looping.insert(a);
    const json loops = finding({"intervals", tables, "--loops"}, looping.empty() ? 0 : 10);
    EXPECT_EQ(loops["variable"], "packet.ipdst");
    EXPECT_EQ(loops["over"], "all");
    std::istringstream lines(whynot({"intervals", tables, "--loops", "--format", "jsonl", "--layout", "dst:10"}).out);
    bool told = false;
    for (std::string line; std::getline(lines, line);) {
      const json event = json::parse(line);
      if (event["event"] != "finding") continue;
      told = true;
      EXPECT_EQ(event["intervals"], loops["intervals"]);
    }
    EXPECT_TRUE(told);
    EXPECT_EQ(numbers_of(loops["intervals"]), looping);
    some += !looping.empty();
    const std::string goal = walked(plain, 0, 5).back();
    if (goal == "loop") continue;
    std::set<unsigned> lost;
    for (unsigned a = 0; a < all_addresses; ++a)
      if (!comes_to(walked(plain, 0, a), goal)) lost.insert(a);
    if (lost.empty()) continue;
    const json found = finding({"intervals", tables, "--reach", "r0," + goal, "--over", "all"}, 10);
    EXPECT_EQ(numbers_of(found["intervals"]), lost);
    const json by_model =
        finding({"intervals", tables, "--reach", "r0," + goal, "--over", "all", "--engine", "bdd"}, 10);
    EXPECT_EQ(by_model["method"], "bdd");
    EXPECT_EQ(numbers_of(by_model["intervals"]), lost);
  }
  EXPECT_GT(some, 2u);
}

TEST_F(NetTables, DifferencesAreThoseOfEachAddress) {
  Random random(2);
  for (std::size_t round = 0; round < rounds(10); ++round) {
    const Plain before = random_plain(random, 2 + random.below(10));
    Plain after = before;
    for (auto& table : after.tables)
      if (!table.empty()) table[random.below(table.size())].port = static_cast<unsigned>(random.below(6));
    const std::string old = write("a", before), now = write("b", after);
    std::map<std::pair<std::string, std::string>, std::map<std::string, std::set<unsigned>>> expected;
    std::set<unsigned> made;
    bool worse = false;
    for (unsigned a = 0; a < all_addresses; ++a)
      for (std::size_t r = 0; r < before.tables.size(); ++r) {
        const auto was = walked(before, r, a), is = walked(after, r, a);
        const auto is_end = [](const std::vector<std::string>& way) {
          return way.back() != "drop" && way.back() != "loop";
        };
        const std::string from = "r" + std::to_string(r);
        if (is.back() == "loop" && was.back() != "loop") made.insert(a);
        if (was == is) continue;
        if (is_end(was) && was.back() == is.back()) expected[{from, was.back()}]["rerouted"].insert(a);
        if (was.back() == is.back()) continue;
        if (is_end(was)) expected[{from, was.back()}]["lost"].insert(a);
        if (is_end(is)) expected[{from, is.back()}]["gained"].insert(a);
        worse = worse || is_end(was);
      }
    const json found = finding({"net", "diff", old, now, "--reach", "any", "--loops"}, worse || !made.empty() ? 10 : 0);
    EXPECT_EQ(found["kind"], "network_difference");
    ASSERT_EQ(found["pairs"].size(), expected.size());
    for (const json& pair : found["pairs"]) {
      auto& sets = expected[{pair["from"], pair["to"]}];
      for (const char* what : {"lost", "gained", "rerouted"}) EXPECT_EQ(numbers_of_cidr(pair[what]), sets[what]);
    }
    EXPECT_EQ(numbers_of_cidr(found["loops"]["made"]), made);
    // Routes end at an end, or where they come back to a location.
    if (made.empty()) continue;
    const auto circle = found["loops"]["made"]["routes"]["after"].get<std::vector<std::string>>();
    EXPECT_EQ(std::count(circle.begin(), circle.end(), circle.back()), 2) << found["loops"]["made"].dump();
    const auto was = found["loops"]["made"]["routes"]["before"].get<std::vector<std::string>>();
    EXPECT_EQ(std::count(was.begin(), was.end(), was.back()), 1);
  }
}

// The hops are those of the address, and the repair, done to the text, mends it.
TEST_F(NetTables, BlameNamesTheLinesAndWhatMendsIt) {
  Random random(3);
  std::size_t mended = 0, asked = 0;
  for (std::size_t round = 0; round < 60; ++round) {
    const Plain plain = random_plain(random, 2 + random.below(6));
    const std::string tables = write("t", plain);
    const auto address = static_cast<unsigned>(random.below(all_addresses));
    const std::string goal = walked(plain, 1, static_cast<unsigned>(random.below(all_addresses))).back();
    if (goal == "loop" || goal == "drop") continue;
    ++asked;
    const auto way = walked(plain, 0, address);
    const bool arrives = comes_to(way, goal);
    const json found =
        finding({"net", "blame", tables, "--reach", "r0," + goal, std::to_string(address)}, arrives ? 0 : 10);
    EXPECT_EQ(found["kind"], "blame");
    EXPECT_EQ(found["arrives"], arrives);
    ASSERT_EQ(found["hops"].size(), way.size() - 1);
    for (std::size_t i = 0; i + 1 < way.size(); ++i) {
      const json& hop = found["hops"][i];
      EXPECT_EQ(hop["at"], way[i]);
      EXPECT_EQ(hop["file"], way[i] + ".tf");
      const std::size_t router = std::stoul(way[i].substr(1));
      const auto& lines = plain.tables[router];
      const auto match = std::find_if(lines.begin(), lines.end(), [&](const Line& line) {
        return (address ^ line.value) >> (width - line.length) == 0;
      });
      if (match == lines.end()) {
        EXPECT_TRUE(hop["line"].is_null());
        continue;
      }
      EXPECT_EQ(hop["line"], first_line + static_cast<std::size_t>(match - lines.begin()));
      EXPECT_EQ(hop["rule"], line_text(router, *match));
    }
    if (arrives || found["repair"].is_null()) continue;
    ++mended;
    const std::string file = found["repair"]["file"], change = found["repair"]["change"];
    const std::size_t at = found["repair"]["line"];
    std::ifstream in(folder / "t" / file);
    std::string text, line;
    for (std::size_t n = 1; std::getline(in, line); ++n) {
      if (n == at && change.starts_with("insert: ")) text += change.substr(8) + "\n";
      if (n == at && change.starts_with("replace: ")) line = change.substr(9);
      if (n != at || change != "remove") text += line + "\n";
    }
    in.close();
    this->file("t/" + file, text);
    const json after = finding({"net", "blame", tables, "--reach", "r0," + goal, std::to_string(address)}, 0);
    EXPECT_TRUE(after["arrives"]) << change;
  }
  EXPECT_GT(asked, 8u);
  EXPECT_GT(mended, 2u);
}

TEST_F(NetTables, WhatIsWrongIsSaid) {
  const std::string tables = write("t", {{{{0, 0, 4}}}, {}});
  EXPECT_EQ(whynot({"net", "diff", tables}).code, 2);
  EXPECT_EQ(whynot({"net", "blame", tables, "7"}).code, 2);
  EXPECT_EQ(whynot({"net", "blame", tables, "--reach", "r0,r0_p4", "2000", "--layout", "dst:10"}).code, 2);
  EXPECT_EQ(whynot({"intervals", tables, "--loops", "--layout", "dst:199"}).code, 2);
  const Outcome unknown = whynot({"intervals", tables, "--loops"});
  EXPECT_EQ(unknown.code, 3);
  EXPECT_NE(unknown.err.find("--layout"), std::string::npos) << unknown.err;
  const Outcome far = whynot({"check", tables, "--layout", "dst:10", "--reach", "r0,r0_p4,ab43a000/19"});
  EXPECT_EQ(far.code, 3);
  EXPECT_NE(far.err.find("net.prefix"), std::string::npos) << far.err;
  const std::string other = write("u", {{{{0, 0, 4}}}, {}});
  std::filesystem::remove(folder / "u" / "r0.tf");
  file("u/r0.tf", "8$r0$1$0$0$\n#\nfwd$[100000]$" + std::string(32, 'x') + "$None$None$None$None$[120004]$#$#$$$x$\n");
  EXPECT_EQ(whynot({"net", "diff", other, other, "--reach", "any"}).code, 0);
}

// Which runs a set is over is told, kept and heeded; what another model's set has is compared.
TEST_F(NetTables, SetsOverDifferentRuns) {
  const auto model = [&](const std::string& name, const std::string& type, const std::string& least) {
    return file(name, "MODULE main\nFROZENVAR a : " + type + ";\nVAR n : 0..9;\nASSIGN init(n) := a mod 8;\n" +
                          "next(n) := n < 9 & a > " + least + " ? n + 1 : n;\nINVARSPEC NAME low := n < 9\n");
  };
  const std::string now = model("now.smv", "0..7", "2"), old = model("old.smv", "0..7", "4"),
                    wide = model("wide.smv", "0..15", "2"), fine = model("fine.smv", "0..7", "7");
  const std::string session = folder / "sets.json";
  const auto asked = [&](std::vector<std::string> more, int code) {
    std::vector<std::string> words = {"intervals", now, "-p", "low", "-v", "a", "--json", "--session", session};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = whynot(words);
    EXPECT_EQ(outcome.code, code) << outcome.err;
    return std::pair(json::parse(outcome.out, nullptr, false), outcome.err);
  };
  EXPECT_EQ(asked({"--name", "one"}, 10).first["findings"][0]["count"], "1");
  EXPECT_EQ(asked({"--over", "length"}, 10).first["findings"][0]["count"], "1");
  const json all = asked({"--over", "all", "--name", "any", "--contains", "3..4"}, 10).first;
  EXPECT_EQ(all["findings"][0]["count"], "5");
  EXPECT_EQ(all["findings"][0]["over"], "all");
  EXPECT_EQ(all["findings"][0]["witness"], "t2");
  EXPECT_EQ(all["traces"][1]["steps"].size(), 7u);  // from 3 to 9
  const Outcome mixed = whynot({"sets", "diff", "any", "one", "--session", session});
  EXPECT_NE(mixed.err.find("sets.different-runs"), std::string::npos) << mixed.err;
  EXPECT_EQ(mixed.out.find("properties"), std::string::npos) << mixed.out;
  const json compared = asked({"--over", "all", "--before", old}, 10).first["findings"][0]["before"];
  EXPECT_EQ(compared["new"]["intervals"], json::parse(R"([{"lo":"3","hi":"4"}])"));
  EXPECT_EQ(compared["gone"]["count"], "0");
  EXPECT_EQ(asked({"--over", "all", "--before", fine}, 10).first["findings"][0]["before"]["new"]["count"], "5");
  EXPECT_NE(asked({"--before", wide}, 3).second.find("intervals.before-differs"), std::string::npos);
  EXPECT_NE(asked({"--before", fine, "--engine", "bmc"}, 10).second.find("intervals.before-open"), std::string::npos);
}

// Routes as a router prints them, and links in plain text.
TEST_F(NetTables, RoutesOfLinux) {
  std::filesystem::create_directories(folder / "l");
  file("l/a.routes", "default via 10.0.0.2 dev eth0\n10.1.0.0/16 dev eth1\n");
  file("l/b.routes", "10.2.0.0/16 dev eth1\ndefault via 10.0.0.1 dev eth0\n");
  file("l/links.txt", "a:eth0 -- b:eth0\n");
  const Outcome loops = whynot({"intervals", folder / "l", "--loops", "--json"});
  EXPECT_EQ(loops.code, 10) << loops.err;
  EXPECT_EQ(json::parse(loops.out)["findings"][0]["count"], std::to_string((std::uint64_t{1} << 32) - 2 * 65536));
  const Outcome blame = whynot({"net", "blame", folder / "l", "--reach", "a,b_eth1", "10.3.0.1", "--json"});
  const json found = json::parse(blame.out)["findings"][0];
  EXPECT_EQ(found["hops"][1]["file"], "b.routes");
  EXPECT_EQ(found["hops"][1]["line"], 2);
  EXPECT_EQ(found["end"], "loop");
  const Outcome narrow = whynot({"intervals", folder / "l", "--loops", "--layout", "dst:10"});
  EXPECT_EQ(narrow.code, 3);
  EXPECT_NE(narrow.err.find("net.widths"), std::string::npos) << narrow.err;
}

// Several pairs, and all of them: the same as one by one.
TEST_F(NetTables, SeveralPairsAtOnce) {
  Random random(5);
  const Plain plain = random_plain(random, 4);
  const std::string tables = write("t", plain), layout = "dst:" + std::to_string(width);
  const auto asked = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"intervals", tables, "--over", "all", "--layout", layout, "--json"});
    const Outcome done = whynot(words);
    EXPECT_TRUE(done.code == 0 || done.code == 10) << done.err;
    return json::parse(done.out);
  };
  const json all = asked({"--reach", "any"});
  ASSERT_GT(all["findings"].size(), 4u);
  ASSERT_EQ(all["findings"].size(), all["properties"].size());
  std::vector<std::string> words;
  for (const json& p : all["properties"]) {
    const std::string text = p["text"];  // "packets at A arrive at B"
    const std::size_t from = text.find(" at ") + 4, to = text.rfind(' ') + 1;
    const std::string pair = text.substr(from, text.find(' ', from) - from) + "," + text.substr(to);
    words.insert(words.end(), {"--reach", pair});
    const json one = asked({"--reach", pair});
    EXPECT_EQ(one["properties"][0]["verdict"], p["verdict"]) << pair;
    EXPECT_EQ(one["findings"][0]["intervals"], all["findings"][words.size() / 2 - 1]["intervals"]) << pair;
  }
  words.emplace_back("--loops");
  const json listed = asked(words);
  EXPECT_EQ(listed["findings"].size(), all["findings"].size() + 1);
  EXPECT_EQ(listed["properties"].back()["name"], "loops");
  EXPECT_EQ(whynot({"check", tables, "--reach", "any", "--layout", layout}).code, 3);
  EXPECT_EQ(whynot({"net", "blame", tables, "--reach", "any", "1", "--layout", layout}).code, 2);
}

// What mends it is a line as it would stand in the table, of routes and of filters.
TEST_F(NetTables, RepairsAreLinesOfTheTable) {
  std::filesystem::create_directories(folder / "m");
  file("m/a.routes",
       "10.1.0.0/16 via 10.0.0.2 dev eth0\n10.1.7.0/24\n\tnexthop via 10.0.0.9 dev eth1\n10.9.0.0/16 dev eth1\n");
  file("m/b.routes", "10.1.0.0/16 dev eth1\n");
  file("m/b.iptables", "*filter\n:FORWARD DROP [0:0]\n-A FORWARD -d 10.1.2.0/24 -j ACCEPT\nCOMMIT\n");
  file("m/links.txt", "a:eth0 -- b:eth0\n");
  const auto repair = [&](const std::string& address) {
    const Outcome done = whynot({"net", "blame", folder / "m", "--reach", "a,b_eth1", address, "--json"});
    return json::parse(done.out)["findings"][0]["repair"];
  };
  // Two changes would be needed where the route and the filter are against it.
  EXPECT_TRUE(repair("10.1.7.1").is_null());
  EXPECT_EQ(repair("10.1.3.1"),
            (json{{"file", "b.iptables"}, {"line", 4}, {"change", "insert: -A FORWARD -d 10.1.3.1/32 -j ACCEPT"}}));
  file("m/b.iptables", "*filter\n:FORWARD ACCEPT [0:0]\n-A FORWARD -d 10.1.4.0/24 -j DROP\nCOMMIT\n");
  EXPECT_EQ(repair("10.1.4.1"), (json{{"file", "b.iptables"}, {"line", 3}, {"change", "remove"}}));
  EXPECT_EQ(repair("10.1.7.1"), (json{{"file", "a.routes"}, {"line", 2}, {"end_line", 3}, {"change", "remove"}}));
  EXPECT_EQ(repair("10.9.0.1"), nullptr);  // b has no way to it
  file("m/b.routes", "default dev eth1\n");
  EXPECT_EQ(repair("10.9.0.1"),
            (json{{"file", "a.routes"}, {"line", 4}, {"change", "replace: 10.9.0.0/16 via 10.0.0.2 dev eth0"}}));
  EXPECT_EQ(repair("10.20.0.1"),
            (json{{"file", "a.routes"}, {"line", 1}, {"change", "insert: 10.20.0.1/32 via 10.0.0.2 dev eth0"}}));
}

// Tables of one stage: the same ports receive and send.
TEST_F(NetTables, TablesOfOneStage) {
  std::filesystem::create_directories(folder / "s");
  const std::string x(31, 'x');
  const auto line = [&](int router, const std::string& match, int out) {
    const std::string base = std::to_string(router);
    return "fwd$[" + base + "00001, " + base + "00002]$" + match + "$None$None$None$None$[" + base + "0000" +
           std::to_string(out) + "]$#$#$$$x$\n";
  };
  file("s/one.tf", "8$one$2$0$0$\n#\n" + line(1, "1" + x, 1) + line(1, "0" + x, 2));
  file("s/two.tf", "8$two$1$0$0$\n#\n" + line(2, "x" + x, 2));
  file("s/topology.tf",
       "8$l$2$0$0$\n#\nlink$[100002]$None$None$None$None$None$[200001]$#$#$$$l$\n"
       "link$[200001]$None$None$None$None$None$[100002]$#$#$$$l$\n");
  const Outcome outcome = whynot({"intervals", folder / "s", "--reach", "one,two_p2", "--over", "all", "--json"});
  EXPECT_EQ(outcome.code, 10) << outcome.err;
  const json found = json::parse(outcome.out)["findings"][0];
  EXPECT_EQ(found["cidr"], json::array({"2147483648/1"}));
}

}  // namespace
}  // namespace whynot::command
