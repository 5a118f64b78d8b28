// whynot serve: the explorer, on this machine only.
#include "face/web/run_serve.h"

#include <fmt/format.h>
#include <spawn.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>

#include "face/web/explorer.h"
#include "face/web/json_text.h"
#include "face/web/server.h"
#include "host/files.h"
#include "host/helper.h"
#include "page/assets.h"
#include "report/json/value.h"
#include "report/spelling.h"
#include "session/set_store.h"

namespace whynot::face::web {
namespace {

using nlohmann::json;

constexpr std::chrono::minutes default_time{10};  // of a question

// What says which model is meant and how it is decided: the page shows it in its commands, and a session keeps it.
bool lasts(std::string_view word) {
  if (!word.starts_with("--")) return false;
  const auto* option = command::option_named(word.substr(2, word.find('=') - 2), "serve");
  return option && (option->role == command::Role::Model || option->role == command::Role::How);
}

void set_given(web::Explorer::Options& options, std::string word) {
  constexpr std::string_view automaton = "--automaton=";
  if (word.starts_with(automaton)) options.automaton = word.substr(automaton.size());
  options.given.push_back(std::move(word));
}

// A session, or a report: a file that names others.  It opens those that lie in its own folder, at their own place or
// beside it, and those that the command line names as well: whoever wrote it could name any file.
class SavedFile {
 public:
  SavedFile(std::string path, std::vector<std::string> named) : path_(std::move(path)), named_(std::move(named)) {}

  // Where a file of it is; empty when it is not there, or not to be opened.
  std::string found_again(const std::string& file) {
    if (file.empty()) return "";
    const std::string folder = host::folder_of(path_);
    const auto beside = std::filesystem::path(folder) / std::filesystem::path(file).filename();
    for (const std::string& place : {file, beside.string()})
      if (is_plain(place) && (host::is_within(place, folder) || is_named(place))) return place;
    not_opened.push_back(file);
    return "";
  }

  std::vector<std::string> not_opened;

 private:
  // It becomes an argument of the worker.
  static bool is_plain(std::string_view place) { return !place.starts_with('-') && !place.starts_with('@'); }
  bool is_named(const std::string& place) const {
    std::error_code none;
    return std::any_of(named_.begin(), named_.end(),
                       [&](const std::string& named) { return std::filesystem::equivalent(place, named, none); });
  }

