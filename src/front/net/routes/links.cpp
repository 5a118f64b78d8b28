// Neighbours are listed as paragraphs of `Key: value`, one for each, or as a table under a line of headings, whose
// words tell in which column the neighbour, its port and our own port stand.  A paragraph ends where a key comes again
// that it has already, or at a line of dashes.
#include "front/net/routes/links.h"

#include <fmt/format.h>

#include "front/net/routes/words.h"

namespace whynot::front::net {
namespace {

Router* find_router(Tables& tables, std::string_view name) {
  const auto found =
      std::find_if(tables.routers.begin(), tables.routers.end(), [&](const Router& r) { return r.name == name; });
  return found == tables.routers.end() || found->rules.empty() ? nullptr : &*found;
}

// `Gi0/1` and `GigabitEthernet0/1` are one interface.
bool is_same_interface(std::string_view a, std::string_view b) {
  if (a == b) return true;
  const auto letters = [](std::string_view s) {
    std::size_t n = 0;
    while (n < s.size() && std::isalpha(static_cast<unsigned char>(s[n]))) ++n;
    return n;
  };
  const std::size_t m = letters(a), n = letters(b);
  return m >= 2 && n >= 2 && m != n && a.substr(m) == b.substr(n) && m < a.size() &&
         a.substr(0, std::min(m, n)) == b.substr(0, std::min(m, n));
}

// `ge-0/0/2.0` is unit 0 of `ge-0/0/2`.
std::string_view without_unit(std::string_view interface) {
  const std::size_t dot = interface.rfind('.');
  const bool has_unit = dot != std::string_view::npos && dot > 0 && dot + 1 < interface.size() &&
                        interface.substr(dot + 1).find_first_not_of("0123456789") == std::string_view::npos;
  return has_unit ? interface.substr(0, dot) : interface;
}

// The receiving port of an interface; one that no route uses is made.
Port port_of(Router& router, std::string_view interface, Span where, Tables& tables) {
  const Port number = router_of(router.rules.front().in.front());
  Port last = number * 100000;
  for (const auto& [port, name] : tables.port_names) {
    if (router_of(port) != number) continue;
    if (is_same_interface(name.name, interface)) return port;
    last = std::max(last, port);
  }
  tables.port_names.emplace(last + 1, PortName{std::string(interface), where});
  auto receive = std::find_if(router.rules.begin(), router.rules.end(),
                              [](const TransferRule& r) { return !r.out.empty() && is_routing(r.out.front()); });
  if (receive == router.rules.end()) {
    router.rules.emplace_back();
    receive = router.rules.end() - 1;
    receive->out = {number * 100000};
    receive->in_at = receive->out_at = where;
  }
  receive->in.push_back(last + 1);
  return last + 1;
}

void add_one_way(Port from, Port to, Span where, Tables& tables) {
  const bool known = std::any_of(tables.links.begin(), tables.links.end(),
                                 [&](const Link& l) { return l.from == from + 20000 && l.to == to; });
  if (!known) tables.links.push_back({from + 20000, to, where, where});
}

// Routes name the units of an interface, neighbours and people often the interface: then the link is that of each unit.
std::vector<Port> ports_of(Router& router, std::string_view interface, Span where, Tables& tables) {
  const Port number = router_of(router.rules.front().in.front());
  std::vector<Port> units;
  for (const auto& [port, name] : tables.port_names) {
    if (router_of(port) != number) continue;
    if (is_same_interface(name.name, interface)) return {port};
    const bool is_unit = is_same_interface(without_unit(name.name), interface);
    if (is_unit || is_same_interface(name.name, without_unit(interface))) units.push_back(port);
  }
  if (units.empty()) units.push_back(port_of(router, interface, where, tables));
  return units;
}

void add_link(const std::vector<Port>& a, const std::vector<Port>& b, Span where, Tables& tables) {
  const auto unit = [&](Port port) {
    const std::string_view name = tables.port_names.at(port).name;
    return name.substr(without_unit(name).size());
  };
  const auto add_each = [&](const std::vector<Port>& from, const std::vector<Port>& to) {
    for (const Port port : from) {
      const auto same = std::find_if(to.begin(), to.end(), [&](Port other) { return unit(other) == unit(port); });
      add_one_way(port, same == to.end() ? to.front() : *same, where, tables);
    }
  };
  add_each(a, b);
  add_each(b, a);
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

class Neighbours {
 public:
  Neighbours(FileId file, const Sources& sources, const std::string& router, Tables& tables, Diagnostics& diagnostics)
      : file_(file), text_(sources.text(file)), router_(router), tables_(tables), diagnostics_(diagnostics) {}

  void read() {
    if (!find_router(tables_, router_)) {
      diagnostics_.warning("net.link", fmt::format("there are no routes of `{}`", router_), {file_, 0, 0}).help =
          "its links are left out";
      return;
    }
    for_each_line(text_, [&](std::string_view line) {
      if (!read_separator(line) && !read_pair(line)) read_row(line);
    });
    add();
    if (!some_)
      diagnostics_.warning("net.link", "no neighbour is listed here in a form that is understood", {file_, 0, 0}).help =
          "as lldpctl prints it, or `show lldp neighbors`";
  }

 private:
  // Our port, the neighbour by its names, its port, how it describes that.
  struct Found {
    std::string_view mine, theirs, described, chassis;
    std::vector<std::string_view> names = {};
    bool is_cut = false;  // the name may be longer
  };

  // A line of dashes; `Interface Ethernet1 detected 2 LLDP neighbors:`, and each `Neighbor ID/"PORT", …` below.
  bool read_separator(std::string_view line) {
    const auto words = words_of(line, " \t");
    if (words.empty()) return false;
    some_ = some_ || line == "LLDP neighbors:";
    if (words[0].size() > 4 && words[0].find_first_not_of('-') == std::string_view::npos) {
      add();
      return true;
    }
    if (words[0] == "Interface" && words.size() > 2 && words[2] == "detected") {
      add();
      interface_ = words[1];
      return true;
    }
    if (words[0] != "Neighbor" || interface_.empty() || words.size() < 2) return false;
    add();
    now_.mine = interface_;
    where_ = line;
    return true;
  }

  // `Key: value`, several of them in a line with commas between.
  bool read_pair(std::string_view line) {
    bool some = false;
    for (const std::string_view part : words_of(line, ",")) {
      const std::size_t colon = part.find(':');
      if (colon == std::string_view::npos || (colon + 1 < part.size() && part[colon + 1] == ':')) continue;
      const bool read = read_value(lower(without_dash(part.substr(0, colon))), unquoted(part.substr(colon + 1)));
      if (read) where_ = line;
      some = some || read;
    }
    return some;
  }
  static std::string_view without_dash(std::string_view key) {
    key = without_blanks(key);
    if (key.starts_with("- ")) key.remove_prefix(2);
    return without_blanks(key);
  }
  static std::string_view unquoted(std::string_view value) {
    value = without_blanks(value);
    if (value.size() > 1 && value.front() == '"' && value.back() == '"') value = value.substr(1, value.size() - 2);
    return value;
  }

  bool read_value(const std::string& key, std::string_view value) {
    if (value.empty() || value == "not advertised") return false;
    if (is_one_of(key, {"interface", "local interface", "local intf", "local port id"})) {
      if (!now_.mine.empty()) add();
      now_.mine = value;
    } else if (is_one_of(key, {"chassis id", "chassisid"})) {
      if (!now_.chassis.empty()) add();
      now_.chassis = value;
    } else if (key == "device id") {  // `NAME(SERIAL)`
      if (!now_.names.empty()) add();
      now_.names.push_back(value.substr(0, value.find('(')));
    } else if (is_one_of(key, {"sysname", "system name"})) {
      if (!now_.names.empty() && now_.names.front() != value && now_.names.size() > 1) add();
      now_.names.push_back(value);
    } else if (is_one_of(key, {"portid", "port id", "port id (outgoing port)"})) {
      const auto words = words_of(value, " ");  // `ifname eth1`
      const bool is_number = words.size() > 1 && words.front() == "mac";
      if (now_.theirs.empty() && !is_number && !is_mac(words.back())) now_.theirs = words.back();
    } else if (is_one_of(key, {"portdescr", "port description"})) {
      now_.described = value;
    } else {
      return false;
    }
    return true;
  }
  // `0004.f2d1.2222`, `08:00:27:35:77:41`: no name of a port.
  static bool is_mac(std::string_view word) {
    const auto count = [&](char c) { return std::count(word.begin(), word.end(), c); };
    return word.find_first_not_of("0123456789abcdefABCDEF.:") == std::string_view::npos &&
           (count('.') == 2 || count(':') == 5);
  }

  // What the headings say: the columns of a table, by where they begin.
  bool read_heading(std::string_view line) {
    const std::string low = lower(line);
    const auto at = [&](std::initializer_list<std::string_view> names) {
      for (const std::string_view name : names)
        if (const std::size_t found = low.find(name); found != std::string::npos) return found;
      return std::string::npos;
    };
    const std::size_t name = at({"neighbor device id", "device id", "system name"});
    const std::size_t theirs = at({"neighbor port id", "port id", "port info"});
    std::size_t mine = at({"local intf", "local interface", "local int"});
    if (mine == std::string::npos && low.starts_with("port")) mine = 0;
    if (name == std::string::npos || theirs == std::string::npos || mine == std::string::npos) return false;
    columns_ = {mine, name, theirs};
    some_ = true;  // there may be none below
    return true;
  }
  // The words of a row, each in the column that it begins next to.  A name that is too long runs into the next column,
  // or stands on a line of its own.
  void read_row(std::string_view line) {
    const bool in_paragraph = !now_.chassis.empty() || !now_.mine.empty() || !now_.names.empty();
    if (in_paragraph || read_heading(line) || columns_.empty()) return;
    auto words = words_of(line, " \t");
    if (words.size() == 1 && !is_blank_at(line, 0)) {
      long_name_ = words[0];
      return;
    }
    const bool below = !long_name_.empty() && is_blank_at(line, 0);
    if (words.size() < (below ? 2 : 3) || words[0].find_first_not_of("-=") == std::string_view::npos ||
        words[0] == "Total")
      return;
    const bool is_cut = cut_at(columns_[0], line, words);
    now_ = {};
    now_.mine = word_at(columns_[0], line, words);
    now_.names = {below ? long_name_ : word_at(columns_[1], line, words)};
    now_.theirs = word_at(columns_[2], line, words);
    now_.is_cut = is_cut;
    long_name_ = {};
    where_ = line;
    add();
  }
  static bool is_blank_at(std::string_view line, std::size_t at) {
    return at >= line.size() || line[at] == ' ' || line[at] == '\t';
  }
  static std::string_view word_at(std::size_t column, std::string_view line,
                                  const std::vector<std::string_view>& words) {
    std::string_view best;
    std::size_t distance = std::string_view::npos;
    for (const std::string_view w : words) {
      const auto begin = static_cast<std::size_t>(w.data() - line.data());
      const std::size_t away = begin > column ? begin - column : column - begin;
      if (away < distance) {
        distance = away;
        best = w;
      }
    }
    return best;
  }
  // Whether a word ran over the beginning of a column, where it is cut.
  static bool cut_at(std::size_t column, std::string_view line, std::vector<std::string_view>& words) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      const auto begin = static_cast<std::size_t>(words[i].data() - line.data());
      const bool over = begin + 8 < column && begin + words[i].size() > column;
      if (!over) continue;
      const std::string_view rest = words[i].substr(column - begin);
      words[i] = words[i].substr(0, column - begin);
      words.insert(words.begin() + static_cast<std::ptrdiff_t>(i) + 1, rest);
      return true;
    }
    return false;
  }

