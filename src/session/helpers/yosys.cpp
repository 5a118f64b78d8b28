// The directory has a link to each folder with sources (d0, d1, …) and the texts that are no files (own).  So the names
// that yosys gets, and writes into what it tells of places, are ours; only the last part is a name of the user's.
#include "session/helpers/yosys.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <set>

#include "front/verilog/eventual.h"
#include "front/verilog/messages.h"
#include "front/verilog/pasts.h"
#include "host/files.h"
#include "host/process.h"

namespace whynot::session {
namespace {

namespace fs = std::filesystem;
namespace verilog = front::verilog;

constexpr std::uint64_t most_bytes = std::uint64_t{8} << 30;

class Yosys {
 public:
  Yosys(const std::vector<VerilogSource>& sources, verilog::Request request, Opening& opening)
      : sources_(sources), request_(std::move(request)), opening_(opening) {}

  std::optional<VerilogDesign> run(bool multiclock) {
    if (!find() || !lay_out()) return std::nullopt;
    bool good = call("reading.ys", verilog::reading_script(request_));
    good = good && analyse(multiclock) && split();
    good = good && call("circuit.ys", verilog::circuit_script(!made_.clocking.phases.empty()));
    tell();
    if (!good || !opening_.diagnostics.ok() || !read_circuit()) return std::nullopt;
    return std::move(made_);
  }

 private:
  Span first() const { return {sources_.empty() ? FileId{1} : sources_[0].file, 0, 0}; }
  bool fail(std::string code, std::string message, std::string help = "") {
    opening_.diagnostics.error(std::move(code), std::move(message), first()).help = std::move(help);
    return false;
  }

  bool find() {
    std::vector<fs::path> projects;
    for (const VerilogSource& s : sources_)
      if (!s.is_text) projects.emplace_back(host::folder_of(s.path));
    yosys_ = find_yosys(projects);
    return yosys_ || fail("verilog.no-yosys", "Verilog needs yosys, which is not found",
                          "apt install yosys, or name one by WHYNOT_YOSYS: by its absolute path, or by its name on the "
                          "PATH; one in the working directory or beside the sources is not taken");
  }

  // The sources under names of ours.
  bool lay_out() {
    if (folder_.path().empty()) return fail("verilog.folder", "a temporary directory cannot be made");
    for (const VerilogSource& s : sources_) {
      const std::string base = fs::path(s.path).filename().string();
      if (!verilog::is_tame_file_name(base))
        return fail("verilog.file-name", fmt::format("`{}` is not a name that yosys is given", base),
                    "letters, digits and . _ - + are; rename the file");
      const std::string folder = s.is_text ? own_folder() : link_to(host::folder_of(s.path));
      if (folder.empty()) return fail("verilog.folder", "a temporary directory cannot be filled");
      std::string error;
      if (s.is_text && !host::write_file(within(folder + "/" + base), opening_.sources.text(s.file), error))
        return fail("verilog.folder", fmt::format("cannot write {}", error));
      request_.files.push_back(folder + "/" + base);
      made_.files.emplace(request_.files.back(), s.file);
    }
    return true;
  }
  std::string within(const std::string& name) const { return folder_.path() + "/" + name; }

  std::string own_folder() {
    std::error_code error;
    fs::create_directory(within("own"), error);
    return error ? "" : "own";
  }
  std::string link_to(const std::string& folder) {
    std::error_code error;
    const fs::path target = fs::canonical(folder.empty() ? "." : folder, error);
    if (error) return "";
    const auto [entry, is_new] = links_.emplace(target.string(), fmt::format("d{}", links_.size()));
    if (!is_new) return entry->second;
    fs::create_directory_symlink(target, within(entry->second), error);
    if (error) return "";
    request_.folders.push_back(entry->second);
    as_named_.emplace(entry->second, folder);
    return entry->second;
  }

  // Whether it came to a good end.  What it said is told later.
  bool call(const std::string& name, const std::string& script) {
    std::string error;
    if (!host::write_file(within(name), script, error))
      return fail("verilog.folder", fmt::format("cannot write {}", error));
    opening_.context.progress("yosys");
    const host::ProcessResult result =
        host::run_process(*yosys_, {"-Q", "-T", "-q", "-s", name}, opening_.context, {folder_.path(), most_bytes});
    said_ += result.out + result.err;
    if (opening_.context.should_stop()) return fail("verilog.stopped", opening_.context.stop_reason());
    if (result.status == 0) return true;
    if (said_.find("ERROR: ") == std::string::npos)
      fail("verilog.yosys", "yosys did not come to an end",
           result.err.empty() ? "it may have taken more memory than it is given" : result.err);
    return false;
  }

  std::optional<std::string> written(std::string_view name) {
    std::string error;
    auto text = host::read_file(within(std::string(name)), error, {.only_regular = true});
    if (!text) fail("verilog.yosys", "yosys did not write what it should", error);
    return text;
  }