  std::string path_;
  std::vector<std::string> named_;
};

// What is a text in a member that is a list.
std::vector<std::string> texts_in(const json& object, const char* member) {
  std::vector<std::string> texts;
  if (!object.contains(member) || !object[member].is_array()) return texts;
  for (const json& item : object[member])
    if (item.is_string()) texts.push_back(item);
  return texts;
}

std::string text_in(const json& object, const char* member) {
  return object.contains(member) && object[member].is_string() ? object[member].get<std::string>() : "";
}

void open_saved(SavedFile& file, const json& saved, web::Explorer::Options& options) {
  for (const json& answer : saved["answers"]) {
    if (!answer.is_object() || !answer.contains("report") || !answer["report"].is_object()) continue;
    web::Entry& entry = options.saved.emplace_back();
    entry.line = text_in(answer, "line");
    if (answer.contains("code") && answer["code"].is_number_integer()) entry.code = answer["code"].get<int>();
    entry.report = text_of(answer["report"]);
    entry.whole = !answer["report"].contains("running");
  }
  options.model = file.found_again(text_in(saved, "model"));
  for (const std::string& source : texts_in(saved, "more"))
    if (const std::string found = file.found_again(source); !found.empty()) options.more.push_back(found);
  for (const std::string& word : texts_in(saved, "options")) {
    constexpr std::string_view automaton = "--automaton=";
    if (word.starts_with(automaton)) {
      const std::string found = file.found_again(word.substr(automaton.size()));
      if (!found.empty()) set_given(options, std::string(automaton) + found);
    } else if (lasts(word)) {
      set_given(options, word);
    }
  }
}

// A saved session begins the explorer where it was; a report alone is one too.
bool open_session(SavedFile& file, const json& saved, web::Explorer::Options& options) {
  const std::string schema = saved.is_object() ? text_in(saved, "schema") : "";
  if (schema == "whynot-session/1" && saved.contains("answers") && saved["answers"].is_array())
    open_saved(file, saved, options);
  if (schema == "whynot-report/1") {
    options.saved.push_back({"", exit_ok, text_of(saved)});
    if (saved.contains("input") && saved["input"].is_object())
      options.model = file.found_again(text_in(saved["input"], "file"));
  }
  return !options.saved.empty();
}

// Models begin otherwise.
bool may_be_saved(const std::string& beginning) {
  const std::size_t first = beginning.find_first_not_of(" \t\r\n");
  return first != std::string::npos && beginning[first] == '{';
}

// The name is a stranger's: what a terminal would obey is not shown.
void tell_not_opened(command::Run& run, const std::string& path, const std::string& other) {
  const std::string name = report::printable(other);
  std::error_code none;
  if (!std::filesystem::exists(other, none))
    run.err << fmt::format("whynot: {} names {}, which is not there\n", path, name);
  else
    run.err << fmt::format(
        "whynot: {} names {}, which is not in its directory: it is not opened\n"
        "        whynot serve {} {} opens it\n",
        path, name, path, name);
}

ExitCode open_saved_file(command::Run& run, web::Explorer::Options& options) {
  const std::string& path = run.arguments.operands[0];
  std::string error;
  const auto text = host::read_file(path, error, {host::largest_session, true});
  if (!text) {
    run.err << "whynot: cannot read " << error << "\n";
    return exit_io;
  }
  std::vector<std::string> named = options.more;
  if (!options.automaton.empty()) named.push_back(options.automaton);
  SavedFile file(path, std::move(named));
  options.more.clear();
  Sources sources;
  Diagnostics diagnostics;
  const auto saved = report::parse_json(*text, {sources.add(path, ""), 0, "session"}, diagnostics);
  if (!saved || !open_session(file, *saved, options)) {
    run.err << fmt::format("whynot: {} is neither a model nor a session\n", path);
    return exit_input;
  }
  for (const std::string& other : file.not_opened) tell_not_opened(run, path, other);
  return exit_ok;
}

// A model is left for the worker to read; only its beginning is looked at.
ExitCode options_of(command::Run& run, web::Explorer::Options& options) {
  const std::vector<std::string>& operands = run.arguments.operands;
  if (operands.empty()) return exit_ok;
  options.more.assign(operands.begin() + 1, operands.end());
  std::string error;
  if (const auto beginning = host::is_folder(operands[0]) ? std::string() : host::read_beginning(operands[0], error)) {
    if (may_be_saved(*beginning)) return open_saved_file(run, options);
    options.model = operands[0];
    return exit_ok;
  }
  run.err << "whynot: cannot read " << error << "\n";
  return exit_io;
}

// What language the model is in, and which question its page begins with.
void name_model(const command::Arguments& given, web::Explorer::Options& options) {
  if (options.model.empty()) return;
  command::Arguments about = given;
  about.operands = {options.model};
  options.front = &command::front_of(about, *command::command_named("serve"));
  if (options.front->makes == Kind::Specification) options.opening = "check";
  if (options.front->makes == Kind::Program) options.opening = "paths";
}

void add_default(std::vector<std::string>& options, const command::Arguments& arguments, std::string_view name,
                 std::string_view value) {
  if (!arguments.has(name)) options.push_back(fmt::format("--{}={}", name, value));
}

// Shows a page in the browser; empty, or why that cannot be done.
std::string show(const std::string& page) {
  std::string file = page;
  auto browser = host::find_helper("xdg-open");
  if (!browser) return "there is no xdg-open to show the page with; open the address in a browser";
  char* const words[] = {browser->path.data(), file.data(), nullptr};
  std::vector<char*> environment;
  for (std::string& word : browser->environment) environment.push_back(word.data());
  environment.push_back(nullptr);
  pid_t child = 0;
  const int error = posix_spawn(&child, browser->path.c_str(), nullptr, nullptr, words, environment.data());
  return error == 0 ? "" : "xdg-open cannot be started; open the address in a browser";
}

// The browser reads the address from a private file: arguments are seen by everybody on the machine.
std::string front_door(const std::string& address) {
  return fmt::format("<!doctype html><title>whynot</title><meta http-equiv=refresh content='0;url={}'>", address);
}

}  // namespace

ExitCode run_serve(command::Run& run) {
  const command::Arguments& a = run.arguments;
  const std::uint64_t port = a.count("port").value_or(0);
  if (port > 65535) return command::usage_error(run, "a port is at most 65535");
  web::Explorer::Options options;
  for (const std::string& word : command::inherited_options(a))
    if (lasts(word))
      set_given(options, word);
    else
      options.defaults.push_back(word);
  add_default(options.defaults, a, "timeout", fmt::format("{}m", default_time.count()));
  add_default(options.defaults, a, "memory", "4G");
  options.session = session::session_file(a.text("session"));
  options.longest = a.has("timeout") ? *a.duration("timeout") : default_time;
  if (const ExitCode code = options_of(run, options); code != exit_ok) return code;
  name_model(a, options);
  if (!options.more.empty() && options.saved.empty() && !options.front->several)
    return command::usage_error(run, "`whynot serve` takes one model, a session with its files, or several C sources");
  if (!page::assets().missing.empty()) run.err << "whynot: " << page::assets().missing << "\n";
  if (geteuid() == 0) run.err << "whynot: running as root; a user of its own is safer\n";

  std::signal(SIGPIPE, SIG_IGN);  // a worker that has gone is told by the write that fails
  boost::asio::io_context io(1);
  web::Explorer explorer(io, std::move(options));
  web::Server server(
      io,
      [&](const web::Request& request, web::ExchangePtr exchange) { explorer.handle(request, std::move(exchange)); },
      [&](const web::Request& request) { return explorer.guard().knows_token(request); });
  if (const std::string error = server.listen(static_cast<std::uint16_t>(port)); !error.empty()) {
    run.err << "whynot: " << error << "\n";
    return exit_io;
  }
  explorer.guard().set_port(server.port());
  ExitCode code = exit_ok;
  boost::asio::signal_set signals(io, SIGINT, SIGTERM);
  signals.async_wait([&](const boost::system::error_code&, int signal) {
    code = signal == SIGINT ? exit_interrupted : exit_ok;
    server.close();
    explorer.stop();
    io.stop();
  });
  const std::string address = fmt::format("http://127.0.0.1:{}/#t={}", server.port(), explorer.guard().token());
  run.out << address << "\n" << std::flush;
  std::optional<host::TemporaryFile> door;
  if (a.has("open")) {
    door.emplace(front_door(address), ".html");
    const std::string why_not = door->good() ? show(door->path()) : "cannot write a page for the browser";
    if (!why_not.empty()) run.err << "whynot: " << why_not << "\n";
  }
  explorer.start();
  io.run();
  return code;
}

}  // namespace whynot::face::web
