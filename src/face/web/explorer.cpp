// The server does no work of its own: it routes requests, hands each question to the worker, and passes the worker's
// events on to every listening page.  All of it runs on one thread, so nothing here is locked; a request that has to
// wait keeps its exchange until the answer comes.
#include "face/web/explorer.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "base/exit_code.h"
#include "base/words.h"
#include "face/web/download.h"
#include "face/web/json_text.h"
#include "face/web/offered.h"
#include "face/web/permitted.h"
#include "host/files.h"
#include "host/kept_file.h"
#include "page/assets.h"

namespace whynot::face::web {
namespace {

namespace asio = boost::asio;
using nlohmann::json;
using Error = boost::system::error_code;

constexpr std::chrono::seconds longest_wait{25};
constexpr std::size_t session_bytes = std::size_t{128} << 20;

// Changes whenever the file, or one in the folder, is written or replaced; empty when it is not there.
std::string stamp_of(const std::string& path) {
  struct stat status {};
  if (path.empty() || stat(path.c_str(), &status) != 0) return "";
  if (S_ISDIR(status.st_mode)) {
    std::set<std::string> inside;
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator(path, none))
      if (entry.is_regular_file(none)) inside.insert(stamp_of(entry.path().string()));
    return fmt::format("{}", fmt::join(inside, " "));
  }
  return fmt::format("{}:{}:{}:{}", status.st_ino, status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
}

std::string joined(const std::vector<std::string>& parts) { return fmt::format("[{}]", fmt::join(parts, ",")); }

// {"event":"verdict","name":… to {"name":…
std::string without_event(const std::string& line, std::string_view prefix) {
  std::string object = "{" + line.substr(prefix.size());
  while (object.ends_with('\n')) object.pop_back();
  return object;
}

std::string job_event(std::uint64_t id, const std::string& line, std::string_view state, int code) {
  return text_of({{"event", "job"}, {"id", id}, {"line", line}, {"state", state}, {"code", code}}) + "\n";
}

// Of the event stream: an empty line ends it.
std::shared_ptr<const std::string> as_message(const std::string& event) {
  return std::make_shared<const std::string>("data: " + event + "\n");
}

std::vector<std::string> worker_arguments(const Explorer::Options& options) {
  std::vector<std::string> arguments{options.model};
  for (const auto* more : {&options.more, &options.given, &options.defaults})
    arguments.insert(arguments.end(), more->begin(), more->end());
  return arguments;
}

// Whether a line may change what the session keeps: one process has that.
bool may_keep(const std::string& line) { return line.starts_with("sets") || line.find("--name") != line.npos; }

constexpr std::uint64_t first_beside = std::uint64_t{1} << 32;  // numbers of jobs: the other worker's come after it

std::string entry_text(const Entry& entry) {
  json said = {{"code", entry.code}, {"line", entry.line}};
  if (entry.job != 0) said["job"] = entry.job;
  std::string head = text_of(said);
  head.pop_back();
  return fmt::format("{},\"report\":{}}}", head, entry.report);
}

}  // namespace

void GrowingReport::take(const std::string& event) {
  const auto put = [&](std::vector<std::string>& list, std::string_view prefix) {
    if (event.starts_with(prefix)) list.push_back(without_event(event, prefix));
  };
  put(properties_, "{\"event\":\"verdict\",");
  put(traces_, "{\"event\":\"trace\",");
  put(findings_, "{\"event\":\"finding\",");
  if (event.starts_with("{\"event\":\"progress\",\"open\":")) {
    const auto progress = json::parse(event, nullptr, false);
    if (progress.is_object()) open_ = text_of(progress["open"]);
  }
  if (!event.starts_with("{\"event\":\"started\"")) return;
  const auto started = json::parse(event, nullptr, false);
  if (started.is_object() && started.contains("input")) input_ = text_of(started["input"]);
}

// Those that were to be decided and are not, with the reason.
std::vector<std::string> GrowingReport::unanswered(const std::string& message) const {
  std::set<std::string> answered;
  for (const std::string& property : properties_) {
    const auto parsed = json::parse(property, nullptr, false);
    if (parsed.is_object()) answered.insert(parsed.value("name", ""));
  }
  std::vector<std::string> out;
  for (json property : json::parse(open_.empty() ? "[]" : open_, nullptr, false)) {
    if (!property.is_object() || answered.contains(property.value("name", ""))) continue;
    property["reason"] = message;
    out.push_back(text_of(property));
  }
  return out;
}

std::string GrowingReport::report(const std::string& file, const std::string& message) const {
  std::vector<std::string> properties = properties_;
  if (!message.empty())
    for (std::string& property : unanswered(message)) properties.push_back(std::move(property));
  json diagnostics = json::array();
  if (!message.empty()) diagnostics.push_back({{"severity", "error"}, {"code", "app.worker"}, {"message", message}});
  const std::string input = input_.empty() ? text_of({{"file", file}, {"front", ""}}) : input_;
  return fmt::format(
      R"({{"schema":"whynot-report/1","input":{},"diagnostics":{},"properties":{},"traces":{},"findings":{}{}}})",
      input, text_of(diagnostics), joined(properties), joined(traces_), joined(findings_),
      message.empty() ? ",\"running\":true" : "");
}

Explorer::Explorer(asio::io_context& io, Options options)
    : io_(io),
      options_(std::move(options)),
      worker_(io, worker_arguments(options_),
              [this](const std::string& event) {
                if (opening_) growing_.take(event);
                broadcast(event, opening_ && !event.starts_with("{\"event\":\"progress\""));
              }),
      beside_(io, worker_arguments(options_), [](const std::string&) {}),
      reader_(io, options_.defaults, [](const std::string&) {}) {
  worker_.on_keep([this](const std::string& text) {
    std::string error;
    host::write_kept(options_.session, text, error);
    return error;
  });
}

Explorer::~Explorer() = default;

void Explorer::start() {
  std::vector<Entry> saved = std::exchange(options_.saved, {});
  const bool opens = saved.empty() || (!saved.front().whole && !options_.model.empty());
  if (opens) {
    open();
    if (!saved.empty()) saved.erase(saved.begin());  // it comes anew
  } else {
    report_ = saved.front().report;
  }
  entries_ = std::move(saved);
  stamp_ = stamp();
  watch_file();
}

void Explorer::open() {
  report_.reset();
  growing_ = {};
  kept_.clear();
  entries_.clear();  // they were about the model as it was
  entries_bytes_ = 0;
  stamp_ = stamp();
  if (options_.model.empty()) {
    report_ = GrowingReport().report("", "no model is open: `whynot serve MODEL` opens one");
    return;
  }
  opening_ = true;
  submit({options_.opening}, [this](std::uint64_t, const Answer& answer) { opened(answer); });
}

void Explorer::opened(const Answer& answer) {
  const std::string failure = answer.messages.empty() ? "the worker gave no report" : answer.messages;
  report_ = answer.report == "null" ? growing_.report(options_.model, failure) : answer.report;
  entries_.insert(entries_.begin(), {options_.opening, answer.code, *report_});  // whatever was answered before it
  entries_bytes_ += report_->size();
  opening_ = false;
  for (const auto& waiter : std::exchange(waiting_, {})) waiter();
}

// One job after the other: what the worker says belongs to the line that runs.  While the opening line runs, which may
// take long, other questions have a worker of their own.
std::uint64_t Explorer::submit(Question question, std::function<void(std::uint64_t, const Answer&)> done) {
  const auto id = std::make_shared<std::uint64_t>(0);
  const std::string line = question.line;
  const bool opens = opening_ && jobs_.empty(), is_beside = opening_ && !opens && !may_keep(line);
  const auto on_answer = [this, line, id, opens, done = std::move(done)](const Answer& answer) {
    jobs_.erase(*id);
    if (!opens) remember(line, *id, answer);
    done(*id, answer);
    broadcast(job_event(*id, line, "done", answer.code), false);
    rest();
  };
  *id = is_beside ? beside_.submit(std::move(question), on_answer) : worker_.submit(std::move(question), on_answer);
  if (*id == 0) return 0;
  if (is_beside) *id += first_beside;
  jobs_[*id] = line;
  broadcast(job_event(*id, line, "running", 0), false);
  return *id;
}

// The second worker is not needed for long.
void Explorer::rest() {
  if (!opening_ && jobs_.lower_bound(first_beside) == jobs_.end()) beside_.kill();
}

void Explorer::stop_job(std::uint64_t job) {
  if (job > first_beside)
    beside_.cancel(job - first_beside);
  else
    worker_.cancel(job);
}

void Explorer::remember(const std::string& line, std::uint64_t job, const Answer& answer) {
  if (answer.report == "null" || entries_bytes_ + answer.report.size() > session_bytes) return;
  entries_bytes_ += answer.report.size();
  entries_.push_back({line, answer.code, answer.report, job});
}

void Explorer::broadcast(const std::string& event, bool keep) {
  const auto text = as_message(event);
  if (keep) kept_.push_back(text);
  const std::set<ExchangePtr> listeners = listeners_;  // sending may find that one has gone
  for (const ExchangePtr& listener : listeners) listener->send(text);
}

std::string Explorer::current_report() const { return report_ ? *report_ : growing_.report(options_.model, ""); }

void Explorer::handle(const Request& request, const ExchangePtr& exchange) {
  if (auto refusal = guard_.refuses(request)) return exchange->answer(std::move(*refusal));
  const std::string_view path = request.path();
  if (path.starts_with("/api/")) return handle_api(request, exchange);
  if (request.method != "GET") return exchange->answer(error_response(405, "this is only to be read"));
  if (path == "/" || path == "/index.html")
    return exchange->answer({200, std::string(page::assets().index), "text/html; charset=utf-8"});
  if (path == "/app.js")
    return exchange->answer({200, std::string(page::assets().script), "text/javascript; charset=utf-8"});
  if (path == "/app.css") return exchange->answer({200, std::string(page::assets().style), "text/css; charset=utf-8"});
  exchange->answer(error_response(404, "there is nothing here"));
}

void Explorer::handle_api(const Request& request, const ExchangePtr& exchange) {
  constexpr std::string_view root = "/api/v1/";
  if (!request.path().starts_with(root)) return exchange->answer(error_response(404, "there is nothing here"));
  const std::string_view name = request.path().substr(root.size());
  const bool reads = name == "report" || name == "events" || name == "source" || name == "session" || name == "options";
  const bool changes = name == "login" || name == "run" || name == "download" || name == "cancel" || name == "reload";
  if (!reads && !changes) return exchange->answer(error_response(404, "there is nothing here"));
  if ((request.method == "GET") != reads) return exchange->answer(error_response(405, reads ? "use GET" : "use POST"));
  if (name == "login") return exchange->answer(guard_.login(request));
  if (auto refusal = reads ? guard_.refuses_reading(request) : guard_.refuses_change(request))
    return exchange->answer(std::move(*refusal));
  if (reads)
    get(name, request, exchange);
  else
    post(name, request, exchange);
}

void Explorer::get(std::string_view name, const Request& request, const ExchangePtr& exchange) {
  if (name == "report") return get_report(request, exchange);
  if (name == "events") return get_events(exchange);
  if (name == "options")
    return exchange->answer({200, offered_options(options_.given, options_.front, options_.longest) + "\n"});
  if (name == "source") return get_source(exchange);
  std::vector<std::string> entries;
  if (opening_) entries.push_back(entry_text({options_.opening, exit_ok, current_report()}));  // as far as it is
  for (const Entry& entry : entries_) entries.push_back(entry_text(entry));
  exchange->answer(
      {200, fmt::format("{{\"schema\":\"whynot-session/1\",\"model\":{},\"more\":{},\"options\":{},\"answers\":{}}}\n",
                        text_of(options_.model), text_of(options_.more), text_of(options_.given), joined(entries))});
}

// The worker's reader opens the files, not we: what is slow, huge or no file at all is its trouble.
void Explorer::get_source(const ExchangePtr& exchange) {
  std::vector<std::string> files;
  if (!options_.model.empty() && !host::is_folder(options_.model)) files.push_back(options_.model);
  if (!options_.automaton.empty()) files.push_back(options_.automaton);
  files.insert(files.end(), options_.more.begin(), options_.more.end());
  if (files.empty()) return exchange->answer(source_of({exit_ok, "null", "", "[]"}));
  const std::uint64_t job = reader_.submit(
      {.line = "", .files = files}, [this, exchange](const Answer& answer) { exchange->answer(source_of(answer)); });
  if (job == 0) exchange->answer(error_response(503, "too many questions wait"));
}

Response Explorer::source_of(const Answer& answer) const {
  const json read = json::parse(answer.text, nullptr, false);
  if (!read.is_array()) return error_response(422, answer.messages.empty() ? "nothing was read" : answer.messages);
  json source = {{"file", options_.model}, {"text", ""}, {"changed", stamp() != stamp_}, {"more", json::array()}};
  source["folder"] = host::is_folder(options_.model);
  const auto part = [](const json& one, const char* name) {
    return one.is_object() && one.contains(name) && one[name].is_string() ? one[name].get<std::string>() : "";
  };
  for (const json& one : read) {
    const std::string file = part(one, "file"), error = part(one, "error");
    const json shown = {{"file", file}, {"text", part(one, "text")}};
    if (file == options_.model && !error.empty()) return error_response(404, error);
    if (file == options_.model) source["text"] = shown["text"];
    if (file == options_.automaton) source["automaton"] = shown;
    if (std::count(options_.more.begin(), options_.more.end(), file) > 0) source["more"].push_back(shown);
  }
  return {200, text_of(source) + "\n"};
}

// Of the files as they are now.
std::string Explorer::stamp() const {
  std::string all = stamp_of(options_.model) + " " + stamp_of(options_.automaton);
  for (const std::string& file : options_.more) all += " " + stamp_of(file);
  return all;
}

void Explorer::get_report(const Request& request, const ExchangePtr& exchange) {
  if (report_ || request.query() == "wait=0") return exchange->answer({200, current_report() + "\n"});
  const auto timer = std::make_shared<asio::steady_timer>(io_, longest_wait);
  const auto reply = [this, exchange, timer] {
    exchange->answer({200, current_report() + "\n"});
  };  // a second one is ignored
  timer->async_wait([reply](Error error) {
    if (!error) reply();
  });
  waiting_.push_back([reply, timer] {
    timer->cancel();
    reply();
  });
}

void Explorer::get_events(const ExchangePtr& exchange) {
  exchange->on_gone([this, exchange] { listeners_.erase(exchange); });
  exchange->open_stream();
  listeners_.insert(exchange);
  for (const auto& event : kept_) exchange->send(event);
  for (const auto& [id, line] : jobs_) exchange->send(as_message(job_event(id, line, "running", 0)));
}

void Explorer::post(std::string_view name, const Request& request, const ExchangePtr& exchange) {
  if (name == "run") return run(request, exchange);
  if (name == "download") return download(request, exchange);
  if (name == "cancel") {
    cancel(request);
  } else {
    opening_ = false;  // what was asked of the model as it was is answered as cancelled
    worker_.kill();
    beside_.kill();
    open();
    broadcast("{\"event\":\"reloaded\"}\n", false);
  }
  exchange->answer({200, "{\"ok\":true}\n"});
}

void Explorer::cancel(const Request& request) {
  const json body = json::parse(request.body, nullptr, false);
  if (body.is_object() && body.contains("job") && body["job"].is_number_unsigned())
    return stop_job(body["job"].get<std::uint64_t>());
  worker_.cancel_all();
  beside_.cancel_all();
}

std::optional<Question> Explorer::read_question(const json& body, const ExchangePtr& exchange) const {
  const auto refuse = [&](std::string_view why) {
    exchange->answer(error_response(400, why));
    return std::nullopt;
  };
  if (!body.is_object() || !body.contains("line") || !body["line"].is_string()) return refuse("expected {\"line\": …}");
  const json input = body.value("input", json(""));
  if (!input.is_string()) return refuse("`input` is a text");
  if (options_.model.empty()) return refuse("no model is open");
  Question question{body["line"].get<std::string>(), input.get<std::string>()};
  if (const auto refusal = refuses_line(question.line, options_.model, options_.longest)) return refuse(*refusal);
  return question;
}

// A client that leaves before the answer cancels its question.
void Explorer::ask(Question question, const ExchangePtr& exchange,
                   std::function<Response(std::uint64_t, const Answer&)> reply) {
  const std::uint64_t job =
      submit(std::move(question), [exchange, reply = std::move(reply)](std::uint64_t id, const Answer& answer) {
        exchange->answer(reply(id, answer));
      });
  if (job == 0) return exchange->answer(error_response(503, "too many questions wait"));
  exchange->on_gone([this, job] { stop_job(job); });
}

void Explorer::run(const Request& request, const ExchangePtr& exchange) {
  auto question = read_question(json::parse(request.body, nullptr, false), exchange);
  if (!question) return;
  const std::string line = question->line;
  ask(std::move(*question), exchange, [line](std::uint64_t id, const Answer& answer) -> Response {
    json said = {{"job", id}, {"line", line}, {"code", answer.code}, {"messages", answer.messages}};
    if (!answer.text.empty()) said["text"] = answer.text;
    std::string head = text_of(said);
    head.pop_back();
    return {200, fmt::format("{},\"report\":{}}}\n", head, answer.report)};
  });
}

// The same line, in a format or with an option that writes a file; whatever it holds, no browser takes it for a page.
void Explorer::download(const Request& request, const ExchangePtr& exchange) {
  const json body = json::parse(request.body, nullptr, false);
  auto question = read_question(body, exchange);
  if (!question) return;
  const json as = body.value("as", json());
  const Download* wanted = as.is_string() ? download_named(as.get<std::string>()) : nullptr;
  if (const auto refusal = refuses_download(question->line, wanted))
    return exchange->answer(error_response(400, *refusal));
  const std::string file = download_file(options_.model, split_words(question->line)->front(), *wanted);
  if (wanted->option == "format") {
    question->line = with_word(question->line, fmt::format("--format={}", wanted->name));
  } else {
    question->option = wanted->option;
    question->ending = wanted->ending;
  }
  ask(std::move(*question), exchange, [file](std::uint64_t, const Answer& answer) -> Response {
    if (answer.text.empty() ||
        (answer.code != exit_ok && answer.code != exit_violated && answer.code != exit_undecided))
      return error_response(422, answer.messages.empty() ? "there is nothing to write" : answer.messages);
    return {200,
            answer.text,
            "application/octet-stream",
            {{"Content-Disposition", fmt::format("attachment; filename=\"{}\"", file)}}};
  });
}

void Explorer::watch_file() {
  const auto timer = std::make_shared<asio::steady_timer>(io_, std::chrono::milliseconds(500));
  timer->async_wait([this, timer](Error error) {
    if (error) return;
    const std::string now = stamp();
    if (now != stamp_ && now != told_) broadcast("{\"event\":\"changed\"}\n", false);
    told_ = now;
    watch_file();
  });
}

}  // namespace whynot::face::web
