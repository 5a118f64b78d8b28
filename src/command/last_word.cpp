// The text has to exist before it is needed: a thread that is stuck cannot write a report, and no other thread may read
// its data.  So after each step the report is rendered as if the command had been stopped there, as long as that takes
// a small share of the time.
#include "command/last_word.h"

#include <fmt/format.h>

#include "command/command.h"
#include "host/files.h"

namespace whynot::command {
namespace {

constexpr int share = 50;  // one part in so many of the time may go into texts that nobody may ever see
constexpr std::size_t largest_text = 64 << 20;

}  // namespace

LastWord::LastWord(Context& context, Leave leave, std::chrono::milliseconds grace)
    : context_(context), leave_(std::move(leave)), grace_(grace) {
  if (leave_) when_stopped_.emplace(context, [this] { look(); });
}

void LastWord::keep(Run& run, report::Report& report, std::span<const OpenProperty> open, const std::string& busy) {
  const Clock::time_point begin = Clock::now();
  const bool names_the_first = !open.empty() && !named_;
  if (!leave_ || (begin < next_ && !names_the_first)) return;
  named_ = named_ || names_the_first;
  const Rest rest{open, busy};
  Text interrupted = render(run, report, rest, Stop::Interrupted), limited;
  const bool has_limits = run.arguments.has("timeout") || run.arguments.has("memory");
  if (has_limits) limited = render(run, report, rest, run.arguments.has("timeout") ? Stop::Timeout : Stop::Memory);
  const Clock::time_point end = Clock::now();
  next_ = end + share * (end - begin);
  const std::lock_guard lock(mutex_);
  interrupted_ = std::move(interrupted);
  limited_ = std::move(limited);
}

LastWord::Text LastWord::render(Run& run, report::Report& report, const Rest& rest, Stop why) const {
  std::vector<report::PropertyResult> decided = report.properties;
  const std::size_t told = report.diagnostics.size();
  const bool was_interrupted = report.interrupted;
  for (const OpenProperty& one : rest.open) {
    report::PropertyResult& result = report.properties.emplace_back();
    result.property = *one.property;
    result.place = one.place;
    result.verdict = one.tried ? undecided_by(context_, why) : not_tried(context_, why, rest.busy);
  }
  report::sort_as_asked(report);
  Diagnostic stopped;
  stopped.severity = Severity::Warning;
  stopped.code = "app.stopped";
  stopped.message = fmt::format("{} at a step that takes longer than a moment", context_.reason_of(why));
  report.diagnostics.push_back(stopped);
  report.interrupted = why == Stop::Interrupted;
  Text text;
  for (Rendered& one : render_report(run, report)) {
    if (one.text.size() > largest_text) continue;
    if (one.file.empty())
      text.out += one.text;
    else
      text.files.emplace_back(std::move(one.file), std::move(one.text));
  }
  text.err = fmt::format("whynot: {}\n", stopped.message);
  text.code = exit_code_of(report);
  if (text.code == exit_ok && !run.arguments.has("expect")) text.code = exit_undecided;
  if (run.arguments.has("exit-zero")) text.code = exit_ok;
  report.properties = std::move(decided);
  report.diagnostics.resize(told);
  report.interrupted = was_interrupted;
  return text;
}

// The watcher's thread asks often once the command is to stop.
void LastWord::look() {
  if (!asked_) asked_ = Clock::now();
  if (Clock::now() - *asked_ < grace_) return;
  asked_.reset();  // for the case that nobody leaves
  const Stop why = context_.stopped();
  const std::unique_lock alone(writing_, std::try_to_lock);
  if (said_) return;
  if (alone) return say(why);
  if (why == Stop::Interrupted)
    leave_(why, exit_interrupted, "", "whynot: interrupted while writing: what was written is not complete\n");
}

void LastWord::say(Stop why) {
  Text text;
  {
    const std::lock_guard lock(mutex_);
    text = why == Stop::Interrupted ? interrupted_ : limited_;
  }
  std::string error;
  for (const auto& [file, content] : text.files)
    if (!host::write_file(file, content, error)) text.err += fmt::format("whynot: cannot write {}\n", error);
  leave_(why, text.code, text.out, text.err);
}

}  // namespace whynot::command
