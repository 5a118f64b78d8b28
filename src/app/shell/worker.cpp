#include "app/shell/worker.h"

#include <sys/prctl.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <iostream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/exit_code.h"
#include "app/interrupt.h"
#include "app/shell/shell.h"

namespace whynot::app {
namespace {

using nlohmann::json;

void limit(int resource, rlim_t value) {
  struct rlimit old {};
  if (getrlimit(static_cast<__rlimit_resource>(resource), &old) != 0) return;
  const rlim_t allowed = std::min(value, old.rlim_max);
  const struct rlimit wanted { allowed, allowed };
  setrlimit(static_cast<__rlimit_resource>(resource), &wanted);
}

// No core files, no files written, few open, no new privileges; dies with its server.  --memory is both the
// engines' own limit and, with room for what is not resident, the hard one.
void confine(const std::vector<std::string>& options) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_NOFILE, 64);
  std::vector<std::string> words{"doctor"};
  words.insert(words.end(), options.begin(), options.end());
  const auto parsed = parse_arguments(words);
  [[maybe_unused]] const auto* arguments = std::get_if<Arguments>(&parsed);
#ifndef WHYNOT_SANITIZED  // its shadow is terabytes of address space
  if (arguments && arguments->bytes("memory")) limit(RLIMIT_AS, *arguments->bytes("memory") + (std::uint64_t{1} << 30));
#endif
}

// One line of text: the report's line ends are only layout, those within strings are escaped.
std::string on_one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

std::string answer(std::int64_t id, int code, const std::string& report, const std::string& messages) {
  json head = {{"event", "answer"}, {"id", id}, {"code", code}, {"messages", messages}};
  std::string text = head.dump(-1, ' ', false, json::error_handler_t::replace);
  text.back() = ',';
  const bool is_report = report.starts_with('{');
  return text + "\"report\":" + (is_report ? on_one_line(report) : "null") + "}\n";
}

class Worker {
 public:
  Worker(const std::vector<std::string>& arguments, const Streams& streams)
      : streams_(streams),
        shell_(arguments.empty() ? "" : arguments[0], {arguments.begin() + !arguments.empty(), arguments.end()}) {}

  void serve() {
    for (std::string line; std::getline(streams_.in, line);) {
      const json request = json::parse(line, nullptr, false);
      if (!request.is_object() || !request.contains("line") || !request["line"].is_string()) continue;
      execute(request.value("id", std::int64_t{0}), request["line"].get<std::string>());
    }
  }

 private:
  void execute(std::int64_t id, const std::string& line) {
    std::istringstream nothing;
    std::ostringstream out, err;
    const Streams inner{nothing, out, err, false, false, [&](const std::string& event) { write(event); }};
    rearm_interrupt();
    const int code = shell_.execute(line + " --json", inner);
    write(answer(id, code, out.str(), err.str()));
  }

  void write(const std::string& text) {
    std::lock_guard lock(mutex_);  // engines that race report their progress from several threads
    streams_.out << text << std::flush;
  }

  const Streams& streams_;
  Shell shell_;
  std::mutex mutex_;
};

}  // namespace

int run_worker(const std::vector<std::string>& arguments, const Streams& streams) {
  confine(arguments.empty() ? arguments : std::vector<std::string>(arguments.begin() + 1, arguments.end()));
  Worker(arguments, streams).serve();
  return exit_ok;
}

}  // namespace whynot::app
