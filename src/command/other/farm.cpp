// whynot farm: many questions, by many hands, into one report.  The work is in src/farm; here it gets our tables, our
// sessions and our formats.
#include <fmt/format.h>

#include <filesystem>
#include <thread>

#include "base/sha256.h"
#include "command/cells.h"
#include "command/other/farm_tables.h"
#include "command/other/plain_report.h"
#include "command/version.h"
#include "farm/children.h"
#include "farm/coordinator.h"
#include "farm/ranks.h"
#include "farm/summary.h"
#include "host/files.h"
#include "host/process.h"

namespace whynot::command {
namespace {

constexpr const char* ourselves = "/proc/self/exe";
constexpr std::uint64_t most_workers = 1024;  // of one machine

farm::Recheck recheck_of(const Arguments& a) {
  const std::string word = a.text("recheck", "all");
  if (word == "none") return farm::Recheck::None;
  return word == "violated" ? farm::Recheck::Violated : farm::Recheck::All;
}

// "runs/night.jsonl" keeps its reports in "runs/night.reports".
std::filesystem::path reports_of(const std::string& journal) {
  return std::filesystem::path(journal).replace_extension(".reports");
}

class FarmCommand {
 public:
  explicit FarmCommand(Run& run) : run_(run), a_(run.arguments), paper_(run.arguments.operands[0], "farm") {}

  ExitCode execute() {
    const std::unique_ptr<farm::Ranks> ranks = farm::find_ranks();
    const std::string other = ranks ? ranks->other_than(version) : "";
    if (ranks && !ranks->coordinates()) {
      if (other.empty()) ranks->work(a_.text("worker", ourselves), run_.context);
      return exit_ok;
    }
    if (!other.empty()) {
      paper_.diagnostics.error("farm.worker", fmt::format("we are whynot {}, another rank is {}", version, other), {});
      return fail(exit_input);
    }
    return coordinate(ranks.get());
  }

 private:
  ExitCode coordinate(farm::Ranks* ranks) {
    const auto file = host::read_source(a_.operands[0], paper_.sources, paper_.diagnostics);
    if (!file) return fail(exit_io);
    const farm::Jobs jobs = farm::read_jobs(*file, paper_.sources, farm_tables(run_), paper_.diagnostics);
    if (!paper_.diagnostics.ok() || !worker_fits()) return fail(exit_input);
    const auto journal =
        farm::Journal::open(a_.text("journal"), a_.has("resume"), {version, sha256(paper_.sources.text(*file))},
                            paper_.sources, paper_.diagnostics);
    if (!journal || !make_folder()) return fail(is_said("farm.cannot-write") ? exit_io : exit_input);
    tell_diagnostics(run_, paper_.report());
    const std::unique_ptr<farm::Hands> hands = hands_of(ranks);
    farm::Coordinator coordinator(jobs, *journal, *hands, means(), run_.context);
    const bool written = coordinator.run();
    if (!written) paper_.diagnostics.error("farm.cannot-write", "cannot write " + coordinator.error(), {});
    return finish(farm::rows_of(jobs, coordinator.results()));
  }

  std::unique_ptr<farm::Hands> hands_of(farm::Ranks* ranks) const {
    if (ranks) return ranks->hands(ourselves, workers());
    return std::make_unique<farm::Children>(workers(), worker_, ourselves);
  }
  ExitCode fail(ExitCode code) { return fail_with_diagnostics(run_, paper_.report(), code); }
  bool is_said(std::string_view code) const {
    const auto& all = paper_.diagnostics.all();
    return std::any_of(all.begin(), all.end(), [&](const Diagnostic& d) { return d.code == code; });
  }

  unsigned workers() const {
    const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
    return static_cast<unsigned>(std::min<std::uint64_t>(a_.count("workers").value_or(cores), most_workers));
  }

  // Another version may say the same in other words: its answers are not mixed with ours.
  bool worker_fits() {
    if (!a_.has("worker")) return true;
    const std::string program = a_.text("worker");
    const auto helper = host::find_helper(program);
    if (helper) worker_ = helper->path;
    const auto said = helper ? host::run_process(*helper, {"--version"}, run_.context) : host::ProcessResult();
    if (said.status == exit_ok && said.out == fmt::format("whynot {}\n", version)) return true;
    const std::string got = said.out.empty() ? "nothing" : fmt::format("`{}`", said.out.substr(0, said.out.find('\n')));
    paper_.diagnostics
        .error("farm.worker", fmt::format("--worker {} --version says {}, not `whynot {}`", program, got, version), {})
        .help = "workers are programs of this version, by absolute path";
    return false;
  }

  bool make_folder() {
    std::error_code error;
    std::filesystem::create_directories(reports_of(a_.text("journal")), error);
    if (error)
      paper_.diagnostics.error("farm.cannot-write",
                               fmt::format("{}: {}", reports_of(a_.text("journal")).string(), error.message()), {});
    return !error;
  }

  farm::Means means() {
    const std::filesystem::path folder = reports_of(a_.text("journal"));
    farm::Means means;
    means.recheck = recheck_of(a_);
    means.folder = folder.string();
    means.folder_told = folder.filename().string();
    means.key = [this](const farm::Job& job) { return keys_.of(job); };
    means.replay = [this](const farm::Job& job, const std::string& report) {
      return refuses_traces(run_, job, report);
    };
    means.certifies = [](const std::string& command) { return option_named("certify", command) != nullptr; };
    return means;
  }

  ExitCode finish(const std::vector<farm::Row>& rows) {
    for (const farm::Row& row : rows)
      if (row.state == farm::State::Refuted)
        paper_.diagnostics.error("farm.refuted", fmt::format("job `{}`: the re-check disagrees: {}", row.id, row.why),
                                 {});
    tell_diagnostics(run_, paper_.report());
    const ExitCode code = write_each(run_, [&](const report::Format& format, const report::WriteOptions& options) {
      return farm::written(rows, format, options);
    });
    if (code != exit_ok || is_said("farm.cannot-write")) return exit_io;
    return farm::exit_code_of(rows);
  }

  Run& run_;
  const Arguments& a_;
  PlainReport paper_;
  JobKeys keys_;
  std::string worker_ = ourselves;
};

}  // namespace

// "human, json, …"
std::string formats_of_a_farm() {
  std::string words;
  for (const report::Format& format : report::formats())
    if (farm::has_format(format)) words += fmt::format("{}{}", words.empty() ? "" : ", ", format.name);
  return words;
}

ExitCode run_farm(Run& run) {
  const Arguments& a = run.arguments;
  if (a.has("expand")) return expand_jobs(run);
  if (a.operands.size() != 1)
    return usage_error(run, "`whynot farm` takes one file of jobs", "whynot farm --expand MODELS writes one");
  if (!a.has("journal"))
    return usage_error(run, "`whynot farm` needs --journal FILE, where it writes down what is done");
  if (writes(a, [](const report::Format& format) { return !farm::has_format(format); }))
    return usage_error(run, fmt::format("a farm's report is written as {}", formats_of_a_farm()));
  return FarmCommand(run).execute();
}

}  // namespace whynot::command
