// A job waits, runs, is answered and, when the answer has been checked, done.  Whatever is decided about it is in the
// journal before anything else happens, so that the journal alone says what remains after a kill.
#include "farm/coordinator.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>

#include "base/exit_code.h"
#include "base/sha256.h"
#include "host/files.h"

namespace whynot::farm {
namespace {

constexpr unsigned most_attempts = 4;  // the first, and three more

bool is_answer(int exit) { return exit == exit_ok || exit == exit_violated || exit == exit_undecided; }
bool is_result(int exit) { return is_answer(exit) || exit == exit_input || exit == exit_usage; }

std::string first_line(const std::string& text) { return text.substr(0, std::min(text.find('\n'), std::size_t{300})); }

bool over_time(const Job& job, const Outcome& outcome) {
  if (outcome.exit == -SIGXCPU) return true;
  return job.cpu_seconds && outcome.exit < 0 && outcome.cpu_seconds >= static_cast<double>(*job.cpu_seconds);
}

std::string why_failed(const Job& job, const Outcome& outcome) {
  if (over_time(job, outcome)) return fmt::format("CPU limit of {} s", job.cpu_seconds.value_or(0));
  if (outcome.exit < 0) return fmt::format("killed by signal {}", -outcome.exit);
  const std::string said = first_line(outcome.err);
  if (is_result(outcome.exit)) return "it gave no report";
  return said.empty() ? fmt::format("ended with {}", outcome.exit) : said;
}

// A crash and a full disk may have been bad luck; a limit, a bug of ours and a program that is not there are not.
bool may_be_luck(const Job& job, const Outcome& outcome) {
  return !over_time(job, outcome) && outcome.exit != exit_internal && outcome.exit != 127;
}

std::string file_name(const std::string& id) {
  std::string out;
  for (const char c : id) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = std::isalnum(byte) || c == '-' || c == '_' || c == '=' || (c == '.' && !out.empty());
    out += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return out.size() <= 200 ? out : sha256(id);
}

std::string duration_words(double seconds) {
  if (seconds < 90) return fmt::format("{:.0f} s", seconds);
  return seconds < 5400 ? fmt::format("{:.0f} min", seconds / 60) : fmt::format("{:.1f} h", seconds / 3600);
}

}  // namespace

Coordinator::Coordinator(const Jobs& jobs, Journal& journal, Hands& hands, Means means, Context& context)
    : jobs_(jobs),
      journal_(journal),
      hands_(hands),
      means_(std::move(means)),
      context_(context),
      results_(jobs.all.size()) {}

void Coordinator::write(bool good) {
  if (!good && error_.empty()) error_ = journal_.error();
}

std::string Coordinator::file_of(std::size_t i) const { return file_name(jobs_.all[i].id) + ".json"; }

// A report that is there, as it was, is an answer.
bool Coordinator::load(std::size_t i, const Done& done) {
  std::optional<Answer> answer = Answer();
  if (!done.report.empty()) {
    std::string error;
    const auto text = host::read_file(means_.folder + "/" + file_of(i), error, {.only_regular = true});
    answer = text && sha256(*text) == done.report_sha256 ? read_answer(*text) : std::nullopt;
  }
  if (!answer) return false;
  results_[i].state = State::Done;
  results_[i].done = done;
  results_[i].answer = std::move(*answer);
  return true;
}

void Coordinator::restore_job(std::size_t i) {
  const Job& job = jobs_.all[i];
  Result& result = results_[i];
  keys_.push_back(means_.key(job));
  const Record* record = journal_.record(job.id);
  if (!record || record->key != keys_[i] || record->refuted) return;
  if (record->done && load(i, *record->done)) return;
  if (record->done) return;
  result.attempts = record->attempts;
  if (record->failed) {
    result.state = State::Failed;
    result.why = record->failed->why;
  } else if (record->attempts >= most_attempts) {
    result.state = State::Failed;
    result.why = fmt::format("started {} times, and never came to an end", record->attempts);
    write(journal_.failed(job.id, {record->attempts, 0, result.why, false}));
  }
}

void Coordinator::restore() {
  for (std::size_t i = 0; i < jobs_.all.size(); ++i) restore_job(i);
  for (std::size_t i = 0; i < jobs_.all.size(); ++i) {
    if (results_[i].state != State::Waiting) continue;
    const Record* record = journal_.record(jobs_.all[i].id);
    const auto& group = jobs_.groups[jobs_.all[i].group].jobs;
    const bool ended = record && record->ended && std::any_of(group.begin(), group.end(), [&](std::size_t other) {
                         return jobs_.all[other].id == *record->ended && results_[other].state == State::Done;
                       });
    if (ended)
      results_[i].state = State::Ended;
    else
      waiting_.push_back(i);
  }
  open_ = waiting_.size();
}

void Coordinator::start(std::size_t i) {
  const Job& job = jobs_.all[i];
  Result& result = results_[i];
  result.state = State::Running;
  ++result.attempts;
  const unsigned worker = hands_.start({i, job.words(), job.cpu_seconds, job.is_cover});
  write(journal_.start(job.id, keys_[i], result.attempts, worker));
}

void Coordinator::start_again(std::size_t i) {
  const Job& job = jobs_.all[i];
  std::vector<std::string> words = job.words();
  if (means_.certifies(job.command) && std::find(words.begin(), words.end(), "--certify") == words.end())
    words.push_back("--certify");
  ++results_[i].opinions;
  hands_.start({i, std::move(words), job.cpu_seconds, true});
}

// What is known to one who has to check it comes first: nobody gains from answers that pile up.
void Coordinator::start_what_fits() {
  while (!to_check_.empty() && hands_.has_free(true)) {
    const std::size_t i = to_check_.front();
    to_check_.pop_front();
    if (results_[i].state == State::Answered) start_again(i);
  }
  while (to_check_.empty() && !waiting_.empty() && hands_.has_free(jobs_.all[waiting_.front()].is_cover)) {
    const std::size_t i = waiting_.front();
    waiting_.pop_front();
    if (results_[i].state == State::Waiting) start(i);
  }
}

void Coordinator::fail_attempt(std::size_t i, const Outcome& outcome) {
  Result& result = results_[i];
  const Job& job = jobs_.all[i];
  const bool again = may_be_luck(job, outcome) && result.attempts < most_attempts;
  result.why = why_failed(job, outcome);
  write(journal_.failed(job.id, {result.attempts, outcome.exit, result.why, again}));
  result.state = again ? State::Waiting : State::Failed;
  if (again)
    waiting_.push_back(i);
  else
    ++ended_here_;
}

void Coordinator::hear_answer(std::size_t i, const Outcome& outcome) {
  Result& result = results_[i];
  auto answer = read_answer(outcome.out);
  if (!is_result(outcome.exit) || (is_answer(outcome.exit) && !answer)) return fail_attempt(i, outcome);
  result.done = {keys_[i], outcome.exit, {}, outcome.cpu_seconds, outcome.megabytes, "", "", ""};
  result.state = State::Answered;
  if (answer) {
    for (const PropertyAnswer& p : answer->properties)
      result.done.verdicts.emplace_back(p.name, p.verdict == "value" ? p.value : p.verdict);
    result.answer = std::move(*answer);
    reports_[i] = outcome.out;
  }
  if (!is_answer(outcome.exit)) {
    result.done.why = first_line(outcome.err);
    return accept(i, false);
  }
  recheck(i, outcome.out);
}

std::vector<const PropertyAnswer*> Coordinator::to_decide_again(std::size_t i) const {
  std::vector<const PropertyAnswer*> out;
  if (means_.recheck == Recheck::None || jobs_.all[i].is_cover) return out;
  for (const PropertyAnswer& p : results_[i].answer.properties) {
    const bool claims = p.is_decided() || p.bound;
    const bool violated = p.verdict == "violated";
    if (claims && (violated ? p.traces.empty() : means_.recheck == Recheck::All)) out.push_back(&p);
  }
  return out;
}

void Coordinator::recheck(std::size_t i, const std::string& report) {
  const Job& job = jobs_.all[i];
  Result& result = results_[i];
  result.done.recheck = job.is_cover ? "by the coordinator" : "none";
  if (job.is_cover || means_.recheck == Recheck::None) return accept(i, true);
  const auto& properties = result.answer.properties;
  if (std::any_of(properties.begin(), properties.end(), [](const PropertyAnswer& p) { return !p.traces.empty(); })) {
    if (const auto refusal = means_.replay(job, report)) return refute(i, *refusal);
    result.done.recheck = "replayed ok";
  }
  if (to_decide_again(i).empty()) return accept(i, true);
  to_check_.push_back(i);
}

void Coordinator::hear_second_opinion(std::size_t i, const Outcome& outcome) {
  const std::vector<const PropertyAnswer*> asked = to_decide_again(i);
  const auto again = is_answer(outcome.exit) ? read_answer(outcome.out) : std::nullopt;
  if (!again && may_be_luck(jobs_.all[i], outcome) && results_[i].opinions < most_attempts)
    return to_check_.push_back(i);
  std::string& told = results_[i].done.recheck;
  const std::string before = told == "none" ? "" : told + ", ";
  if (const auto differs = again ? contradiction(asked, *again) : std::nullopt) return refute(i, *differs);
  const PropertyAnswer* open = again ? unconfirmed(asked, *again) : asked.front();
  if (!open)
    told = before + "decided again";
  else
    told = fmt::format("{}not confirmed: {}", before, again ? open->name : why_failed(jobs_.all[i], outcome));
  accept(i, !open);
}

void Coordinator::accept(std::size_t i, bool confirmed) {
  Result& result = results_[i];
  if (const auto report = reports_.find(i); report != reports_.end()) {
    result.done.report = means_.folder_told + "/" + file_of(i);
    result.done.report_sha256 = sha256(report->second);
    if (!host::write_file(means_.folder + "/" + file_of(i), report->second, error_)) return;
    reports_.erase(report);
  }
  result.state = State::Done;
  ++ended_here_;
  write(journal_.done(jobs_.all[i].id, result.done));
  const Mode mode = jobs_.groups[jobs_.all[i].group].mode;
  const bool violated = result.done.exit == exit_violated;
  if (confirmed && ((mode == Mode::First && result.answer.is_conclusive()) ||
                    (mode == Mode::Cubes && violated && !jobs_.all[i].is_cover)))
    end_others(i);
}

void Coordinator::refute(std::size_t i, const std::string& why) {
  results_[i].state = State::Refuted;
  results_[i].why = why;
  reports_.erase(i);
  ++ended_here_;
  write(journal_.refuted(jobs_.all[i].id, keys_[i], why));
}

void Coordinator::end_others(std::size_t winner) {
  for (const std::size_t other : jobs_.groups[jobs_.all[winner].group].jobs) {
    State& state = results_[other].state;
    if (state != State::Waiting && state != State::Running && state != State::Answered) continue;
    if (state != State::Waiting) hands_.drop(other);
    state = State::Ended;
    ++ended_here_;
    reports_.erase(other);
    write(journal_.ended(jobs_.all[other].id, jobs_.all[winner].id));
  }
}

void Coordinator::take(const Outcome& outcome) {
  const std::size_t i = outcome.number;
  if (results_[i].state == State::Running)
    hear_answer(i, outcome);
  else if (results_[i].state == State::Answered)
    hear_second_opinion(i, outcome);
}

void Coordinator::drop_all() {
  for (std::size_t i = 0; i < results_.size(); ++i) {
    State& state = results_[i].state;
    if (state != State::Running && state != State::Answered) continue;
    hands_.drop(i);
    state = State::Waiting;
    if (error_.empty()) write(journal_.dropped(jobs_.all[i].id));
  }
}

void Coordinator::tell_progress() {
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  std::string text = fmt::format("{} of {} jobs", jobs_.all.size() - open_ + ended_here_, jobs_.all.size());
  if (ended_here_ > 0 && ended_here_ < open_)
    text += fmt::format(", about {} left", duration_words(seconds / static_cast<double>(ended_here_) *
                                                          static_cast<double>(open_ - ended_here_)));
  context_.progress(text);
}

bool Coordinator::run() {
  restore();
  while (error_.empty() && ended_here_ < open_ && context_.look() == Stop::None) {
    start_what_fits();
    for (const Outcome& outcome : hands_.wait())
      if (error_.empty()) take(outcome);
    tell_progress();
  }
  drop_all();
  return error_.empty();
}

}  // namespace whynot::farm
