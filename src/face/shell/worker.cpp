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
#include <span>
#include <sstream>
#include <variant>

#include "base/exit_code.h"
#include "base/words.h"
#include "command/options.h"
#include "command/version.h"
#include "face/shell/confine.h"
#include "face/shell/inbox.h"
#include "face/shell/shell.h"
#include "host/files.h"
#include "session/front_end.h"
#include "session/set_store.h"

namespace whynot::face::shell {
namespace {

using nlohmann::json;

constexpr std::string_view protocol = "whynot-worker/1";
constexpr std::uint64_t largest_shown = std::uint64_t{32} << 20;  // of a file, in the page

// One line of text: the report's line ends are only layout, those within strings are escaped.
std::string on_one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

std::string dumped(const json& value) { return value.dump(-1, ' ', false, json::error_handler_t::replace); }

json id_of(std::optional<std::int64_t> id) { return id ? json(*id) : json(); }

// A number of a question that nobody could know gives null.
std::string answer(json id, int code, const std::string& out, bool is_report, const std::string& messages) {
  json head = {{"event", "answer"}, {"id", std::move(id)}, {"code", code}, {"messages", messages}};
  if (!is_report) head["text"] = out;
  std::string text = dumped(head);
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

// A question: a line, what it reads as the file "-", and, where the answer is a file that an option of the line writes,
// that option with the file's ending.
struct Asked {
  std::int64_t id = 0;
  std::string line, input, option, ending;
  std::vector<std::string> files;
  std::string model, language;  // to be opened
};

// The texts of a list; nothing where it is no list of texts.
std::optional<std::vector<std::string>> texts_of(const json& list) {
  if (!list.is_array()) return std::nullopt;
  std::vector<std::string> texts;
  for (const json& item : list) {
    if (!item.is_string()) return std::nullopt;
    texts.push_back(item.get<std::string>());
  }
  return texts;
}

// What a message asks; or, as a sentence, what is wrong with it.
std::variant<Asked, std::string> read_request(const Message& message) {
  if (!message.said.is_object()) return "a request is a JSON object on a line of its own";
  if (!message.id()) return "a request needs an \"id\", which is a whole number";
  const json& said = message.said;
  for (const char* member : {"line", "input", "open", "lang"})
    if (said.contains(member) && !said[member].is_string()) return fmt::format("\"{}\" is a text", member);
  Asked asked{*message.id(),          message.text("line"),   message.text("input"),
              message.text("option"), message.text("ending"), {},
              message.text("open"),   message.text("lang")};
  if (!asked.language.empty() && !session::front_end_named(asked.language))
    return fmt::format("there is no language `{}`: `whynot doctor` lists them", asked.language);
  if (said.contains("files")) {
    auto files = texts_of(said["files"]);
    if (!files) return "\"files\" is a list of texts";
    asked.files = std::move(*files);
  }
  if (said.contains("argv")) {
    const auto words = texts_of(said["argv"]);
    if (!words || words->empty()) return "\"argv\" is a list of texts, the first a command";
    asked.line = quoted_words(*words);
  } else if (asked.model.empty() && !said.contains("line")) {
    return "a request has a \"line\", an \"argv\" or a model to \"open\"";
  }
  return asked;
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
  Worker(std::vector<std::string> model, std::vector<std::string> options, bool is_served,
         const command::Streams& streams)
      : streams_(streams), is_served_(is_served), shell_(std::move(model), std::move(options)) {}

  void greet() { write(dumped({{"event", "hello"}, {"protocol", protocol}, {"version", command::version}}) + "\n"); }

  void serve() {
    Inbox inbox(streams_.in, [this](std::optional<std::int64_t> id) { answer_gone(id); });
    inbox_ = &inbox;
    while (const auto message = inbox.next()) {
      const auto asked = read_request(*message);
      if (const auto* mistake = std::get_if<std::string>(&asked))
        write(answer(id_of(message->id()), exit_usage, "", true, *mistake + "\n"));
      else
        answer_request(std::get<Asked>(asked));
      inbox.done();
    }
    inbox_ = nullptr;
  }

  // Who asks writes the session's file, and says whether that could be done.
  bool hand_over(const std::string& text, std::string& error) {
    if (inbox_) inbox_->forget_replies();
    write(dumped({{"event", "keep"}, {"text", text}}) + "\n");
    const auto reply = inbox_ ? inbox_->reply() : std::nullopt;
    const bool heard = reply && reply->said["kept"].is_string();
    error = heard ? reply->text("kept") : "nobody answers";
    return error.empty();
  }

 private:
  void answer_gone(std::optional<std::int64_t> id) {
    if (id) return write(answer(*id, exit_interrupted, "", true, "cancelled\n"));
    write(answer(json(), exit_usage, "", true, "the question to cancel neither runs nor waits\n"));
  }

  void answer_request(const Asked& asked) {
    if (!asked.model.empty()) return answer_opened(asked);
    if (!asked.files.empty()) return answer_texts(asked);
    if (!asked.option.empty()) return answer_file(asked);
    answer_line(asked);
  }

  // A text with several lines is the model itself; it becomes a file that only we see.
  void answer_opened(const Asked& asked) {
    std::string path = asked.model;
    if (path.find('\n') != std::string::npos) {
      const session::FrontEnd* front =
          asked.language.empty() ? session::front_end_by_text(path) : session::front_end_named(asked.language);
      const std::string_view suffixes = front ? front->suffixes : ".smv";
      opened_text_.emplace(path, suffixes.substr(0, suffixes.find(' ')));
      path = opened_text_->path();
    }
    std::string out, err;
    const int code = execute("open " + quoted_word(path), "", out, err);
    json head = {{"event", "answer"}, {"id", asked.id}, {"code", code}, {"messages", err}, {"text", out}};
    head["properties"] = shell_.properties();
    head["columns"] = shell_.columns();
    head["report"] = nullptr;
    write(dumped(head) + "\n");
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
    const int code = shell_.execute(sent ? with_input_in(line, sent->path()) : line,
                                    {.in = in,
                                     .out = out,
                                     .err = err,
                                     .on_event = [&](const std::string& event) { write(event); },
                                     .for_page = is_served_});
    out_text = std::move(out).str();
    err_text = std::move(err).str();
    return code;
  }

  void write(const std::string& text) {
    std::lock_guard lock(mutex_);  // engines that race report their progress from several threads
    streams_.out << text << std::flush;
  }

  const command::Streams& streams_;
  const bool is_served_;  // the page is at the other end
  Shell shell_;
  Inbox* inbox_ = nullptr;
  std::optional<host::TemporaryFile> opened_text_;
  std::mutex mutex_;
};

// The model, or the sources of one, and the options that every line gets.
struct Start {
  std::vector<std::string> model, options;
};

// The server passes on what it was given itself; each line takes from it what it knows.
Start of_server(std::span<const std::string> words) {
  const auto first_option =
      std::find_if(words.begin(), words.end(), [](const std::string& word) { return word.starts_with("--"); });
  return {{words.begin(), first_option}, {first_option, words.end()}};
}

int serve(Start start, bool is_served, const command::Streams& streams) {
  confine(start.options, is_served);
  Worker worker(std::move(start.model), std::move(start.options), is_served, streams);
  session::keep_session_by([&](const std::string& text, std::string& error) { return worker.hand_over(text, error); });
  if (!is_served) worker.greet();
  worker.serve();
  session::keep_session_by(nullptr);
  return exit_ok;
}

}  // namespace

int run_worker(const std::vector<std::string>& words, const command::Streams& streams) {
  if (words.size() > 1 && words[1] == "--of-server")
    return serve(of_server(std::span(words).subspan(2)), true, streams);
  const auto parsed = command::parse_arguments(words);
  if (const auto* mistake = std::get_if<command::UsageError>(&parsed)) {
    streams.err << "whynot: " << mistake->message << "\n";
    if (!mistake->help.empty()) streams.err << "        " << mistake->help << "\n";
    return exit_usage;
  }
  const auto& arguments = std::get<command::Arguments>(parsed);
  if (arguments.has("help")) {
    streams.out << command::help_text(*command::command_named("worker"));
    return exit_ok;
  }
  return serve({arguments.operands, command::inherited_options(arguments)}, false, streams);
}

}  // namespace whynot::face::shell
