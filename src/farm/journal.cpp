// Every line goes through `append`: written in one piece, then fdatasync.  A line that could not be written whole is
// cut off again, so that a full disk leaves a journal that can be read.
#include "farm/journal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include "host/descriptor.h"
#include "host/files.h"
#include "report/json/value.h"
#include "report/spelling.h"

namespace whynot::farm {
namespace {

using nlohmann::json;
using report::Json;
using report::string_member;

constexpr std::string_view schema = "whynot-farm/1";

std::string header_line(const Header& header) {
  return report::dump({{"journal", schema}, {"version", header.version}, {"jobs_sha256", header.jobs}});
}

template <class Number>
Number number_member(const json& object, const char* key) {
  const json* found = report::member(object, key);
  return found && found->is_number() ? found->get<Number>() : Number();
}

Done done_of(const json& line) {
  Done done{string_member(line, "key"),           number_member<int>(line, "exit"),      {},
            number_member<double>(line, "cpu_s"), number_member<double>(line, "rss_mb"), string_member(line, "report"),
            string_member(line, "report_sha256"), string_member(line, "recheck"),        string_member(line, "why")};
  if (const json* verdicts = report::member(line, "verdicts"); verdicts && verdicts->is_object())
    for (const auto& [name, word] : verdicts->items())
      done.verdicts.emplace_back(name, word.is_string() ? word.get<std::string>() : word.dump());
  return done;
}

Failed failed_of(const json& line) {
  const json* again = report::member(line, "again");
  return {number_member<unsigned>(line, "attempt"), number_member<int>(line, "exit"), string_member(line, "why"),
          again && again->is_boolean() && again->get<bool>()};
}

// Another key makes what was said before a matter of the past.
Record& renewed(Record& record, const std::string& key) {
  if (record.key != key) record = {key, 0, std::nullopt, std::nullopt, std::nullopt, std::nullopt};
  return record;
}

// False: it is no line of a journal.
bool take(const json& line, std::map<std::string, Record, std::less<>>& records) {
  const auto is = [&](const char* event) { return !string_member(line, event).empty(); };
  const auto of = [&](const char* event) -> Record& { return records[string_member(line, event)]; };
  if (is("start"))
    ++renewed(of("start"), string_member(line, "key")).attempts;
  else if (is("done"))
    renewed(of("done"), string_member(line, "key")).done = done_of(line);
  else if (is("refuted"))
    renewed(of("refuted"), string_member(line, "key")).refuted = string_member(line, "why");
  else if (is("ended"))
    of("ended").ended = string_member(line, "by");
  else if (is("failed")) {
    if (const Failed failed = failed_of(line); !failed.again) of("failed").failed = failed;
  } else if (is("dropped")) {
    if (Record& record = of("dropped"); record.attempts > 0) --record.attempts;
  } else {
    return false;
  }
  return true;
}

}  // namespace

Journal::~Journal() { ::close(file_); }

const Record* Journal::record(const std::string& id) const {
  const auto found = records_.find(id);
  return found == records_.end() ? nullptr : &found->second;
}

bool Journal::append(const std::string& line) {
  const off_t before = ::lseek(file_, 0, SEEK_END);
  if (host::write_all(file_, line + "\n") && ::fdatasync(file_) == 0) return true;
  error_ = fmt::format("{}: {}", path_, std::strerror(errno));
  if (::ftruncate(file_, before) != 0) error_ += "; its last line may be cut short, which does no harm";
  return false;
}

// Whoever holds it ends soon if it was killed: its children wait for nothing.
bool Journal::lock(Diagnostics& diagnostics) const {
  for (int tries = 0; tries < 100; ++tries) {
    if (::flock(file_, LOCK_EX | LOCK_NB) == 0) return true;
    if (errno != EWOULDBLOCK) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  diagnostics.error("farm.journal-busy", fmt::format("another farm works with {}", path_), {0, 0, 0}).help =
      "wait for its end, or give this one a journal of its own";
  return false;
}

bool Journal::read(const Header& header, FileId file, const Sources& sources, Diagnostics& diagnostics) {
  const std::string_view text = sources.text(file);
  const auto at = [&](std::size_t from, std::size_t to) {
    return Span{file, static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to)};
  };
  for (std::size_t begin = 0, end = 0; (end = text.find('\n', begin)) != std::string_view::npos; begin = end + 1) {
    const json line = json::parse(text.substr(begin, end - begin), nullptr, false);
    if (begin > 0 && take(line, records_)) continue;
    if (begin > 0 || string_member(line, "journal") != schema) {
      diagnostics.error("farm.journal", "this is not a line of a farm's journal", at(begin, end));
      return false;
    }
    if (string_member(line, "version") != header.version)
      diagnostics.warning("farm.other-version",
                          fmt::format("version {} wrote this, we are {}: every job runs again",
                                      string_member(line, "version"), header.version),
                          at(begin, end));
    if (string_member(line, "jobs_sha256") != header.jobs)
      diagnostics.warning("farm.other-jobs", "the file of jobs has changed since: what is new in it runs",
                          at(begin, end));
  }
  return true;
}

std::unique_ptr<Journal> Journal::open(const std::string& path, bool resume, const Header& header, Sources& sources,
                                       Diagnostics& diagnostics) {
  const auto fail = [&](const char* code, std::string message) {
    diagnostics.error(code, std::move(message), {0, 0, 0});
    return nullptr;
  };
  const int flags = O_RDWR | O_APPEND | O_CLOEXEC | O_CREAT | (resume ? 0 : O_EXCL);
  const int number = ::open(path.c_str(), flags, 0644);
  if (number < 0 && errno == EEXIST) {
    diagnostics.error("farm.journal-exists", fmt::format("{} is there already", path), {0, 0, 0}).help =
        "--resume goes on with it; or name another one, or delete it";
    return nullptr;
  }
  if (number < 0) return fail("farm.cannot-write", fmt::format("cannot open {}: {}", path, std::strerror(errno)));
  std::unique_ptr<Journal> journal(new Journal(path, number));
  struct stat looks {};
  if (::fstat(number, &looks) != 0 || !S_ISREG(looks.st_mode))
    return fail("farm.cannot-write", fmt::format("{} is not a regular file", path));
  if (!journal->lock(diagnostics)) return nullptr;
  std::string error;
  const auto text = host::read_file(path, error, {.most = std::uint64_t{1} << 32});
  if (!text) return fail("farm.cannot-write", error);
  const std::size_t whole = text->rfind('\n') + 1;  // 0 without any
  if (whole < text->size()) {
    diagnostics.warning("farm.torn", fmt::format("the last line of {} was cut short and does not count", path),
                        {0, 0, 0});
    if (::ftruncate(number, static_cast<off_t>(whole)) != 0)
      return fail("farm.cannot-write", fmt::format("{}: {}", path, std::strerror(errno)));
  }
  if (whole == 0) {
    if (!journal->append(header_line(header))) return fail("farm.cannot-write", journal->error());
    return journal;
  }
  const FileId file = sources.add(path, text->substr(0, whole));
  return journal->read(header, file, sources, diagnostics) ? std::move(journal) : nullptr;
}

bool Journal::start(const std::string& id, const std::string& key, unsigned attempt, unsigned worker) {
  return append(report::dump({{"start", id}, {"key", key}, {"attempt", attempt}, {"worker", worker}}));
}

bool Journal::done(const std::string& id, const Done& done) {
  Json verdicts = Json::object();
  for (const auto& [name, word] : done.verdicts) verdicts[report::valid_utf8(name)] = word;
  Json line = {{"done", id},
               {"key", done.key},
               {"exit", done.exit},
               {"verdicts", std::move(verdicts)},
               {"cpu_s", done.cpu_seconds},
               {"rss_mb", done.megabytes},
               {"report", done.report},
               {"report_sha256", done.report_sha256},
               {"recheck", done.recheck}};
  if (!done.why.empty()) line["why"] = report::valid_utf8(done.why);
  return append(report::dump(line));
}

bool Journal::failed(const std::string& id, const Failed& failed) {
  return append(report::dump({{"failed", id},
                              {"attempt", failed.attempt},
                              {"exit", failed.exit},
                              {"why", failed.why},
                              {"again", failed.again}}));
}

bool Journal::ended(const std::string& id, const std::string& by) {
  return append(report::dump({{"ended", id}, {"by", by}}));
}

bool Journal::dropped(const std::string& id) { return append(report::dump({{"dropped", id}})); }

bool Journal::refuted(const std::string& id, const std::string& key, const std::string& why) {
  return append(report::dump({{"refuted", id}, {"key", key}, {"why", why}}));
}

}  // namespace whynot::farm
