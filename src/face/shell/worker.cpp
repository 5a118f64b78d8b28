// One JSON request per line is turned into a line for the shell, whose output is captured and sent back as one JSON
// answer.  Anything that has to be a file for the command (a trace that was sent along, a file to download) exists only
// as a temporary file while the line runs.
#include "face/shell/worker.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "base/exit_code.h"
#include "base/words.h"
#include "command/options.h"
#include "face/shell/confine.h"
#include "face/shell/shell.h"
#include "host/files.h"
#include "host/interrupt.h"
#include "session/set_store.h"

namespace whynot::face::shell {
namespace {

using nlohmann::json;

constexpr std::uint64_t largest_shown = std::uint64_t{32} << 20;  // of a file, in the page

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

// What the server asks: a line, what it reads as the file "-", and, where the answer is a file that an option of the
// line writes, that option with the file's ending.
struct Asked {
  std::int64_t id = 0;
  std::string line, input, option, ending;
  std::vector<std::string> files;
};

std::optional<Asked> read_request(const std::string& text) {
  const json request = json::parse(text, nullptr, false);
  if (!request.is_object() || !request.contains("line") || !request["line"].is_string()) return std::nullopt;
  std::vector<std::string> files;
  const json named = request.value("files", json::array());
  std::copy_if(named.begin(), named.end(), std::back_inserter(files),
               [](const json& file) { return file.is_string(); });
  const auto member = [&](const char* name) {
    const json value = request.value(name, json());
    return value.is_string() ? value.get<std::string>() : "";
  };
  return Asked{request.value("id", std::int64_t{0}),
               member("line"),
               member("input"),
               member("option"),
               member("ending"),
               std::move(files)};
}

// `--base -` and `--from -@2` take the trace that was sent along: from this file.
std::string with_input_in(const std::string& line, const std::string& file) {
  auto words = split_words(line);
  if (!words) return line;
  std::string_view before;
  for (std::string& word : *words) {
    const bool is_value = (before == "--base" || before == "--from") && command::split_step(word).file == "-";
    if (is_value)
      word.replace(0, 1, file);
    else if (word.starts_with("--base=-") || word.starts_with("--from=-"))
      word.replace(7, 1, file);
    before = word;
  }
  return quoted_words(*words);
}

class Worker {
 public:
  Worker(std::vector<std::string> model, std::vector<std::string> options, const command::Streams& streams)
      : streams_(streams), shell_(std::move(model), std::move(options)) {}

  void serve() {
    for (std::string line; std::getline(streams_.in, line);)
      if (const auto asked = read_request(line)) answer_request(*asked);
  }

  // The server writes the session's file, and says whether it could.
  bool hand_over(const std::string& text, std::string& error) {
    write(json{{"event", "keep"}, {"text", text}}.dump(-1, ' ', false, json::error_handler_t::replace) + "\n");
    std::string reply;
    std::getline(streams_.in, reply);
    const json kept = json::parse(reply, nullptr, false);
    const bool heard = kept.is_object() && kept.contains("kept") && kept["kept"].is_string();
    error = heard ? kept["kept"].get<std::string>() : "the server does not answer";
    return error.empty();
  }

 private:
  void answer_request(const Asked& asked) {
    if (!asked.files.empty()) return answer_texts(asked);
    if (!asked.option.empty()) return answer_file(asked);
    answer_line(asked);
  }

  // What the page shows of files: the server itself opens none.
  void answer_texts(const Asked& asked) {
    json all = json::array();
    for (const std::string& file : asked.files) {
      std::string error;
      const auto text = host::read_file(file, error, {largest_shown, true});
      all.push_back({{"file", file}, {text ? "text" : "error", text.value_or(error)}});
    }
    write(answer(asked.id, exit_ok, all.dump(-1, ' ', false, json::error_handler_t::replace), false, ""));
  }

  void answer_line(const Asked& asked) {
    const bool is_report = !has_format(asked.line);
    std::string out, err;
    const int code = execute(is_report ? with_word(asked.line, "--json") : asked.line, asked.input, out, err);
    write(answer(asked.id, code, out, is_report, err));
  }

  // Nobody but us sees the file.
  void answer_file(const Asked& asked) {
    const host::TemporaryFile file("", asked.ending);
    std::string out, err;
    const int code =
        execute(with_word(asked.line, fmt::format("--{}={}", asked.option, file.path())), asked.input, out, err);
    write(answer(asked.id, code, host::read_file(file.path(), out).value_or(""), false, err));
  }

  int execute(const std::string& line, const std::string& input, std::string& out_text, std::string& err_text) {
    std::optional<host::TemporaryFile> sent;
    if (!input.empty()) sent.emplace(input, ".json");
    std::istringstream in(input);
    std::ostringstream out, err;
    host::rearm_interrupt();
    const int code = shell_.execute(sent ? with_input_in(line, sent->path()) : line,
                                    {in, out, err, false, false, [&](const std::string& event) { write(event); }});
    out_text = std::move(out).str();
    err_text = std::move(err).str();
    return code;
  }

  void write(const std::string& text) {
    std::lock_guard lock(mutex_);  // engines that race report their progress from several threads
    streams_.out << text << std::flush;
  }

  const command::Streams& streams_;
  Shell shell_;
  std::mutex mutex_;
};

}  // namespace

int run_worker(const std::vector<std::string>& arguments, const command::Streams& streams) {
  const auto first_option =
      std::find_if(arguments.begin(), arguments.end(), [](const std::string& word) { return word.starts_with("--"); });
  const std::vector<std::string> options(first_option, arguments.end());
  confine(options);
  Worker worker({arguments.begin(), first_option}, options, streams);
  session::keep_session_by([&](const std::string& text, std::string& error) { return worker.hand_over(text, error); });
  worker.serve();
  session::keep_session_by(nullptr);
  return exit_ok;
}

}  // namespace whynot::face::shell
