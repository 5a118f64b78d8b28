// whynot intervals on random conditions over words of up to 16 bits, against the list of all values: every set,
// interval, prefix, pattern and count.
#include <array>
#include <functional>
#include <nlohmann/json.hpp>

#include "base/random.h"
#include "command_line.h"
#include "support/rounds.h"

namespace whynot::command {
namespace {

using nlohmann::json;

// Words as 64-bit numbers, with a text of SMV and what it means beside each other.
class Conditions {
 public:
  struct Term {
    std::string text;
    std::function<std::int64_t(std::int64_t)> of;
  };
  struct Condition {
    std::string text;
    std::function<bool(std::int64_t)> of;
  };

  Conditions(std::uint64_t seed, int bits, bool is_signed) : random_(seed), bits_(bits), signed_(is_signed) {}

  std::int64_t least() const { return signed_ ? -(std::int64_t{1} << (bits_ - 1)) : 0; }
  std::int64_t most() const { return (std::int64_t{1} << (signed_ ? bits_ - 1 : bits_)) - 1; }
  std::string type() const { return (signed_ ? "signed word[" : "unsigned word[") + std::to_string(bits_) + "]"; }

  Condition condition(int depth) {
    const std::size_t choice = depth == 0 ? 0 : random_.below(4);
    if (choice == 1) {
      const Condition a = condition(depth - 1);
      return {"!(" + a.text + ")", [a](std::int64_t w) { return !a.of(w); }};
    }
    if (choice == 2 || choice == 3) {
      const Condition a = condition(depth - 1), b = condition(depth - 1);
      const bool both = choice == 2;
      return {"(" + a.text + (both ? " & " : " | ") + b.text + ")",
              [a, b, both](std::int64_t w) { return both ? a.of(w) && b.of(w) : a.of(w) || b.of(w); }};
    }
    const Term a = term(2), b = random_.chance(70) ? constant() : term(1);
    const bool less = random_.chance(60);
    return {"(" + a.text + (less ? " < " : " = ") + b.text + ")",
            [a, b, less](std::int64_t w) { return less ? a.of(w) < b.of(w) : a.of(w) == b.of(w); }};
  }

 private:
  std::int64_t wrapped(std::int64_t n) const {
    const std::int64_t size = std::int64_t{1} << bits_;
    n = ((n % size) + size) % size;
    return n > most() ? n - size : n;
  }
  Term constant() {
    const std::int64_t n = random_.between(least(), most());
    const std::string text = std::string(n < 0 ? "-" : "") + (signed_ ? "0sd" : "0ud") + std::to_string(bits_) + "_" +
                             std::to_string(std::abs(n));
    return {n < 0 ? "(" + text + ")" : text, [n](std::int64_t) { return n; }};
  }
  Term term(int depth) {
    if (depth == 0 || random_.chance(30)) return {"w", [](std::int64_t w) { return w; }};
    const Term a = term(depth - 1), b = constant();
    switch (random_.below(5)) {
      case 0:
        return {"(" + a.text + " + " + b.text + ")", [=, this](std::int64_t w) { return wrapped(a.of(w) + b.of(w)); }};
      case 1:
        return {"(" + a.text + " * " + b.text + ")", [=, this](std::int64_t w) { return wrapped(a.of(w) * b.of(w)); }};
      case 2:
        return {"(" + a.text + " & " + b.text + ")", [=, this](std::int64_t w) { return wrapped(a.of(w) & b.of(w)); }};
      case 3:
        return {"(" + a.text + " xor " + b.text + ")",
                [=, this](std::int64_t w) { return wrapped(a.of(w) ^ b.of(w)); }};
      default: {
        const int by = static_cast<int>(random_.below(static_cast<std::size_t>(bits_)));
        return {"(" + a.text + " >> " + std::to_string(by) + ")", [a, by](std::int64_t w) { return a.of(w) >> by; }};
      }
    }
  }

