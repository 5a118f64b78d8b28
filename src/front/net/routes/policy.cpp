// A line is read word by word: conditions come with a value, an action ends it.  `not` turns all of them around.
#include "front/net/routes/policy.h"

#include <fmt/format.h>

#include <array>
#include <charconv>

#include "front/net/filter/conditions.h"
#include "front/net/routes/words.h"

namespace whynot::front::net {
namespace {

class PolicyReader {
 public:
  PolicyReader(FileId file, const Sources& sources, const whynot::net::Widths& widths, Diagnostics& diagnostics)
      : file_(file), text_(sources.text(file)), widths_(widths), diagnostics_(diagnostics) {}

  std::vector<PolicyRule> read() {
    for_each_line(text_, [&](std::string_view line) {
      const auto words = words_of(line, " \t");
      if (!words.empty() && words[0].front() != '#') read_line(words, line);
    });
    std::stable_sort(rules_.begin(), rules_.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<PolicyRule> all;
    for (auto& [priority, rule] : rules_) all.push_back(std::move(rule));
    return all;
  }

 private:
  void tell(std::string message, std::string_view line) {
    diagnostics_.warning("net.rule", std::move(message), span_in(file_, text_, line)).help =
        "the rule is left out: packets that it takes go by the rules below";
  }

  // PRIORITY: [not] from PREFIX [to PREFIX] [iif NAME] … ACTION
  void read_line(const std::vector<std::string_view>& words, std::string_view line) {
    const auto priority =
        words[0].ends_with(':') ? whole_number(words[0].substr(0, words[0].size() - 1)) : std::nullopt;
    if (!priority) return tell(fmt::format("`{}` is not a rule", line), line);
    PolicyRule rule;
    rule.line = span_in(file_, text_, line);
    Condition when;
    bool negated = false, decided = false;
    for (std::size_t i = 1; i < words.size(); ++i) {
      const std::string_view word = words[i], value = i + 1 < words.size() ? words[i + 1] : "";
      if (word == "not") {
        negated = true;
      } else if (is_one_of(word, {"lookup", "table"})) {
        rule.table = table_name(value);
        decided = true;
        ++i;
      } else if (is_one_of(word, {"blackhole", "unreachable", "prohibit"})) {
        decided = true;
      } else if (is_one_of(word, {"suppress_prefixlength", "suppress_prefixlen"})) {
        rule.shorter_than = whole_number(value);
        ++i;
      } else if (word == "[detached]") {  // there is no such interface now
      } else if (word == "fwmark") {
        const auto unmarked = takes_unmarked(value);
        if (!unmarked) return tell(fmt::format("`{}` is not a mark", value), line);
        tell_of_mark(*unmarked != negated, line);
        if (!*unmarked) require(when, Field::Proto, std::vector<Ternary>());
        ++i;
      } else if (is_one_of(word, {"proto", "protocol", "realms"}) || condition(word, value, when)) {
        ++i;  // who made it and what is counted decides nothing
      } else {
        return tell(fmt::format("`{}` is not understood", word), line);
      }
    }
    if (!decided) return tell("this rule leads to no table", line);
    rule.when = negated ? when.otherwise(widths_) : std::vector{when};
    rules_.emplace_back(*priority, std::move(rule));
  }

  bool condition(std::string_view word, std::string_view value, Condition& when) const {
    if (word == "from" || word == "to") {
      if (value == "all") return true;
      const Field field = word == "from" ? Field::IpSrc : Field::IpDst;
      return require(when, field, addresses(value, widths_[whynot::net::index_of(field)]));
    }
    if (word == "ipproto") {
      const auto proto = protocol(value);
      return require(when, Field::Proto, proto ? std::optional(std::vector{*proto}) : std::nullopt);
    }
    if (word == "dport") return require(when, Field::TpDst, ports(value));
    if (word == "sport") return require(when, Field::TpSrc, ports(value));
    if (word == "iif") {
      when.in.push_back({{std::string(value)}, false});
      return true;
    }
    // Of the router's own packets, about which nobody asks.
    if (is_one_of(word, {"oif", "uidrange"})) return require(when, Field::Proto, std::vector<Ternary>());
    return false;
  }

  // MARK or MARK/MASK: whether it takes packets that nobody has marked.
  static std::optional<bool> takes_unmarked(std::string_view value) {
    const std::size_t slash = value.find('/');
    const auto mark = mark_of(value.substr(0, slash));
    std::optional<std::uint32_t> mask = ~std::uint32_t{0};
    if (slash != std::string_view::npos) mask = mark_of(value.substr(slash + 1));
    return mark && mask ? std::optional((*mark & *mask) == 0) : std::nullopt;
  }
  static std::optional<std::uint32_t> mark_of(std::string_view text) {
    const bool is_hex = text.starts_with("0x");
    if (is_hex) text.remove_prefix(2);
    std::uint32_t mark = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), mark, is_hex ? 16 : 10);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(mark) : std::nullopt;
  }
  // Marks are made by firewalls, and are not followed.
  void tell_of_mark(bool taken, std::string_view line) {
    const char* const what = taken ? "may take it" : "do not take it";
    const char* const otherwise = taken ? "the rules below" : "it";
    diagnostics_
        .warning("net.rule", fmt::format("this rule asks for a mark: packets are taken to have none, and {}", what),
                 span_in(file_, text_, line))
        .help = fmt::format("packets that a firewall marks would go by {}", otherwise);
  }

  static bool require(Condition& when, Field field, const std::optional<std::vector<Ternary>>& values) {
    if (values) when.require(field, *values);
    return values.has_value();
  }

  FileId file_;
  std::string_view text_;
  const whynot::net::Widths& widths_;
  Diagnostics& diagnostics_;
  std::vector<std::pair<std::uint32_t, PolicyRule>> rules_;  // by priority
};

}  // namespace

// Some tables have a number and a name.
std::string table_name(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 3> names = {
      {{"255", "local"}, {"254", "main"}, {"253", "default"}}};
  for (const auto& [number, name] : names)
    if (text == number) return std::string(name);
  return std::string(text);
}

std::vector<PolicyRule> usual_policy() {
  std::vector<PolicyRule> rules;
  for (const char* table : {"local", "main", "default"}) rules.emplace_back().table = table;
  return rules;
}

std::vector<PolicyRule> read_policy(FileId file, const Sources& sources, const whynot::net::Widths& widths,
                                    Diagnostics& diagnostics) {
  return PolicyReader(file, sources, widths, diagnostics).read();
}

}  // namespace whynot::front::net
