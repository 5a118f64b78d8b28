#include "session/network_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "front/net/ports.h"
#include "host/files.h"

namespace whynot::session {
namespace {

namespace fs = std::filesystem;

constexpr const char* port_names = "port_map.txt";

std::optional<std::vector<fs::path>> files_in(const std::string& folder) {
  std::error_code error;
  std::vector<fs::path> files;
  for (auto it = fs::directory_iterator(folder, error); !error && it != fs::directory_iterator(); it.increment(error))
    files.push_back(it->path());
  if (error) return std::nullopt;
  std::sort(files.begin(), files.end());
  return files;
}

ExitCode read_tables(const std::string& folder, front::net::Tables& tables, Sources& sources,
                     Diagnostics& diagnostics) {
  const auto files = files_in(folder);
  if (!files) return host::read_source(folder + "/topology.tf", sources, diagnostics) ? exit_ok : exit_io;
  for (const fs::path& path : *files) {
    const bool is_names = path.filename() == port_names;
    if (path.extension() != ".tf" && !is_names) continue;
    const auto file = host::read_source(path.string(), sources, diagnostics, {.only_regular = true});
    if (!file) return exit_io;
    if (is_names)
      front::net::read_port_names(*file, sources, tables, diagnostics);
    else if (path.stem() == "topology")
      front::net::read_links(*file, sources, tables, diagnostics);
    else
      front::net::read_rules(*file, sources, path.stem().string(), tables, diagnostics);
  }
  if (diagnostics.ok()) front::net::check_ports(tables, sources, diagnostics);
  if (diagnostics.ok() && tables.routers.empty())
    diagnostics.error("net.no-tables", fmt::format("there is no router table (*.tf) in {}", folder),
                      {sources.add(folder, ""), 0, 0});
  return diagnostics.ok() ? exit_ok : exit_input;
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
      if (const auto near = nearest_name(name, names); !near.empty())
        error.help = fmt::format("did you mean `{}`?", near);
    }
  return diagnostics.ok();
}

}  // namespace

std::variant<NetworkModel, ExitCode> read_network(const std::string& folder, const NetworkOptions& options,
                                                  Sources& sources, Diagnostics& diagnostics) {
  front::net::Tables tables;
  if (const ExitCode code = read_tables(folder, tables, sources, diagnostics); code != exit_ok) return code;
  const auto moved = options.toward
                         ? std::optional(front::net::modify(tables, options.probability, *options.toward, options.seed))
                         : std::nullopt;
  front::net::Network network = front::net::flatten(tables);
  if (moved)
    network.notes.push_back(
        fmt::format("modified: {} of the {} rules of the tables that match destinations were moved into {} "
                    "(probability {}, seed {})",
                    moved->rules, moved->of, options.toward_text, options.probability, options.seed));
  if (!knows_locations(network, options.reach, {sources.add(folder, ""), 0, 0}, diagnostics)) return exit_input;
  std::size_t rules = 0;
  for (const front::net::Location& l : network.locations) rules += l.rules.size();
  return NetworkModel{
      front::net::smv_text(network, options.reach),
      fmt::format("{} routers, {} locations, {} rules", tables.routers.size(), network.locations.size(), rules),
      std::move(network.notes)};
}

}  // namespace whynot::session