  Random random_;
  int bits_;
  bool signed_;
};

struct Listed {
  std::vector<std::pair<std::int64_t, std::int64_t>> intervals;
  std::int64_t count = 0;
};

Listed listed(const Conditions& all, const Conditions::Condition& condition) {
  Listed out;
  for (std::int64_t w = all.least(); w <= all.most(); ++w) {
    if (!condition.of(w)) continue;
    ++out.count;
    if (!out.intervals.empty() && out.intervals.back().second == w - 1)
      out.intervals.back().second = w;
    else
      out.intervals.emplace_back(w, w);
  }
  return out;
}

std::int64_t number(const json& text) { return std::stoll(text.get<std::string>()); }

// The values that a pattern of bits, the highest first, stands for, marked.
void mark(const std::string& pattern, std::vector<int>& times) {
  std::size_t ones = 0, free = 0;
  for (const char bit : pattern) {
    ones = ones * 2 + (bit == '1');
    free = free * 2 + (bit == '*');
  }
  for (std::size_t part = free;; part = (part - 1) & free) {
    ++times[ones | part];
    if (part == 0) return;
  }
}

// The same of a prefix of unsigned words.
void mark_prefix(const std::string& text, int bits, std::vector<int>& times) {
  const std::size_t slash = text.find('/'), first = std::stoul(text.substr(0, slash));
  const auto free = static_cast<std::size_t>(bits) - std::stoul(text.substr(slash + 1));
  for (std::size_t w = first; w < first + (std::size_t{1} << free); ++w) ++times[w];
}

void expect_intervals(const json& f, const Listed& expected) {
  ASSERT_EQ(number(f["count"]), expected.count);
  ASSERT_EQ(f["intervals"].size(), expected.intervals.size());
  std::int64_t longest = 0;
  for (std::size_t i = 0; i < expected.intervals.size(); ++i) {
    const auto [lo, hi] = expected.intervals[i];
    ASSERT_EQ(number(f["intervals"][i]["lo"]), lo);
    ASSERT_EQ(number(f["intervals"][i]["hi"]), hi);
    longest = std::max(longest, hi - lo + 1);
    const bool around = lo <= number(f["value"]) && number(f["value"]) <= hi;
    EXPECT_EQ(f["around_base"] == f["intervals"][i], around);
  }
  EXPECT_EQ(number(f["longest"]["length"]), longest);
  EXPECT_EQ(number(f["longest"]["hi"]) - number(f["longest"]["lo"]) + 1, longest);
}

// Patterns cover the set, prefixes share it out.
void expect_covers(const json& f, const Conditions& words, int bits, const Conditions::Condition& bad) {
  std::vector<int> prefixes(std::size_t{1} << bits), patterns = prefixes;
  for (const json& pattern : f["patterns"]) mark(pattern, patterns);
  const bool has_prefixes = words.least() == 0;
  if (has_prefixes)
    for (const json& prefix : f["cidr"]) mark_prefix(prefix, bits, prefixes);
  for (std::size_t w = 0; w < patterns.size(); ++w) {
    const auto value = static_cast<std::int64_t>(w);
    const bool in = bad.of(value > words.most() ? value - (std::int64_t{1} << bits) : value);
    ASSERT_EQ(patterns[w] > 0, in) << w;
    ASSERT_EQ(prefixes[w], in && has_prefixes) << w;
  }
}

struct RandomWords : CommandLine {};

TEST_F(RandomWords, EveryAnswerIsThatOfTheListOfAllValues) {
  std::size_t seen = 0;
  for (std::uint64_t seed = 1; seed <= rounds(48); ++seed) {
    const int bits = std::array{3, 6, 11, 16}[seed % 4];
    Conditions words(seed, bits, seed % 3 == 0);
    const Conditions::Condition bad = words.condition(3);
    const Listed expected = listed(words, bad);
    const std::string model = file("w.smv", "MODULE main\nFROZENVAR w : " + words.type() +
                                                ";\nVAR o : boolean;\nASSIGN init(o) := FALSE; next(o) := " + bad.text +
                                                ";\nINVARSPEC NAME p := !o\n");
    SCOPED_TRACE(bad.text);
    const Outcome o = whynot({"intervals", model, "-p", "p", "-v", "w", "--json"});
    ASSERT_EQ(o.code, expected.count > 0 ? 10 : 0) << o.err;
    if (expected.count == 0) continue;
    ++seen;
    const json f = json::parse(o.out)["findings"][0];
    expect_intervals(f, expected);
    expect_covers(f, words, bits, bad);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(seen, rounds(24));
}

TEST_F(RandomWords, ViewsOfASet) {
  const std::string model = file("ip.smv",
                                 "MODULE main\nFROZENVAR w : unsigned word[32]; v : unsigned word[128];\n"
                                 "INVARSPEC NAME p := !(w >= 0ud32_167772160 & w < 0ud32_167772416)\n"
                                 "INVARSPEC NAME q := !(v < 0ud128_2)\n");
  const auto shown = [&](const std::string& property, const std::string& variable, std::vector<std::string> more) {
    more.insert(more.begin(), {"intervals", model, "-p", property, "-v", variable});
    const Outcome o = whynot(more);
    EXPECT_EQ(o.code, 10) << o.err;
    return o.out;
  };
  EXPECT_NE(shown("p", "w", {"--as", "ipv4"}).find("10.0.0.0"), std::string::npos);
  EXPECT_NE(shown("p", "w", {"--as", "ipv4"}).find("10.0.0.255"), std::string::npos);
  EXPECT_NE(shown("p", "w", {"--as", "hex"}).find("a0000ff"), std::string::npos);
  EXPECT_NE(shown("p", "w", {"--as", "bin"}).find("1010000000000000000011111111"), std::string::npos);
  EXPECT_NE(shown("q", "v", {"--as", "ipv6"}).find("::1"), std::string::npos);
  EXPECT_NE(shown("p", "w", {"--format", "csv"}).find("167772160,167772415"), std::string::npos)
      << shown("p", "w", {"--format", "csv"});
  EXPECT_NE(shown("p", "w", {"--format", "svg"}).find("<svg"), std::string::npos);
}

}  // namespace
}  // namespace whynot::command