  // A router is known by its name, with or without the domain; by the beginning of it, where it was cut and there is
  // one such router.
  Router* neighbour(const Found& found) {
    for (const std::string_view name : found.names) {
      if (Router* router = find_router(tables_, name)) return router;
      if (Router* router = find_router(tables_, name.substr(0, name.find('.')))) return router;
    }
    Router* only = nullptr;
    for (Router& router : tables_.routers) {
      if (!found.is_cut || router.rules.empty() || !router.name.starts_with(found.names.front())) continue;
      if (only) return nullptr;
      only = &router;
    }
    return only;
  }

  void add() {
    const Found found = now_;
    now_ = {};
    if (found.names.empty()) return;
    some_ = true;
    Router* other = neighbour(found);
    if (!other) return;
    const Span where = span_in(file_, text_, where_);
    const std::string_view theirs = found.theirs.empty() ? found.described : found.theirs;
    if (theirs.empty() || found.mine.empty()) {
      const std::string message = found.mine.empty() ? fmt::format("our port to `{}` is not told", found.names.front())
                                                     : fmt::format("the port of `{}` is not told", found.names.front());
      diagnostics_.warning("net.link", message, where).help = "no packet takes this link";
      return;
    }
    const std::vector<Port> a = ports_of(*find_router(tables_, router_), found.mine, where, tables_);
    add_link(a, ports_of(*other, theirs, where, tables_), where, tables_);
  }

