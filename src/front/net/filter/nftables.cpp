// nft list ruleset, or a file that nft reads: tables of chains and named sets.  First the text is cut into tables,
// chains and sets, then the rules of chains are read; base chains of a hook are passed in the order of their
// priorities.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <span>

#include "front/net/filter/conditions.h"
#include "front/net/filter/filters.h"
#include "front/net/filter/nft_tokens.h"
#include "front/net/routes/words.h"

namespace whynot::front::net {
namespace {

using Tokens = std::vector<std::string_view>;
using Values = std::vector<std::string_view>;

struct Base {
  std::string chain, hook;
  int priority = 0;
  bool filters = true;  // else it changes addresses
};

class Nftables {
 public:
  Nftables(FileId file, const Sources& sources, Router& router, const Tables& tables, Diagnostics& diagnostics)
      : file_(file),
        text_(sources.text(file)),
        tokens_(nft_tokens(text_)),
        router_(router),
        widths_(tables.widths),
        diagnostics_(diagnostics) {}

  void read() {
    while (at_ < tokens_.size()) {
      const std::string_view word = next();
      if (word == "table")
        table();
      else if (word == "define")
        define();
      else if (!is_one_of(word, {"\n", ";"}))
        leave_out(word);
    }
    std::stable_sort(bases_.begin(), bases_.end(),
                     [](const Base& a, const Base& b) { return a.priority < b.priority; });
    std::vector<std::string> passed;
    for (const Base& base : bases_)
      if (is_one_of(base.hook, {"prerouting", "forward", "postrouting"})) passed.push_back(base.chain);
    chains_.tell_of(passed, diagnostics_);
    for (const Base& base : bases_) {
      if (!base.filters) continue;
      if (base.hook == "prerouting") add_filter(chains_, base.chain, router_.before, diagnostics_);
      if (base.hook == "forward") add_filter(chains_, base.chain, router_.after, diagnostics_);
    }
    for (const Base& base : bases_)
      if (base.filters && base.hook == "postrouting") add_filter(chains_, base.chain, router_.after, diagnostics_);
  }

