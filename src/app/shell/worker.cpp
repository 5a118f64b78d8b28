#include "app/shell/worker.h"

#include <algorithm>
#include <iostream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/exit_code.h"
#include "app/interrupt.h"
#include "app/shell/confine.h"
#include "app/shell/shell.h"
#include "app/words.h"

namespace whynot::app {
namespace {

using nlohmann::json;

// One line of text: the report's line ends are only layout, those within strings are escaped.
std::string on_one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

std::string answer(std::int64_t id, int code, const std::string& out, bool is_report, const std::string& messages) {
  json head = {{"event", "answer"}, {"id", id}, {"code", code}, {"messages", messages}};
  if (!is_report) head["text"] = out;
  std::string text = head.dump(-1, ' ', false, json::error_handler_t::replace);
  text.back() = ',';
  return text + "\"report\":" + (is_report && out.starts_with('{') ? on_one_line(out) : "null") + "}\n";
}

// Whether the line says in which format it wants its answer, or answers with a model; else it is the report.
bool has_format(const std::string& line) {
  const auto words = split_words(line);
  if (words && !words->empty() && words->front() == "net") return true;
  return words && std::any_of(words->begin(), words->end(),
                              [](const std::string& w) { return w == "--format" || w.starts_with("--format="); });
}

class Worker {
 public:
  Worker(std::vector<std::string> model, std::vector<std::string> options, const Streams& streams)
      : streams_(streams), shell_(std::move(model), std::move(options)) {}

  void serve() {
    for (std::string line; std::getline(streams_.in, line);) {
      const json request = json::parse(line, nullptr, false);
      if (!request.is_object() || !request.contains("line") || !request["line"].is_string()) continue;
      const json input = request.value("input", json());
      execute(request.value("id", std::int64_t{0}), request["line"].get<std::string>(),
              input.is_string() ? input.get<std::string>() : "");
    }
  }

 private:
  void execute(std::int64_t id, const std::string& line, const std::string& input) {
    std::istringstream in(input);
    std::ostringstream out, err;
    const Streams inner{in, out, err, false, false, [&](const std::string& event) { write(event); }};
    rearm_interrupt();
    const bool is_report = !has_format(line);
    const int code = shell_.execute(is_report ? line + " --json" : line, inner);
    write(answer(id, code, out.str(), is_report, err.str()));
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
  const auto first_option =
      std::find_if(arguments.begin(), arguments.end(), [](const std::string& word) { return word.starts_with("--"); });
  const std::vector<std::string> options(first_option, arguments.end());
  confine(options);
  Worker({arguments.begin(), first_option}, options, streams).serve();
  return exit_ok;
}

}  // namespace whynot::app