  FileId file_;
  std::string_view text_;
  std::string router_;
  Tables& tables_;
  Diagnostics& diagnostics_;
  Found now_;
  std::string_view where_;
  std::string_view interface_;  // that neighbours are listed of
  std::string_view long_name_;  // of the row below
  std::vector<std::size_t> columns_;
  bool some_ = false;  // neighbours are listed, whether or not there are tables of them
};

}  // namespace

void read_neighbours(FileId file, const Sources& sources, const std::string& router, Tables& tables,
                     Diagnostics& diagnostics) {
  Neighbours(file, sources, router, tables, diagnostics).read();
}

void read_plain_links(FileId file, const Sources& sources, Tables& tables, Diagnostics& diagnostics) {
  const std::string_view text = sources.text(file);
  for_each_line(text, [&](std::string_view line) {
    const Span where = span_in(file, text, line);
    auto words = words_of(line, " \t:,");
    std::erase_if(words, [](std::string_view w) { return is_one_of(w, {"--", "<->", "->", "-"}); });
    if (words.empty() || words[0].front() == '#') return;
    const bool four = words.size() == 4;
    Router* a = four ? find_router(tables, words[0]) : nullptr;
    Router* b = four ? find_router(tables, words[2]) : nullptr;
    if (!a || !b) {
      std::string message = fmt::format("`{}` is not a link", line);
      if (four) message = fmt::format("there are no routes of `{}`", words[a ? 2 : 0]);
      diagnostics.warning("net.link", message, where).help =
          "lines are ROUTER INTERFACE ROUTER INTERFACE; no packet takes this link";
      return;
    }
    const std::vector<Port> from = ports_of(*a, words[1], where, tables);
    add_link(from, ports_of(*b, words[3], where, tables), where, tables);
  });
}

}  // namespace whynot::front::net
