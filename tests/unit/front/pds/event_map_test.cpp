// Event maps against a second reading of docs/pushdown.md: random rules with raw events, random maps, and which events
// each rule carries in the end, worked out by comparing texts.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <regex>
#include <set>

#include "base/random.h"
#include "front/pds/pds.h"

namespace whynot {
namespace {

using Texts = std::vector<std::string>;

struct RawEvent {
  std::string name;
  Texts args;  // as written: "a" in quotes, a number, or ?
};

struct RawRule {
  std::string point, callee;
  std::vector<RawEvent> events;
};

struct RawSource {
  bool point = false, regex = false, open = false;
  std::string name;
  Texts parameters;  // a name, _ or a constant
  std::map<std::string, std::string> with;
};

struct RawMap {
  std::string name;
  Texts parameters;
  std::vector<RawSource> sources;
};

std::string one_of(Random& random, const Texts& texts) { return texts[random.below(texts.size())]; }

std::string listed(const Texts& texts) {
  std::string out;
  for (const std::string& text : texts) out += (out.empty() ? "" : ", ") + text;
  return out;
}

Texts some(Random& random, const Texts& from, std::size_t most) {
  Texts result;
  for (std::size_t n = random.below(most + 1); n-- > 0;) result.push_back(one_of(random, from));
  return result;
}

bool is_name(const std::string& parameter) { return parameter == "x" || parameter == "y"; }

// ---- the second reading

using Bound = std::map<std::string, std::string>;

std::optional<Bound> bound_by(const RawSource& source, const Texts& args) {
  const std::size_t n = source.parameters.size();
  if (source.open ? args.size() < n : args.size() != n) return std::nullopt;
  Bound bound;
  for (std::size_t i = 0; i < n; ++i) {
    const std::string& p = source.parameters[i];
    if (p == "_") continue;
    if (!is_name(p)) {
      if (args[i] != "?" && args[i] != p) return std::nullopt;
    } else if (!bound.contains(p) || bound[p] == "?") {
      bound[p] = args[i];
    } else if (args[i] != "?" && args[i] != bound[p]) {
      return std::nullopt;
    }
  }
  return bound;
}

bool has_name(const RawSource& source, const std::string& name) {
  return source.regex ? std::regex_search(name, std::regex(source.name)) : source.name == name;
}

// The events of a rule, as texts.
std::set<std::string> expected(const RawRule& rule, const std::vector<RawMap>& maps) {
  std::set<std::string> result;
  std::set<std::size_t> replaced;
  const auto add = [&](const std::string& name, const Texts& args) {
    result.insert(args.empty() ? name : fmt::format("{}({})", name, listed(args)));
  };
  for (const RawMap& map : maps)
    for (const RawSource& source : map.sources) {
      std::vector<std::optional<Bound>> found;
      const Texts unknown(source.parameters.size(), "?");
      if (source.point) {
        std::smatch groups;
        Texts args = unknown;
        if (source.regex && std::regex_search(rule.point, groups, std::regex(source.name)))
          for (std::size_t i = 0; i < args.size() && i + 1 < groups.size(); ++i)
            args[i] = "\"" + groups[i + 1].str() + "\"";
        if (has_name(source, rule.point)) found.push_back(bound_by(source, args));
      } else {
        bool told = false;
        for (std::size_t i = 0; i < rule.events.size(); ++i) {
          told = told || rule.events[i].name == rule.callee;
          if (!has_name(source, rule.events[i].name)) continue;
          found.push_back(bound_by(source, rule.events[i].args));
          if (found.back()) replaced.insert(i);
        }
        if (!rule.callee.empty() && !told && has_name(source, rule.callee)) found.push_back(bound_by(source, unknown));
      }
      for (auto& bound : found) {
        if (!bound) continue;
        Texts args;
        for (const std::string& p : map.parameters)
          args.push_back(source.with.contains(p) ? source.with.at(p) : bound->contains(p) ? bound->at(p) : "?");
        add(map.name, args);
      }
    }
  for (std::size_t i = 0; i < rule.events.size(); ++i) {
    const bool defined =
        std::any_of(maps.begin(), maps.end(), [&](const RawMap& map) { return map.name == rule.events[i].name; });
    if (!replaced.contains(i) && !defined) add(rule.events[i].name, rule.events[i].args);
  }
  return result;
}

// ---- random texts

RawRule random_rule(Random& random) {
  RawRule rule{fmt::format("s{}", random.below(4)), random.chance(30) ? one_of(random, {"f", "g"}) : "", {}};
  for (std::size_t n = random.below(3); n-- > 0;)
    rule.events.push_back({one_of(random, {"f", "g", "h"}), some(random, {"\"a\"", "\"b\"", "1", "?"}, 2)});
  return rule;
}

RawSource random_source(Random& random, const Texts& parameters) {
  RawSource source;
  source.point = random.chance(30);
  source.regex = random.chance(30);
  if (source.point)
    source.name = source.regex ? one_of(random, {"s(.)", "^s[12]$", "(s)(1|3)"}) : fmt::format("s{}", random.below(4));
  else
    source.name = source.regex ? one_of(random, {"f|g", "^h", "."}) : one_of(random, {"f", "g", "h"});
  source.parameters = some(random, {"x", "y", "_", "\"a\"", "1"}, 2);
  source.open = !source.point && random.chance(40);
  if (!parameters.empty() && random.chance(20))
    source.with[one_of(random, parameters)] = one_of(random, {"\"c\"", "2"});
  return source;
}

std::string text_of(const RawRule& rule, std::size_t number) {
  std::string out = rule.callee.empty() ? fmt::format("{} -> t{}", rule.point, number)
                                        : fmt::format("{} -> call {} ret t{}", rule.point, rule.callee, number);
  for (std::size_t i = 0; i < rule.events.size(); ++i)
    out += fmt::format("{} {}{}", i ? "," : " @", rule.events[i].name,
                       rule.events[i].args.empty() ? "" : fmt::format("({})", listed(rule.events[i].args)));
  return out + "\n";
}

std::string text_of(const RawSource& source) {
  Texts parameters = source.parameters;
  if (source.open) parameters.push_back("...");
  std::string out =
      fmt::format("{} {}", source.point ? "point" : "call", source.regex ? "/" + source.name + "/" : source.name);
  if (!parameters.empty()) out += fmt::format("({})", listed(parameters));
  for (const auto& [name, value] : source.with) out += fmt::format(" with {} = {}", name, value);
  return out;
}

TEST(EventMap, AgreesWithASecondReading) {
  Random random(11);
  std::size_t mapped = 0;
  for (int round = 0; round < 200; ++round) {
    std::vector<RawRule> rules;
    std::vector<RawMap> maps;
    std::string text =
        "pds m\ninit <s0>\nproc f entry f0\nf0 -> return\nproc g entry g0\ng0 -> return\nproc main entry s0\n";
    for (std::size_t i = 0; i < 4; ++i) rules.push_back({fmt::format("s{}", i), "", {}});  // every point is one
    for (std::size_t n = 6; n-- > 0;) rules.push_back(random_rule(random));
    for (std::size_t i = 0; i < rules.size(); ++i) text += text_of(rules[i], i);
    text += "events e\n";
    for (std::size_t n = 1 + random.below(3); n-- > 0;) {
      RawMap map{one_of(random, {"open", "close", "f"}),
                 random.chance(50)   ? Texts{"x", "y"}
                 : random.chance(50) ? Texts{"x"}
                                     : Texts{},
                 {}};
      std::string sources;
      for (std::size_t k = 1 + random.below(2); k-- > 0;) {
        map.sources.push_back(random_source(random, map.parameters));
        sources += (sources.empty() ? "" : " | ") + text_of(map.sources.back());
      }
      text += fmt::format("map {}{} <- {}\n", map.name,
                          map.parameters.empty() ? "" : fmt::format("({})", listed(map.parameters)), sources);
      maps.push_back(map);
    }
    text += "property p stutter\nstate q initial\nstate r final\nq -> r on open(...)\n";
    Sources sources;
    Diagnostics diagnostics;
    const auto input = front::pds::read_pushdown(sources, std::vector{sources.add("m", text)}, diagnostics);
    ASSERT_TRUE(input) << text;
    const Pds& pds = input->pds;
    for (std::size_t i = 0; i < rules.size(); ++i) {
      std::set<std::string> got;
      for (std::uint32_t event : pds.event_sets[pds.rules[i + 2].events]) got.insert(pds.events[event].text());
      ASSERT_EQ(got, expected(rules[i], maps)) << text_of(rules[i], i) << text;
      mapped += got.size();
    }
  }
  EXPECT_GE(mapped, 500u);
}

}  // namespace
}  // namespace whynot