 private:
  std::string_view next() { return at_ < tokens_.size() ? tokens_[at_++] : std::string_view(); }
  std::string_view peek() const { return at_ < tokens_.size() ? tokens_[at_] : std::string_view(); }
  bool take(std::string_view word) {
    if (peek() != word || at_ >= tokens_.size()) return false;
    ++at_;
    return true;
  }
  bool at_end_of_statement() const { return at_ >= tokens_.size() || is_one_of(peek(), {"\n", ";", "}"}); }
  void skip_statement() {
    while (!at_end_of_statement()) {
      if (take("{"))
        skip_block();
      else
        ++at_;
    }
  }
  // After its first brace.
  void skip_block() {
    for (std::size_t depth = 1; depth > 0 && at_ < tokens_.size(); ++at_) {
      depth += tokens_[at_] == "{";
      depth -= tokens_[at_] == "}";
    }
  }
  Span line_at(std::size_t token) const {
    const char* place = token < tokens_.size() ? tokens_[token].data() : text_.data();
    const auto at = static_cast<std::size_t>(place - text_.data());
    const std::size_t before = at == 0 ? std::string_view::npos : text_.rfind('\n', at - 1);
    std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
    while (begin < at && (text_[begin] == ' ' || text_[begin] == '\t')) ++begin;
    const std::size_t end = std::min(text_.find('\n', at), text_.size());
    return {file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  }
  void tell(std::string message, std::size_t token, std::string help) {
    diagnostics_.warning("net.filter", std::move(message), line_at(token)).help = std::move(help);
  }
  // About the rule that is read.
  void note(std::string message, std::string help) {
    chains_.note(name_, {Severity::Warning, "net.filter", std::move(message), line_at(begin_), {}, std::move(help)});
  }
  void leave_out(std::string_view word) {
    if (!is_one_of(word, {"flush", "include", "add", "delete", "destroy"}) || word == "include" || word == "add")
      tell(fmt::format("`{}` is not understood here", word), at_ - 1, "it is left out");
    skip_statement();
  }

  void define() {
    const std::string name = "$" + std::string(next());
    take("=");
    defined_[name] = values();
  }

  // table [FAMILY] NAME { … }
  void table() {
    std::string_view family = "ip", name = next();
    if (is_one_of(name, {"ip", "ip6", "inet", "arp", "bridge", "netdev"})) {
      family = name;
      name = next();
    }
    const bool six = widths_[whynot::net::index_of(Field::IpDst)] == 128;
    const bool meant = family == "inet" || (six ? family == "ip6" : family == "ip");
    if (!take("{")) return skip_statement();
    if (!meant) return skip_block();
    table_ = fmt::format("{} {}", family, name);
    while (at_ < tokens_.size() && !take("}")) {
      const std::string_view word = next();
      if (word == "chain")
        chain();
      else if (is_one_of(word, {"set", "map"}))
        named_set();
      else if (!is_one_of(word, {"\n", ";"}))
        skip_statement();
    }
  }

  std::string full_name(std::string_view name) const { return fmt::format("{} {}", table_, name); }

  void named_set() {
    const std::string name = "@" + full_name(next());
    if (!take("{")) return;
    Values& elements = defined_[name];
    while (at_ < tokens_.size() && !take("}")) {
      if (take("elements")) {
        take("=");
        elements = values();
      } else {
        ++at_;
      }
    }
  }

  // One value, a set of them, or the name of one.
  Values values() {
    Values all;
    if (!take("{")) {
      const std::string_view word = next();
      const std::string key(word.starts_with('@') ? "@" + full_name(word.substr(1)) : std::string(word));
      const auto known = defined_.find(key);
      if (known != defined_.end()) return known->second;
      all.push_back(word);
      while (peek() == "," && at_ + 1 < tokens_.size()) {  // `established,related`
        ++at_;
        all.push_back(next());
      }
      return all;
    }
    while (at_ < tokens_.size() && !take("}")) {
      if (is_one_of(peek(), {",", "\n"})) {
        ++at_;
        continue;
      }
      if (is_one_of(peek(), {"timeout", "expires", "counter", "comment"})) {  // of an element
        while (at_ < tokens_.size() && !is_one_of(peek(), {",", "}"})) ++at_;
        continue;
      }
      for (const std::string_view v : values_of_one()) all.push_back(v);
    }
    return all;
  }
  Values values_of_one() {
    const std::string_view word = next();
    const auto known = defined_.find(std::string(word));
    return known != defined_.end() ? known->second : Values{word};
  }

  void chain() {
    name_ = full_name(next());
    Chain now;
    now.at = line_at(at_ - 1);
    if (!chains_.find(name_)) chains_.add(name_, now);
    if (!take("{")) return;
    while (at_ < tokens_.size() && !take("}")) {
      if (is_one_of(peek(), {"\n", ";"}))
        ++at_;
      else if (peek() == "type")
        base();
      else if (peek() == "policy")
        policy();
      else if (peek() == "comment")
        skip_statement();
      else
        rule();
    }
  }

  // type filter hook forward priority filter + 10;
  void base() {
    const std::size_t begin = at_;
    Base base{name_, "", 0};
    std::string_view type;
    for (; !at_end_of_statement(); ++at_) {
      if (tokens_[at_] == "type" && at_ + 1 < tokens_.size()) type = tokens_[at_ + 1];
      if (tokens_[at_] == "hook" && at_ + 1 < tokens_.size()) base.hook = tokens_[at_ + 1];
      if (tokens_[at_] == "priority") base.priority = priority(at_ + 1);
    }
    if (is_one_of(base.hook, {"ingress", "egress"}))
      tell(fmt::format("the hook `{}` is not looked at", base.hook), begin, "packets pass it");
    base.filters = type == "filter";
    bases_.push_back(std::move(base));
  }
  int priority(std::size_t at) const {
    static const std::map<std::string_view, int> names = {{"raw", -300}, {"mangle", -150}, {"dstnat", -100},
                                                          {"filter", 0}, {"security", 50}, {"srcnat", 100}};
    int sum = 0, sign = 1;
    for (; at < tokens_.size() && !is_one_of(tokens_[at], {";", "\n", "}"}); ++at) {
      std::string_view word = tokens_[at];
      if (word == "+" || word == "-") {
        sign = word == "-" ? -1 : 1;
        continue;
      }
      if (word.starts_with('-')) sign = -1;
      if (word.starts_with('-') || word.starts_with('+')) word.remove_prefix(1);
      const auto known = names.find(word);
      sum += sign * (known != names.end() ? known->second : static_cast<int>(whole_number(word).value_or(0)));
    }
    return sum;
  }
  void policy() {
    ++at_;
    chains_.find(name_)->drops = peek() == "drop";
    chains_.find(name_)->at = line_at(at_);
    skip_statement();
  }

  // A rule becomes several lines where it has a map of verdicts.
  void rule() {
    begin_ = at_;
    unknown_.clear();
    either_ = {{}};
    Chain::Line line;
    line.at = line_at(at_);
    while (!at_end_of_statement())
      if (!part(line)) return;
  }

  // One condition or statement.  False when the rule is done.
  bool part(Chain::Line& line) {
    const std::string_view word = next();
    if (is_one_of(word, {"accept", "drop", "reject", "return", "jump", "goto"})) {
      verdict(word, line);
      skip_statement();
      return false;
    }
    if (is_one_of(word, {"masquerade", "snat", "dnat", "redirect"})) {
      note(fmt::format("`{}` changes addresses", word),
           "packets keep those they have: what is said of packets that this line changes may be wrong");
      skip_statement();
      return false;
    }
    if (is_one_of(word, {"counter", "log", "comment", "continue", "nftrace", "notrack"})) return skip_words();
    if (word == "meta" && is_one_of(peek(), {"mark", "priority", "nftrace"}) && sets_something()) return skip_words();
    return condition(word, line);
  }
  bool sets_something() const { return at_ + 1 < tokens_.size() && tokens_[at_ + 1] == "set"; }
  // Up to what may be the next part.
  bool skip_words() {
    while (!at_end_of_statement() &&
           take_block_or(!is_one_of(peek(), {"accept", "drop", "reject", "return",  "jump",    "goto", "masquerade",
                                             "snat",   "dnat", "log",    "counter", "comment", "ip",   "ip6",
                                             "tcp",    "udp",  "meta",   "iifname", "oifname", "ct"})))
      ++at_;
    return true;
  }
  // Values in braces go with what is skipped.
  bool take_block_or(bool skips) {
    while (skips && take("{")) {
      skip_block();
      --at_;  // its last brace
    }
    return skips;
  }

  void verdict(std::string_view word, Chain::Line line) {
    using Does = Chain::Does;
    static const std::map<std::string_view, Does> known = {{"accept", Does::Accept}, {"drop", Does::Drop},
                                                           {"reject", Does::Drop},   {"return", Does::Return},
                                                           {"jump", Does::Jump},     {"goto", Does::Goto}};
    line.does = known.at(word);
    if (line.does == Does::Jump || line.does == Does::Goto) line.target = full_name(next());
    if (line.when.is_never()) return;
    if (unknown_.empty()) {
      for (const Condition& one : either_) {
        Chain::Line made = line;
        made.when.add(one);
        if (!made.when.is_never()) chains_.find(name_)->lines.push_back(std::move(made));
      }
      return;
    }
    note(fmt::format("the condition `{}` is not understood", unknown_),
         fmt::format("the line is left out: packets that it {} are treated as the lines below say",
                     line.does == Does::Drop ? "drops" : "takes"));
  }

  // "ip saddr".
  std::string asked(std::string_view word) {
    if (word == "meta") word = next();
    if (is_one_of(word, {"ip", "ip6", "tcp", "udp", "sctp", "th", "ct", "icmp", "icmpv6", "ether", "fib"}))
      return fmt::format("{} {}", word, next());
    return std::string(word);
  }

  bool condition(std::string_view word, Chain::Line& line) {
    const std::string what = asked(word);
    if (peek() == ".") return several(what, line);
    if (take("vmap")) {
      map_of_verdicts(what, line);
      return true;
    }
    if (at_end_of_statement()) {
      unknown_ = what;
      return true;
    }
    const bool negated = take("!=");
    take("==");
    const Values given = values();
    if (!require(what, given, negated, line.when)) {
      unknown_ = what;
      return skip_words();
    }
    return true;
  }

  // `ip protocol . th dport { tcp . 22, udp . 53 }`: one of several conditions, each of as many parts.
  bool several(const std::string& first, const Chain::Line& line) {
    std::vector<std::string> what = {first};
    while (take(".")) what.push_back(asked(next()));
    if (take("vmap")) {
      maps_several(what, line);
      return true;
    }
    const bool negated = take("!=");
    const Values given = values();
    const std::size_t tokens = 2 * what.size() - 1;  // with the points between
    either_.clear();
    for (std::size_t i = 0; i + tokens <= given.size(); i += tokens)
      if (!require(what, {given.begin() + static_cast<std::ptrdiff_t>(i), tokens}, either_.emplace_back())) break;
    if (negated || given.size() != tokens * either_.size()) unknown_ = fmt::format("{}", fmt::join(what, " . "));
    return true;
  }
  bool require(const std::vector<std::string>& what, std::span<const std::string_view> element, Condition& when) {
    for (std::size_t i = 0; i < what.size(); ++i)
      if (!require(what[i], Values{element[2 * i]}, false, when)) {
        unknown_ = what[i];
        return false;
      }
    return true;
  }
  void maps_several(const std::vector<std::string>& what, const Chain::Line& line) {
    if (!take("{")) return skip_statement();
    while (at_ < tokens_.size() && !take("}")) {
      if (is_one_of(peek(), {",", "\n"})) {
        ++at_;
        continue;
      }
      Chain::Line one = line;
      Values element;
      while (at_ < tokens_.size() && element.size() < 2 * what.size() - 1) element.push_back(next());
      take(":");
      if (element.size() == 2 * what.size() - 1) require(what, element, one.when);
      verdict(next(), one);
    }
  }

  // { VALUE : VERDICT, … }: a line for each.
  void map_of_verdicts(const std::string& what, const Chain::Line& line) {
    if (!take("{")) {
      note("a map of verdicts that has a name is not understood", "the line is left out");
      return skip_statement();
    }
    while (at_ < tokens_.size() && !take("}")) {
      if (is_one_of(peek(), {",", "\n"})) {
        ++at_;
        continue;
      }
      Chain::Line one = line;
      const std::string_view value = next();
      take(":");
      const auto known = defined_.find(std::string(value));
      const Values meant = known == defined_.end() ? Values{value} : known->second;
      if (value != "*" && !require(what, meant, false, one.when)) unknown_ = what;
      verdict(next(), one);
    }
  }

  bool require(const std::string& what, const Values& given, bool negated, Condition& when) {
    static const std::map<std::string, Field> address = {{"ip saddr", Field::IpSrc},
                                                         {"ip daddr", Field::IpDst},
                                                         {"ip6 saddr", Field::IpSrc},
                                                         {"ip6 daddr", Field::IpDst}};
    const std::size_t width = widths_[whynot::net::index_of(Field::IpDst)];
    if (what.starts_with(width == 128 ? "ip " : "ip6 ")) return never(when);  // no packet of the other family
    if (const auto field = address.find(what); field != address.end()) {
      return require(field->second, given, negated, when, [&](std::string_view v) { return addresses(v, width); });
    }
    if (is_one_of(what, {"ip protocol", "ip6 nexthdr", "l4proto"}))
      return require(Field::Proto, given, negated, when, one_protocol);
    if (is_one_of(what, {"tcp dport", "udp dport", "sctp dport", "th dport"})) {
      transport(what, when);
      return require(Field::TpDst, given, negated, when, ports);
    }
    if (is_one_of(what, {"tcp sport", "udp sport", "sctp sport", "th sport"})) {
      transport(what, when);
      return require(Field::TpSrc, given, negated, when, ports);
    }
    if (is_one_of(what, {"iifname", "iif", "oifname", "oif"})) {
      InterfaceTest test{{}, negated};
      for (const std::string_view v : given) test.names.emplace_back(v);
      (what.front() == 'i' ? when.in : when.out).push_back(std::move(test));
      return true;
    }
    return state(what, given, negated, when) || family(what, given, negated, when);
  }

  static std::optional<std::vector<Ternary>> one_protocol(std::string_view word) {
    const auto value = protocol(word);
    return value ? std::optional(std::vector{*value}) : std::nullopt;
  }
  static bool never(Condition& when) {
    when.require(Field::Proto, {});
    return true;
  }
  static void transport(const std::string& what, Condition& when) {
    if (const auto proto = protocol(what.substr(0, what.find(' ')))) when.require(Field::Proto, {*proto});
  }

  template <class Read>
  bool require(Field field, const Values& given, bool negated, Condition& when, Read read) {
    std::vector<Ternary> all;
    for (const std::string_view v : given) {
      const auto some = read(v);
      if (!some) return false;
      all.insert(all.end(), some->begin(), some->end());
    }
    when.require(field, negated ? outside(all, widths_[whynot::net::index_of(field)]) : all);
    return true;
  }

  // Packets are the first of their connections.
  static bool state(const std::string& what, const Values& given, bool negated, Condition& when) {
    if (what == "ct status") {  // addresses are not translated
      const bool translated = std::all_of(given.begin(), given.end(), [](std::string_view v) {
        return is_one_of(v, {"dnat", "snat"});
      });
      return translated && (negated || never(when));
    }
    if (what != "ct state") return false;
    bool has_new = false;
    for (const std::string_view v : given) has_new = has_new || is_one_of(v, {"new", "untracked"});
    return has_new != negated || never(when);
  }
  bool family(const std::string& what, const Values& given, bool negated, Condition& when) const {
    if (what != "nfproto" || given.size() != 1) return false;
    const bool six = widths_[whynot::net::index_of(Field::IpDst)] == 128;
    return ((given[0] == "ipv6") == six) != negated || never(when);
  }

  FileId file_;
  std::string_view text_;
  Tokens tokens_;
  std::size_t at_ = 0, begin_ = 0;  // the token that comes next, and the first of the rule
  Router& router_;
  whynot::net::Widths widths_;
  Diagnostics& diagnostics_;
  std::string table_, name_, unknown_;  // the chain that is read; what is not understood in the rule
  Chains chains_;
  std::vector<Condition> either_;  // one of these is a further condition of the rule
  std::vector<Base> bases_;
  std::map<std::string, Values> defined_;  // `$NAME` and `@TABLE NAME`
};

}  // namespace

void read_nftables(FileId file, const Sources& sources, const std::string& router, Tables& tables,
                   Diagnostics& diagnostics) {
  if (Router* found = router_named(router, file, tables, diagnostics))
    Nftables(file, sources, *found, tables, diagnostics).read();
}

}  // namespace whynot::front::net
