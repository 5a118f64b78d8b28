#include "app/network_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/files.h"
#include "front/net/ports.h"

namespace whynot::app {
namespace {

namespace fs = std::filesystem;

// FROM,TO or FROM,TO,PREFIX.
std::optional<net::Reach> reach_of(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  if (parts.size() < 2 || parts.size() > 3) return std::nullopt;
  net::Reach reach{parts[0], parts[1], {}};
  if (parts.size() == 3 && !(reach.destination = net::read_prefix(parts[2]))) return std::nullopt;
  return reach;
}

std::optional<std::vector<fs::path>> files_in(const std::string& folder) {
  std::error_code error;
  std::vector<fs::path> files;
  for (auto it = fs::directory_iterator(folder, error); !error && it != fs::directory_iterator(); it.increment(error))
    files.push_back(it->path());
  if (error) return std::nullopt;
  std::sort(files.begin(), files.end());
  return files;
}

ExitCode read_tables(const std::string& folder, net::Tables& tables, Sources& sources, Diagnostics& diagnostics) {
  const auto files = files_in(folder);
  if (!files) return read_source(folder + "/topology.tf", sources, diagnostics) ? exit_ok : exit_io;
  for (const fs::path& path : *files) {
    const bool is_names = path.filename() == "port_map.txt";
    if (path.extension() != ".tf" && !is_names) continue;
    const auto file = read_source(path.string(), sources, diagnostics, {.only_regular = true});
    if (!file) return exit_io;
    if (is_names)
      net::read_port_names(*file, sources, tables, diagnostics);
    else if (path.stem() == "topology")
      net::read_links(*file, sources, tables, diagnostics);
    else
      net::read_rules(*file, sources, path.stem().string(), tables, diagnostics);
  }
  if (diagnostics.ok()) net::check_ports(tables, sources, diagnostics);
  if (diagnostics.ok() && tables.routers.empty())
    diagnostics.error("net.no-tables", fmt::format("there is no router table (*.tf) in {}", folder),
                      {sources.add(folder, ""), 0, 0});
  return diagnostics.ok() ? exit_ok : exit_input;
}

bool knows_locations(const net::Network& network, const std::vector<net::Reach>& reach, Span where,
                     Diagnostics& diagnostics) {
  std::vector<std::string_view> names;
  for (const net::Location& l : network.locations) names.push_back(l.name);
  for (const net::Reach& r : reach)
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

std::optional<UsageError> read_network_options(const Arguments& arguments, NetworkOptions& options) {
  for (const std::string& text : arguments.all("reach")) {
    const auto reach = reach_of(text);
    if (!reach)
      return UsageError{fmt::format("`--reach {}`: expected FROM,TO or FROM,TO,PREFIX", text),
                        "a prefix is such as 171.67.160.0/19"};
    options.reach.push_back(*reach);
  }
  if (arguments.has("modify") != arguments.has("toward"))
    return UsageError{"`--modify` and `--toward` go together", "e.g. --modify 0.3 --toward 171.67.160.0/19"};
  options.seed = arguments.count("seed").value_or(0);
  if (!arguments.has("modify")) return std::nullopt;
  const std::string text = arguments.text("modify");
  char* end = nullptr;
  options.probability = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != 0 || !(options.probability >= 0 && options.probability <= 1))
    return UsageError{fmt::format("`--modify {}`: expected a probability from 0 to 1", text), ""};
  options.toward_text = arguments.text("toward");
  options.toward = net::read_prefix(options.toward_text);
  if (options.toward) return std::nullopt;
  return UsageError{fmt::format("`--toward {}`: expected a prefix such as 171.67.160.0/19", options.toward_text), ""};
}

std::variant<NetworkModel, ExitCode> read_network(const std::string& folder, const NetworkOptions& options,
                                                  Sources& sources, Diagnostics& diagnostics) {
  net::Tables tables;
  if (const ExitCode code = read_tables(folder, tables, sources, diagnostics); code != exit_ok) return code;
  const auto moved = options.toward
                         ? std::optional(net::modify(tables, options.probability, *options.toward, options.seed))
                         : std::nullopt;
  net::Network network = net::flatten(tables);
  if (moved)
    network.notes.push_back(
        fmt::format("modified: {} of the {} rules of the tables that match destinations were moved into {} "
                    "(probability {}, seed {})",
                    moved->rules, moved->of, options.toward_text, options.probability, options.seed));
  if (!knows_locations(network, options.reach, {sources.add(folder, ""), 0, 0}, diagnostics)) return exit_input;
  std::size_t rules = 0;
  for (const net::Location& l : network.locations) rules += l.rules.size();
  return NetworkModel{
      net::smv_text(network, options.reach),
      fmt::format("{} routers, {} locations, {} rules", tables.routers.size(), network.locations.size(), rules),
      std::move(network.notes)};
}

}  // namespace whynot::app
