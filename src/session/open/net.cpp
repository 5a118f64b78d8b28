// Router tables: the text of a model is made of them, and read as if somebody had written it.
#include "session/open/net.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <span>

#include "front/net/filter/filters.h"
#include "front/net/ports.h"
#include "front/net/routes/links.h"
#include "front/net/routes/routes.h"
#include "front/net/smv_text.h"
#include "front/net/stages.h"
#include "session/open/smv.h"

namespace whynot::session {
namespace {

namespace fs = std::filesystem;

constexpr const char *port_names = "port_map.txt", *plain_links = "links.txt", *any_pair = "any";

std::optional<std::vector<fs::path>> files_in(const std::string& folder) {
  std::error_code error;
  std::vector<fs::path> files;
  for (auto it = fs::directory_iterator(folder, error); !error && it != fs::directory_iterator(); it.increment(error))
    files.push_back(it->path());
  if (error) return std::nullopt;
  std::sort(files.begin(), files.end());
  return files;
}

// What a file is about, by its name.
enum class Holds { Rules, Topology, PortNames, PlainLinks, Routes, Policy, Neighbours, Iptables, Nftables, Nothing };

Holds holds_what(const fs::path& path) {
  if (path.filename() == port_names) return Holds::PortNames;
  if (path.filename() == plain_links) return Holds::PlainLinks;
  static const std::map<std::string, Holds> endings = {{".tf", Holds::Rules},           {".route", Holds::Routes},
                                                       {".routes", Holds::Routes},      {".rules", Holds::Policy},
                                                       {".lldp", Holds::Neighbours},    {".iptables", Holds::Iptables},
                                                       {".ip6tables", Holds::Iptables}, {".nft", Holds::Nftables}};
  const auto known = endings.find(path.extension().string());
  if (known == endings.end()) return Holds::Nothing;
  return known->second == Holds::Rules && path.stem() == "topology" ? Holds::Topology : known->second;
}

class TableReader {
 public:
  TableReader(front::net::Tables& tables, Opening& opening, const TableEdit* edit)
      : tables_(tables), opening_(opening), edit_(edit) {}

  // False when a file cannot be read.
  bool collect(const std::vector<fs::path>& paths) {
    for (const fs::path& path : paths) {
      const Holds holds = holds_what(path);
      if (holds == Holds::Nothing) continue;
      const auto file = opening_.add_regular(path.string());
      if (!file) return false;
      files_.push_back({holds, edited(*file, path.string()), path.stem().string(), path.extension().string()});
    }
    return true;
  }

  // Routers first, then what speaks of them.
  void read() {
    choose_family();
    for (const File& f : files_) read_router(f);
    for (const File& f : files_) read_rest(f);
  }

 private:
  struct File {
    Holds holds;
    FileId id;
    std::string stem, ending;
  };

  FileId edited(FileId file, const std::string& path) {
    if (!edit_ || edit_->path != path) return file;
    std::string text(opening_.sources.text(file));
    text.replace(edit_->begin, edit_->end - edit_->begin, edit_->text);
    return opening_.sources.add(path, std::move(text));
  }

  // Where nothing is declared, and all routes are of IPv6, so are the addresses.
  void choose_family() {
    if (!tables_.layout.empty()) return;
    front::net::Families all;
    for (const File& f : files_) {
      if (f.holds == Holds::Rules) return;
      if (f.holds != Holds::Routes) continue;
      const auto some = front::net::families_of(opening_.sources.text(f.id));
      all = {all.four || some.four, all.six || some.six};
    }
    if (all.six && !all.four) front::net::declare(*front::net::read_layout("dst:128 src:128"), tables_);
  }

  void read_router(const File& f) {
    if (f.holds == Holds::Rules) front::net::read_rules(f.id, opening_.sources, f.stem, tables_, opening_.diagnostics);
    if (f.holds == Holds::PortNames) front::net::read_port_names(f.id, opening_.sources, tables_, opening_.diagnostics);
    if (f.holds == Holds::Topology) front::net::read_links(f.id, opening_.sources, tables_, opening_.diagnostics);
    if (f.holds != Holds::Routes) return;
    std::optional<FileId> policy;
    for (const File& other : files_)
      if (other.holds == Holds::Policy && other.stem == f.stem) policy = other.id;
    front::net::read_routes(f.id, policy, opening_.sources, f.stem, tables_, opening_.diagnostics);
  }

