// iptables-save: tables of chains, one rule on a line.  A packet that is passed on goes through PREROUTING before its
// route is chosen, FORWARD and POSTROUTING afterwards, each in the order raw, mangle, nat, filter; of nat tables
// nothing is taken but that it is said.
#include <fmt/format.h>

#include "front/net/filter/conditions.h"
#include "front/net/filter/filters.h"
#include "front/net/routes/words.h"

namespace whynot::front::net {

Router* router_named(const std::string& name, FileId file, Tables& tables, Diagnostics& diagnostics) {
  const auto found =
      std::find_if(tables.routers.begin(), tables.routers.end(), [&](const Router& r) { return r.name == name; });
  if (found != tables.routers.end()) return &*found;
  diagnostics.warning("net.filter", fmt::format("there is no table of router `{}`", name), {file, 0, 0}).help =
      "its filters are left out";
  return nullptr;
}

void add_filter(const Chains& chains, const std::string& base, std::vector<Filter>& to, Diagnostics& diagnostics) {
  const Chain& chain = *chains.find(base);
  auto filter = chains.flatten(base, most_cases);
  if (!filter) {
    diagnostics.error(
        "net.filter-size",
        fmt::format("chain `{}` leads back to itself, to a chain that is not there, or comes to more than "
                    "{} cases",
                    base, most_cases),
        chain.at);
    return;
  }
  const bool decides = std::any_of(filter->begin(), filter->end(), [](const FilterCase& c) { return c.drops; });
  if (decides) to.push_back(std::move(*filter));
}

namespace {

class Iptables {
 public:
  Iptables(FileId file, const Sources& sources, Router& router, const Tables& tables, Diagnostics& diagnostics)
      : file_(file), text_(sources.text(file)), router_(router), widths_(tables.widths), diagnostics_(diagnostics) {}

  void read() {
    for_each_line(text_, [&](std::string_view line) { read_line(line); });
    end_table();
  }

 private:
  // Words, of which those in quotes are one.
  static std::vector<std::string_view> words_in(std::string_view line) {
    std::vector<std::string_view> words;
    for (std::size_t i = 0; i < line.size();) {
      if (line[i] == ' ' || line[i] == '\t') {
        ++i;
        continue;
      }
      const bool quoted = line[i] == '"';
      std::size_t end = i + 1;
      while (end < line.size() && (quoted ? line[end] != '"' || line[end - 1] == '\\' : line[end] != ' ')) ++end;
      words.push_back(line.substr(i, std::min(line.size(), quoted ? end + 1 : end) - i));
      i = quoted ? end + 1 : end;
    }
    return words;
  }

  void tell(std::string message, std::string_view line, std::string help) {
    diagnostics_.warning("net.filter", std::move(message), span_in(file_, text_, line)).help = std::move(help);
  }
  void note(std::string message, std::string_view line, std::string help) {
    chains_.note(
        chain_,
        {Severity::Warning, "net.filter", std::move(message), span_in(file_, text_, line), {}, std::move(help)});
  }

  void read_line(std::string_view line) {
    auto words = words_in(line);
    if (!words.empty() && words[0].front() == '[') words.erase(words.begin());  // counters
    if (words.empty() || words[0].front() == '#' || words[0] == "COMMIT") return;
    if (words[0].front() == '*') {
      end_table();
      table_ = words[0].substr(1);
    } else if (words[0].front() == ':') {
      Chain chain;
      chain.at = span_in(file_, text_, line);
      chain.drops = words.size() > 1 && words[1] == "DROP";
      chains_.add(std::string(words[0].substr(1)), std::move(chain));
    } else if (is_one_of(words[0], {"-A", "--append"}) && words.size() > 1) {
      read_rule(words, line);
    } else {
      tell(fmt::format("`{}` is not a line that is understood", line), line, "it is left out");
    }
  }

  // Chains by which a packet goes that is passed on.
  void end_table() {
    chains_.tell_of({"PREROUTING", "FORWARD", "POSTROUTING"}, diagnostics_);
    if (is_one_of(table_, {"raw", "mangle", "filter", "security"})) {
      if (chains_.find("PREROUTING")) add_filter(chains_, "PREROUTING", router_.before, diagnostics_);
      for (const char* base : {"FORWARD", "POSTROUTING"})
        if (chains_.find(base)) add_filter(chains_, base, router_.after, diagnostics_);
    }
    chains_ = {};
    table_.clear();
  }