  bool analyse(bool multiclock) {
    const auto json = written(verilog::flat_json), log = written(verilog::top_log);
    if (!json || !log) return false;
    auto clocking = verilog::clocking_of(*json);
    if (!clocking) return fail("verilog.yosys", "what yosys wrote of the design cannot be read");
    made_.clocking = *std::move(clocking);
    if (multiclock && made_.clocking.phases.empty()) made_.clocking.phases = "the .sby file says so";
    warn_of_other_tops(*log);
    return true;
  }

  // What yosys cannot write is said in other words, and what it would forget is kept.
  bool split() {
    auto flat = written(verilog::flat_file);
    if (!flat) return false;
    flat = verilog::publish_pasts(verilog::split_eventual(*flat));
    registers_ = verilog::register_names(*flat);
    wires_ = verilog::wire_origins(*flat);
    std::string error;
    if (host::write_file(within(std::string(verilog::flat_file)), *flat, error)) return true;
    return fail("verilog.folder", fmt::format("cannot write {}", error));
  }

  // "Removing unused module `\\fifo'." stands there for each module that the top does not have.
  void warn_of_other_tops(std::string_view log) {
    constexpr std::string_view words = "Removing unused module `\\";
    std::set<std::string> others;
    for (std::size_t at = log.find(words); at != std::string_view::npos; at = log.find(words, at + 1)) {
      const std::string_view rest = log.substr(at + words.size());
      const std::string name(rest.substr(0, rest.find('\'')));
      const bool is_used = log.find(fmt::format(" \\{}\n", name)) != std::string_view::npos;  // with parameters
      if (!is_used) others.insert(name);
    }
    if (request_.top.empty() && !others.empty())
      opening_.diagnostics
          .warning("verilog.top",
                   fmt::format("{} is checked, and has no part named {}", made_.clocking.top, fmt::join(others, ", ")),
                   first())
          .help = "--top names another module";
  }

  FileId file_of(std::string_view name) {
    const auto known = made_.files.find(std::string(name));
    if (known != made_.files.end()) return known->second;
    const std::size_t slash = name.find('/');
    const auto folder = as_named_.find(std::string(name.substr(0, slash)));
    if (folder == as_named_.end()) return 0;
    const std::string rest(name.substr(slash + 1));
    const std::string path = folder->second.empty() ? rest : folder->second + "/" + rest;
    std::string error;
    const auto text = host::read_file(path, error, {.only_regular = true});
    opening_.read.emplace_back(path);
    const FileId file = text ? opening_.sources.add(path, *text) : 0;
    return made_.files.emplace(name, file).first->second;
  }

  void tell() {
    verilog::tell_messages(
        said_, [this](std::string_view name) { return file_of(name); }, first().file, opening_.sources,
        opening_.diagnostics, wires_);
  }

  bool read_circuit() {
    const auto btor2 = written(verilog::circuit_file), info = written(verilog::circuit_info),
               json = written(verilog::circuit_json);
    if (!btor2 || !info || !json) return false;
    const auto line_text = [this](std::string_view name, std::uint32_t line) {
      const FileId file = file_of(name);
      return file != 0 && verilog::has_line(opening_.sources.text(file), line) ? opening_.sources.line(file, line) : "";
    };
    auto netlist = verilog::read_netlist(*btor2, *info, *json, {registers_, line_text});
    if (!netlist) return fail("verilog.yosys", "what yosys wrote of the circuit cannot be read");
    made_.netlist = *std::move(netlist);
    for (const auto& [unused, origin] : made_.netlist.origins) file_of(origin.file);
    for (const auto* all : {&made_.netlist.covers, &made_.netlist.asserts, &made_.netlist.assumes})
      for (const verilog::Statement& s : *all)
        if (s.origin) file_of(s.origin->file);
    return true;
  }

  const std::vector<VerilogSource>& sources_;
  verilog::Request request_;
  Opening& opening_;
  std::optional<host::Helper> yosys_;
  host::TemporaryFolder folder_;
  std::map<std::string, std::string> links_;     // by the folder
  std::map<std::string, std::string> as_named_;  // by the link: the folder as the user named it
  std::set<std::string> registers_;
  std::map<std::string, verilog::Origin> wires_;
  std::string said_;
  VerilogDesign made_;
};

}  // namespace

std::optional<host::Helper> find_yosys(const std::vector<fs::path>& projects) {
  const char* named = std::getenv("WHYNOT_YOSYS");
  return host::find_helper(named ? named : "yosys", projects);
}

std::optional<VerilogDesign> run_yosys(const std::vector<VerilogSource>& sources, front::verilog::Request request,
                                       bool multiclock, Opening& opening) {
  return Yosys(sources, std::move(request), opening).run(multiclock);
}

}  // namespace whynot::session
