// whynot net import: router tables to an SMV model.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>

#include "app/command.h"
#include "app/desk.h"
#include "app/files.h"
#include "front/net/smv_text.h"

namespace whynot::app {
namespace {

class NetImport {
 public:
  explicit NetImport(Run& run)
      : run_(run),
        arguments_(run.arguments),
        desk_(arguments_.operands.size() > 1 ? arguments_.operands[1] : "", "net") {}

  ExitCode execute() {
    const auto& words = arguments_.operands;
    if (words.size() != 2 || words[0] != "import")
      return usage_error(run_, "`whynot net` needs: import DIR", "e.g. whynot net import tables/ -o net.smv");
    if (const auto refusal = check_usage()) return *refusal;
    if (!read_folder(words[1])) return fail_with_diagnostics(run_, desk_.report(), desk_.failure());
    net::Network network = net::flatten(tables_);
    if (toward_) {
      const std::size_t moved = net::modify(network, probability_, *toward_, run_.context.seed());
      network.notes.push_back(
          fmt::format("modified: {} rules on destinations were moved into {} (probability {}, seed {})", moved,
                      arguments_.text("toward"), probability_, run_.context.seed()));
    }
    if (!know_reach(network)) return fail_with_diagnostics(run_, desk_.report(), exit_input);
    return write(net::smv_text(network, reach_), network);
  }

 private:
  std::optional<ExitCode> check_usage() {
    for (const std::string& text : arguments_.all("reach"))
      if (!read_reach(text))
        return usage_error(run_, fmt::format("`--reach {}`: expected FROM,TO or FROM,TO,PREFIX", text),
                           "a prefix is such as 171.67.160.0/19");
    if (arguments_.has("modify") != arguments_.has("toward"))
      return usage_error(run_, "`--modify` and `--toward` go together", "e.g. --modify 0.3 --toward 171.67.160.0/19");
    if (!arguments_.has("modify")) return std::nullopt;
    const std::string text = arguments_.text("modify");
    char* end = nullptr;
    probability_ = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != 0 || !(probability_ >= 0 && probability_ <= 1))
      return usage_error(run_, fmt::format("`--modify {}`: expected a probability from 0 to 1", text));
    toward_ = net::read_prefix(arguments_.text("toward"));
    if (!toward_)
      return usage_error(
          run_, fmt::format("`--toward {}`: expected a prefix such as 171.67.160.0/19", arguments_.text("toward")));
    return std::nullopt;
  }

  // NAME.tf for each router, topology.tf for the links, port_map.txt for names.
  bool read_folder(const std::string& folder) {
    std::error_code error;
    std::vector<std::filesystem::path> files;
    for (auto it = std::filesystem::directory_iterator(folder, error);
         !error && it != std::filesystem::directory_iterator(); it.increment(error))
      files.push_back(it->path());
    if (error) {
      desk_.read(folder + "/topology.tf");
      return false;
    }
    std::sort(files.begin(), files.end());
    for (const auto& path : files) {
      const bool is_names = path.filename() == "port_map.txt";
      if (path.extension() != ".tf" && !is_names) continue;
      const auto file = desk_.read(path.string());
      if (!file) return false;
      if (is_names)
        net::read_port_names(*file, desk_.sources, tables_);
      else if (path.stem() == "topology")
        net::read_links(*file, desk_.sources, tables_, desk_.diagnostics);
      else
        net::read_rules(*file, desk_.sources, path.stem().string(), tables_, desk_.diagnostics);
    }
    if (desk_.diagnostics.ok() && tables_.routers.empty())
      desk_.diagnostics.error("net.no-tables", fmt::format("there is no router table (*.tf) in {}", folder),
                              {desk_.sources.add(folder, ""), 0, 0});
    return desk_.diagnostics.ok();
  }

  // --reach FROM,TO or FROM,TO,PREFIX.
  bool read_reach(const std::string& text) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
      const std::size_t end = std::min(text.find(',', begin), text.size());
      parts.push_back(text.substr(begin, end - begin));
      begin = end + 1;
    }
    if (parts.size() < 2 || parts.size() > 3) return false;
    net::Reach r{parts[0], parts[1], {}};
    if (parts.size() == 3 && !(r.destination = net::read_prefix(parts[2]))) return false;
    reach_.push_back(std::move(r));
    return true;
  }

  bool know_reach(const net::Network& network) {
    std::vector<std::string_view> names;
    for (const net::Location& l : network.locations) names.push_back(l.name);
    for (const net::Reach& r : reach_)
      for (const std::string& name : {r.from, r.to}) {
        if (std::find(names.begin(), names.end(), name) != names.end()) continue;
        auto& error =
            desk_.diagnostics.error("net.unknown-location", fmt::format("the network has no location `{}`", name), {});
        if (const auto near = nearest_name(name, names); !near.empty())
          error.help = fmt::format("did you mean `{}`?", near);
      }
    return desk_.diagnostics.ok();
  }

  ExitCode write(const std::string& text, const net::Network& network) {
    std::size_t rules = 0;
    for (const net::Location& l : network.locations) rules += l.rules.size();
    run_.err << fmt::format("{} routers, {} locations, {} rules\n", tables_.routers.size(), network.locations.size(),
                            rules);
    for (const std::string& note : network.notes) run_.err << "note: " << note << "\n";
    if (!arguments_.has("output")) {
      run_.out << text << std::flush;
      return run_.out ? exit_ok : exit_io;
    }
    std::string error;
    if (write_file(arguments_.text("output"), text, error)) return exit_ok;
    run_.err << "whynot: cannot write " << error << "\n";
    return exit_io;
  }

  Run& run_;
  const Arguments& arguments_;
  Desk desk_;
  net::Tables tables_;
  std::vector<net::Reach> reach_;
  double probability_ = 0;
  std::optional<net::Prefix> toward_;
};

}  // namespace

ExitCode run_net(Run& run) { return NetImport(run).execute(); }

}  // namespace whynot::app