  void read_rest(const File& f) {
    Diagnostics& diagnostics = opening_.diagnostics;
    const bool six = tables_.widths[net::index_of(net::Field::IpDst)] == 128;
    if (f.holds == Holds::PlainLinks) front::net::read_plain_links(f.id, opening_.sources, tables_, diagnostics);
    if (f.holds == Holds::Neighbours) front::net::read_neighbours(f.id, opening_.sources, f.stem, tables_, diagnostics);
    if (f.holds == Holds::Nftables) front::net::read_nftables(f.id, opening_.sources, f.stem, tables_, diagnostics);
    if (f.holds == Holds::Iptables && (f.ending == ".ip6tables") == six)
      front::net::read_iptables(f.id, opening_.sources, f.stem, tables_, diagnostics);
  }

  front::net::Tables& tables_;
  Opening& opening_;
  const TableEdit* edit_;
  std::vector<File> files_;
};

bool read_tables(const std::string& folder, front::net::Tables& tables, Opening& opening, const TableEdit* edit) {
  Diagnostics& diagnostics = opening.diagnostics;
  opening.read.emplace_back(folder);
  if (opening.name.has("layout")) front::net::declare(*front::net::read_layout(opening.name.text("layout")), tables);
  const auto files = files_in(folder);
  if (!files) return opening.add_regular(folder + "/topology.tf").has_value();
  TableReader reader(tables, opening, edit);
  if (!reader.collect(*files)) return false;
  reader.read();
  if (diagnostics.ok()) tables.one_stage = front::net::add_stages(tables);
  if (diagnostics.ok()) front::net::check_ports(tables, opening.sources, diagnostics);
  if (diagnostics.ok() && tables.routers.empty())
    diagnostics.error("net.no-tables", fmt::format("there is no router table (*.tf, *.routes) in {}", folder),
                      {opening.sources.add(folder, ""), 0, 0});
  return diagnostics.ok();
}

std::string some_of(std::span<const std::string_view> names) {
  constexpr std::size_t most = 8;
  const std::size_t shown = std::min(names.size(), most);
  return fmt::format("{}{}", fmt::join(names.first(shown), ", "), shown < names.size() ? ", …" : "");
}

bool knows_locations(const front::net::Network& network, const std::vector<front::net::Reach>& reach, Span where,
                     Diagnostics& diagnostics) {
  std::vector<std::string_view> names;
  for (const front::net::Location& l : network.locations) names.push_back(l.name);
  for (const front::net::Reach& r : reach)
    for (const std::string& name : {r.from, r.to}) {
      if (std::find(names.begin(), names.end(), name) != names.end()) continue;
      auto& error =
          diagnostics.error("net.unknown-location", fmt::format("the network has no location `{}`", name), where);
      const auto near = nearest_name(name, names);
      error.help = near.empty() ? "its locations are " + some_of(names) : fmt::format("did you mean `{}`?", near);
    }
  return diagnostics.ok();
}

void check_prefix(const front::net::Prefix& prefix, std::size_t width, Span where, Diagnostics& diagnostics) {
  const bool other_family = prefix.width == 128 && width != 128;
  if (prefix.length > width || other_family)
    diagnostics.error(
        "net.prefix",
        fmt::format("a prefix of {} bits: destinations have {}", other_family ? prefix.width : prefix.length, width),
        where);
}

// FROM,TO or FROM,TO,PREFIX.
std::optional<front::net::Reach> reach_of(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  if (parts.size() < 2 || parts.size() > 3) return std::nullopt;
  front::net::Reach reach{parts[0], parts[1], {}};
  if (parts.size() == 3 && !(reach.destination = front::net::read_prefix(parts[2]))) return std::nullopt;
  return reach;
}

std::optional<double> probability_of(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  return !text.empty() && *end == 0 && value >= 0 && value <= 1 ? std::optional(value) : std::nullopt;
}

// What the name's options say.
struct NetworkOptions {
  std::vector<front::net::Reach> reach;
  bool any = false, loops = false;
  double probability = 0;  // with which a rule is moved
  std::optional<front::net::Prefix> toward;
  std::string toward_text;
  std::uint64_t seed = 0;
};

NetworkOptions options_of(const ModelName& name) {
  NetworkOptions options;
  for (const std::string& text : name.all("reach")) {
    options.any = options.any || text == any_pair;
    if (text != any_pair) options.reach.push_back(*reach_of(text));
  }
  options.loops = name.has("loops");
  if (!name.has("modify")) return options;
  options.seed = std::stoull(name.text("seed", "0"));
  options.probability = *probability_of(name.text("modify"));
  options.toward_text = name.text("toward");
  options.toward = front::net::read_prefix(options.toward_text);
  return options;
}

}  // namespace

std::optional<Mistake> refuses_net(const ModelName& name) {
  for (const std::string& text : name.all("reach"))
    if (text != any_pair && !reach_of(text))
      return Mistake{fmt::format("`--reach {}`: expected FROM,TO or FROM,TO,PREFIX", text),
                     "a prefix is such as 171.67.160.0/19"};
  if (name.has("layout") && !front::net::read_layout(name.text("layout")))
    return Mistake{fmt::format("`--layout {}`: expected {}", name.text("layout"), front::net::layout_shape), ""};
  if (name.has("modify") != name.has("toward"))
    return Mistake{"`--modify` and `--toward` go together", "e.g. --modify 0.3 --toward 171.67.160.0/19"};
  if (name.has("modify") && !probability_of(name.text("modify")))
    return Mistake{fmt::format("`--modify {}`: expected a probability from 0 to 1", name.text("modify")), ""};
  if (name.has("toward") && !front::net::read_prefix(name.text("toward")))
    return Mistake{fmt::format("`--toward {}`: expected a prefix such as 171.67.160.0/19", name.text("toward")), ""};
  return std::nullopt;
}

std::optional<ReadNetwork> read_network_of(Opening& opening, const TableEdit* edit) {
  const std::string& folder = opening.name.files[0];
  const NetworkOptions options = options_of(opening.name);
  front::net::Tables tables;
  if (!read_tables(folder, tables, opening, edit)) return std::nullopt;
  const auto moved = options.toward
                         ? std::optional(front::net::modify(tables, options.probability, *options.toward, options.seed))
                         : std::nullopt;
  front::net::Network network = front::net::flatten(tables);
  if (moved)
    network.notes.push_back(
        fmt::format("modified: {} of the {} rules of the tables that match destinations were moved into {} "
                    "(probability {}, seed {})",
                    moved->rules, moved->of, options.toward_text, options.probability, options.seed));
  if (!knows_locations(network, options.reach, {opening.sources.add(folder, ""), 0, 0}, opening.diagnostics))
    return std::nullopt;
  const std::size_t width = network.widths[net::index_of(net::Field::IpDst)];
  for (const front::net::Reach& r : options.reach)
    if (r.destination)
      check_prefix(*r.destination, width, {opening.sources.add(folder, ""), 0, 0}, opening.diagnostics);
  if (!opening.diagnostics.ok()) return std::nullopt;
  std::size_t rules = 0;
  for (const front::net::Location& l : network.locations) rules += l.rules.size();
  std::string size =
      fmt::format("{} routers, {} locations, {} rules", tables.routers.size(), network.locations.size(), rules);
  return ReadNetwork{std::move(tables), std::move(network), options.reach, options.any, options.loops, std::move(size)};
}

std::optional<NetworkText> read_network(Opening& opening) {
  auto read = read_network_of(opening);
  if (!read) return std::nullopt;
  if (read->any) {
    opening.diagnostics
        .error("net.unknown-location", "`--reach any` is not a pair of locations",
               {opening.sources.add(opening.name.files[0], ""), 0, 0})
        .help = "`intervals --over all` and `net diff` take it";
    return std::nullopt;
  }
  return NetworkText{front::net::smv_text(read->network, read->reach, read->loops, &opening.sources),
                     std::move(read->size), std::move(read->network.notes)};
}

std::vector<std::unique_ptr<Model>> open_net(Opening& opening) {
  std::vector<std::unique_ptr<Model>> models;
  const auto network = read_network(opening);
  if (!network) return models;
  const FileId text = opening.sources.add(opening.name.files[0], network->text);
  if (auto model = open_smv_text(text, opening)) models.push_back(std::move(model));
  for (const std::string& note : network->notes)
    opening.diagnostics.add({Severity::Note, "net.approximated", note, {text, 0, 0}, {}, {}});
  return models;
}

}  // namespace whynot::session
