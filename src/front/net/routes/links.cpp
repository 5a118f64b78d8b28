// Neighbours are listed as paragraphs of `Key: value`, one for each, or as a table under a line of headings, whose
// words tell in which column the neighbour, its port and our own port stand.
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
void add_link(Port a, Port b, Span where, Tables& tables) {
  add_one_way(a, b, where, tables);
  add_one_way(b, a, where, tables);
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
      if (!read_pair(line)) read_row(line);
    });
    add();
    if (!some_)
      diagnostics_.warning("net.link", "no neighbour is listed here in a form that is understood", {file_, 0, 0}).help =
          "as lldpctl prints it, or `show lldp neighbors`";
  }

 private:
  struct Found {
    std::string_view mine, name, theirs, described;  // our port, the neighbour, its port, how it describes that
  };

  // `Key: value`, several of them in a line with commas between.
  bool read_pair(std::string_view line) {
    bool some = false;
    for (const std::string_view part : words_of(line, ",")) {
      const std::size_t colon = part.find(": ");
      if (colon == std::string_view::npos) continue;
      const std::string key = lower(without_blanks(part.substr(0, colon)));
      std::string_view value = without_blanks(part.substr(colon + 2));
      if (value.empty()) continue;
      if (is_one_of(key, {"interface", "local interface", "local intf", "local port id"})) {
        if (!now_.mine.empty() && !now_.name.empty()) add();
        now_.mine = value;
      } else if (is_one_of(key, {"sysname", "system name", "device id"})) {
        if (!now_.name.empty() && !now_.mine.empty()) add();
        now_.name = value;
      } else if (is_one_of(key, {"portid", "port id", "port id (outgoing port)"})) {
        const auto words = words_of(value, " ");  // `ifname eth1`
        now_.theirs = words.back();
        if (words.size() > 1 && words.front() == "mac") now_.theirs = {};
      } else if (is_one_of(key, {"portdescr", "port description"})) {
        now_.described = value;
      } else {
        continue;
      }
      some = true;
      where_ = line;
    }
    return some;
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
    return true;
  }
  // The words of a row, counted from the side on which the columns before have one word each.
  void read_row(std::string_view line) {
    if (read_heading(line) || columns_.empty()) return;
    const auto words = words_of(line, " \t");
    if (words.size() < 3 || words[0].find_first_not_of("-=") == std::string_view::npos || words[0] == "Total") return;
    Found row;
    const auto word_at = [&](std::size_t column) -> std::string_view {
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
    };
    row.mine = word_at(columns_[0]);
    row.name = word_at(columns_[1]);
    row.theirs = word_at(columns_[2]);
    now_ = row;
    where_ = line;
    add();
  }

  // A router is known by its name, with or without the domain.
  Router* neighbour(std::string_view name) {
    if (Router* found = find_router(tables_, name)) return found;
    return find_router(tables_, name.substr(0, name.find('.')));
  }

  void add() {
    const Found found = now_;
    now_ = {};
    if (found.mine.empty() || found.name.empty()) return;
    some_ = true;
    Router* other = neighbour(found.name);
    if (!other) return;
    const Span where = span_in(file_, text_, where_);
    const std::string_view theirs = found.theirs.empty() ? found.described : found.theirs;
    if (theirs.empty()) {
      diagnostics_.warning("net.link", fmt::format("the port of `{}` is not told", found.name), where).help =
          "no packet takes this link";
      return;
    }
    const Port a = port_of(*find_router(tables_, router_), found.mine, where, tables_);
    add_link(a, port_of(*other, theirs, where, tables_), where, tables_);
  }

  FileId file_;
  std::string_view text_;
  std::string router_;
  Tables& tables_;
  Diagnostics& diagnostics_;
  Found now_;
  std::string_view where_;
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
      std::string message = fmt::format("`{}` is no link", line);
      if (four) message = fmt::format("there are no routes of `{}`", words[a ? 2 : 0]);
      diagnostics.warning("net.link", message, where).help =
          "lines are ROUTER INTERFACE ROUTER INTERFACE; no packet takes this link";
      return;
    }
    const Port from = port_of(*a, words[1], where, tables);
    add_link(from, port_of(*b, words[3], where, tables), where, tables);
  });
}

}  // namespace whynot::front::net
