// Lines are made of other lines of the same file: their words with another destination.
#include "command/other/net_repair.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "front/net/routes/route_lines.h"

namespace whynot::command {
namespace {

using front::net::Route;

std::string ending(const Sources& sources, FileId file) {
  const std::string_view name = sources.name(file);
  const std::size_t point = name.rfind('.');
  return std::string(point == std::string_view::npos ? "" : name.substr(point));
}

// All words of a route, of its first line and of those with further next hops, in one line.
std::string as_line(const Route& route, const std::string& destination) {
  const auto at = static_cast<std::size_t>(route.destination.data() - route.text.data());
  const std::string all = std::string(route.text.substr(0, at)) + destination +
                          std::string(route.text.substr(at + route.destination.size()));
  std::string line;
  for (const char c : all) {
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!blank)
      line += c;
    else if (!line.empty() && line.back() != ' ')
      line += ' ';
  }
  return line;
}

class Changes {
 public:
  Changes(const Sources& sources, FileId file, net::Bits address, std::size_t width)
      : sources_(sources),
        file_(file),
        path_(sources.name(file)),
        text_(sources.text(file)),
        ending_(ending(sources, file)),
        width_(width),
        address_(address_text(address, width)) {}

  std::vector<TableChange> of_line(const Span& line) {
    if (is_file_of_routes(sources_, file_)) {
      of_route(line);
    } else if (is_one_of({".iptables", ".ip6tables"})) {
      of_iptables(line);
    } else if (is_one_of({".nft"})) {
      of_nftables(line);
    } else if (is_one_of({".rules"})) {
      remove(begin_of_line(line.begin), end_of_line(line.begin));
    }
    return std::move(all_);
  }

  std::vector<TableChange> new_routes() {
    for (const Route& other : ways_of_others(nullptr))
      insert(other.line, as_line(other, fmt::format("{}/{}", address_, width_)));
    return std::move(all_);
  }

 private:
  bool is_one_of(std::initializer_list<std::string_view> endings) const {
    return std::find(endings.begin(), endings.end(), ending_) != endings.end();
  }
  std::size_t begin_of_line(std::size_t at) const {
    const std::size_t before = at == 0 ? std::string_view::npos : text_.rfind('\n', at - 1);
    return before == std::string_view::npos ? 0 : before + 1;
  }
  // After its last byte.
  std::size_t end_of_line(std::size_t at) const { return std::min(text_.find('\n', at), text_.size()); }
  std::size_t number(std::size_t at) const {
    return sources_.place({file_, static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at)}).line;
  }
  std::size_t offset(std::string_view part) const { return static_cast<std::size_t>(part.data() - text_.data()); }

  void add(std::size_t begin, std::size_t end, std::string text, std::string change) {
    report::BlameRepair told{path_.substr(path_.rfind('/') + 1), number(begin), std::move(change)};
    const std::size_t last = number(std::max(begin, end - std::min<std::size_t>(end, 1)));
    if (last > told.line) told.end_line = last;
    all_.push_back({{path_, begin, end, std::move(text)}, std::move(told)});
  }
  void remove(std::size_t begin, std::size_t end) { add(begin, std::min(end + 1, text_.size()), "", "remove"); }
  void replace(std::size_t begin, std::size_t end, const std::string& line) {
    add(begin, end, line, fmt::format("replace: {}", line));
  }
  void insert(std::string_view before, const std::string& line) { insert(begin_of_line(offset(before)), line); }
  void insert(std::size_t at, const std::string& line) { add(at, at, line + "\n", fmt::format("insert: {}", line)); }

  const std::vector<Route>& routes() {
    if (routes_.empty()) {
      Diagnostics ignored;
      routes_ = front::net::read_route_lines(file_, sources_, width_, ignored);
    }
    return routes_;
  }
  // One route for each different way that routes of the file lead, those of the same table first.
  std::vector<Route> ways_of_others(const Route* own) {
    const auto key = [](const Route& r) {
      std::vector<std::string> hops;
      for (const front::net::Hop& h : r.hops)
        hops.push_back(fmt::format("{} {}", h.interface, h.gateway ? front::net::prefix_text(*h.gateway) : ""));
      return hops;
    };
    std::vector<Route> all;
    std::set<std::pair<std::string, std::vector<std::string>>> seen;
    if (own) seen.insert({own->table, key(*own)});
    for (const bool same_table : {true, false})
      for (const Route& r : routes())
        if (!r.drops && !r.throws && !r.hops.empty() && (!own || (r.table == own->table) == same_table) &&
            seen.insert({r.table, key(r)}).second)
          all.push_back(r);
    return all;
  }

  void of_route(const Span& line) {
    const auto own =
        std::find_if(routes().begin(), routes().end(), [&](const Route& r) { return offset(r.line) == line.begin; });
    if (own == routes().end()) return;
    const std::size_t begin = begin_of_line(line.begin), end = end_of_line(offset(own->text) + own->text.size() - 1);
    remove(begin, end);
    const bool whole = own->destination == "default" || own->destination.find('/') != std::string_view::npos;
    const std::string destination = whole ? std::string(own->destination) : front::net::prefix_text(own->prefix);
    for (const Route& other : ways_of_others(&*own)) replace(begin, end, as_line(other, destination));
    for (const Route& other : ways_of_others(&*own))
      insert(own->line, as_line(other, fmt::format("{}/{}", address_, width_)));
  }

  // `-A CHAIN …`, or `:CHAIN DROP`, whose chain has the room before COMMIT.
  void of_iptables(const Span& line) {
    const std::size_t begin = begin_of_line(line.begin), end = end_of_line(line.begin);
    std::string_view words = text_.substr(begin, end - begin);
    const bool policy = words.starts_with(':');
    if (!policy) remove(begin, end);
    const std::size_t name = policy ? 1 : words.find("-A ") + 3;
    if (name >= words.size()) return;
    const std::string_view chain = words.substr(name, words.find(' ', name) - name);
    std::size_t at = begin;
    if (policy) {
      at = text_.find("\nCOMMIT", end);
      at = at == std::string_view::npos ? text_.size() : at + 1;
    }
    insert(at, fmt::format("-A {} -d {}/{} -j ACCEPT", chain, address_, width_));
  }

  void of_nftables(const Span& line) {
    const std::size_t begin = begin_of_line(line.begin), end = end_of_line(line.begin);
    const std::string_view words = text_.substr(begin, end - begin);
    const bool shared = words.find("policy") != std::string_view::npos || words.find('{') != std::string_view::npos;
    if (!shared) remove(begin, end);
    insert(begin, fmt::format("{} daddr {} accept", width_ == 128 ? "ip6" : "ip", address_));
  }

  const Sources& sources_;
  FileId file_;
  std::string path_;
  std::string_view text_;
  std::string ending_;
  std::size_t width_;
  std::string address_;
  std::vector<Route> routes_;
  std::vector<TableChange> all_;
};

}  // namespace

std::vector<TableChange> changes_of(const Sources& sources, const Span& line, net::Bits address, std::size_t width) {
  if (!is_printed_table(sources, line.file)) return {};
  return Changes(sources, line.file, address, width).of_line(line);
}

std::vector<TableChange> routes_for(const Sources& sources, FileId routes, net::Bits address, std::size_t width) {
  return Changes(sources, routes, address, width).new_routes();
}

bool is_printed_table(const Sources& sources, FileId file) { return ending(sources, file) != ".tf"; }
bool is_file_of_routes(const Sources& sources, FileId file) {
  const std::string end = ending(sources, file);
  return end == ".routes" || end == ".route";
}

}  // namespace whynot::command