  struct Words {
    const std::vector<std::string_view>& all;
    std::size_t at;
    bool negated = false;

    bool done() const { return at >= all.size(); }
    std::string_view next() { return done() ? std::string_view() : all[at++]; }
    // What belongs to an option.
    std::string_view value() {
      if (!done() && all[at] == "!") {
        negated = !negated;
        ++at;
      }
      return next();
    }
  };

  void read_rule(const std::vector<std::string_view>& words, std::string_view line) {
    Chain* chain = chains_.find(std::string(words[1]));
    if (!chain) return tell(fmt::format("there is no chain `{}`", words[1]), line, "the line is left out");
    chain_ = words[1];
    if (is_one_of(chain_, {"INPUT", "OUTPUT"})) return;
    if (table_ == "nat") return read_nat(words, line);
    Chain::Line rule;
    rule.at = span_in(file_, text_, line);
    unknown_.clear();
    std::string_view target;
    bool goes = false;
    for (Words rest{words, 2}; !rest.done();) {
      const std::string_view option = rest.next();
      rest.negated = false;
      if (option == "!") {
        rest.negated = true;
        condition(rest.next(), rest, rule.when);
      } else if (is_one_of(option, {"-j", "--jump", "-g", "--goto"})) {
        goes = is_one_of(option, {"-g", "--goto"});
        target = rest.next();
        rest.at = words.size();  // what follows says how
      } else {
        condition(option, rest, rule.when);
      }
    }
    const bool known = decide(target, goes, rule);
    if (!known || rule.when.is_never()) return;
    if (unknown_.empty()) {
      chain->lines.push_back(std::move(rule));
      return;
    }
    note(fmt::format("the condition `{}` is not understood", unknown_), line,
         fmt::format("the line is left out: packets that it {} are treated as the lines below say",
                     rule.does == Chain::Does::Drop ? "drops" : "takes"));
  }

  // Whether the target decides anything.
  bool decide(std::string_view target, bool goes, Chain::Line& rule) {
    using Does = Chain::Does;
    if (target.empty()) return false;
    if (is_one_of(target, {"ACCEPT", "DROP", "REJECT", "RETURN"})) {
      rule.does = target == "ACCEPT" ? Does::Accept : Does::Drop;
      if (target == "RETURN") rule.does = Does::Return;
      return true;
    }
    if (chains_.find(std::string(target))) {
      rule.does = goes ? Does::Goto : Does::Jump;
      rule.target = target;
      return true;
    }
    const bool goes_on =
        is_one_of(target, {"LOG",      "NFLOG",   "ULOG", "TRACE",   "MARK",        "CONNMARK",   "CT",
                           "NOTRACK",  "DSCP",    "TOS",  "TTL",     "HL",          "TCPMSS",     "CLASSIFY",
                           "CHECKSUM", "ACCOUNT", "SET",  "SECMARK", "CONNSECMARK", "TCPOPTSTRIP"});
    if (!goes_on)
      note(fmt::format("what `{}` does is not understood", target),
           text_.substr(rule.at.begin, rule.at.end - rule.at.begin),
           "the line is left out: packets that it takes are treated as the lines below say");
    return false;
  }

  void read_nat(const std::vector<std::string_view>& words, std::string_view line) {
    for (const std::string_view word : words)
      if (is_one_of(word, {"DNAT", "SNAT", "MASQUERADE", "REDIRECT", "NETMAP", "TPROXY"}))
        return tell(fmt::format("`{}` changes addresses", word), line,
                    "packets keep those they have: what is said of packets that this line changes may be wrong");
  }

  void require(Condition& when, Field field, std::optional<std::vector<Ternary>> values, bool negated,
               std::string_view text) {
    if (!values) {
      unknown_ = text;
      return;
    }
    when.require(field, negated ? outside(*values, widths_[whynot::net::index_of(field)]) : *values);
  }

  template <class Read>
  static std::optional<std::vector<Ternary>> list_of(std::string_view list, Read read) {
    std::vector<Ternary> all;
    for (const std::string_view part : words_of(list, ",")) {
      const auto some = read(part);
      if (!some) return std::nullopt;
      all.insert(all.end(), some->begin(), some->end());
    }
    return all;
  }

  void condition(std::string_view option, Words& rest, Condition& when) {
    if (is_one_of(option, {"-m", "--match", "--comment", "--wait"})) {
      rest.value();
    } else if (is_one_of(option, {"-s", "--source", "--src", "--src-range"})) {
      address(Field::IpSrc, rest, when);
    } else if (is_one_of(option, {"-d", "--destination", "--dst", "--dst-range"})) {
      address(Field::IpDst, rest, when);
    } else if (is_one_of(option, {"-p", "--protocol", "--proto"})) {
      const std::string_view name = rest.value();
      const auto value = protocol(name);
      require(when, Field::Proto, value ? std::optional(std::vector{*value}) : std::nullopt, rest.negated, name);
    } else if (is_one_of(option, {"--dport", "--dports", "--destination-port", "--destination-ports"})) {
      port(Field::TpDst, rest, when);
    } else if (is_one_of(option, {"--sport", "--sports", "--source-port", "--source-ports"})) {
      port(Field::TpSrc, rest, when);
    } else if (is_one_of(option, {"-i", "--in-interface", "-o", "--out-interface"})) {
      std::string name(rest.value());
      if (!name.empty() && name.back() == '+') name.back() = '*';
      (option[1] == 'i' || option == "--in-interface" ? when.in : when.out).push_back({{name}, rest.negated});
    } else if (is_one_of(option, {"--ctstate", "--state"})) {
      state(rest, when);
    } else {
      other(option, rest, when);
    }
  }

  void address(Field field, Words& rest, Condition& when) {
    const std::string_view list = rest.value();
    const std::size_t width = widths_[whynot::net::index_of(field)];
    require(when, field, list_of(list, [&](std::string_view part) { return addresses(part, width); }), rest.negated,
            list);
  }
  void port(Field field, Words& rest, Condition& when) {
    const std::string_view list = rest.value();
    require(when, field, list_of(list, ports), rest.negated, list);
  }

  // Packets are the first of their connections.
  void state(Words& rest, Condition& when) {
    bool has_new = false;
    for (const std::string_view s : words_of(rest.value(), ","))
      has_new = has_new || is_one_of(s, {"NEW", "UNTRACKED"});
    if (has_new == rest.negated) when.require(Field::Proto, {});
  }

  void other(std::string_view option, Words& rest, Condition& when) {
    if (option == "--syn") {  // of the first packet of a connection
      if (rest.negated) when.require(Field::Proto, {});
      return;
    }
    if (option == "--tcp-flags") return flags(rest, when);
    if (option == "--pkt-type") {  // what is passed on is sent to one receiver
      const bool unicast = rest.value() == "unicast";
      if (unicast == rest.negated) when.require(Field::Proto, {});
      return;
    }
    if (option == "--dst-type" || option == "--src-type") {
      const std::string_view type = rest.value();
      if (type == "LOCAL") {  // what is passed on is not the router's own
        if (!rest.negated) when.require(Field::Proto, {});
        return;
      }
    }
    unknown_ = option;
    while (!rest.done() && rest.all[rest.at].front() != '-' && rest.all[rest.at] != "!") rest.next();
  }

  // `--tcp-flags MASK SET`: of the flags in the mask, those are set.  The first packet of a connection has SYN alone.
  static void flags(Words& rest, Condition& when) {
    const auto has_syn = [](std::string_view list) {
      const auto names = words_of(list, ",");
      return list == "ALL" || std::find(names.begin(), names.end(), "SYN") != names.end();
    };
    const bool looks = has_syn(rest.value());
    const std::string_view set = rest.next();
    const bool matches = looks ? set == "SYN" : set == "NONE";
    if (matches == rest.negated) when.require(Field::Proto, {});
  }

  FileId file_;
  std::string_view text_;
  Router& router_;
  whynot::net::Widths widths_;
  Diagnostics& diagnostics_;
  std::string table_, chain_;
  Chains chains_;
  std::string unknown_;
};

}  // namespace

void read_iptables(FileId file, const Sources& sources, const std::string& router, Tables& tables,
                   Diagnostics& diagnostics) {
  if (Router* found = router_named(router, file, tables, diagnostics))
    Iptables(file, sources, *found, tables, diagnostics).read();
}

}  // namespace whynot::front::net
