// whynot serve: the explorer, on this machine only.
#include <fmt/format.h>
#include <spawn.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/command.h"
#include "app/files.h"
#include "app/shell/shell.h"
#include "app/web/assets.h"
#include "app/web/explorer.h"
#include "app/web/server.h"

namespace whynot::app {
namespace {

using nlohmann::json;

std::string text_of(const json& value) { return value.dump(-1, ' ', false, json::error_handler_t::replace); }

// What says which model is meant and how it is decided: the page shows it in its commands, and a session keeps it.
constexpr std::array lasting = std::to_array<std::string_view>(
    {"automaton", "reach", "modify", "toward", "entry", "lang", "seed", "engine", "bound", "race", "certify"});

bool lasts(std::string_view word) {
  if (!word.starts_with("--")) return false;
  return std::find(lasting.begin(), lasting.end(), word.substr(2, word.find('=') - 2)) != lasting.end();
}

void set_given(web::Explorer::Options& options, std::string word) {
  constexpr std::string_view automaton = "--automaton=";
  if (word.starts_with(automaton)) {
    options.automaton = word.substr(automaton.size());
    options.opening = "paths";
  }
  options.given.push_back(std::move(word));
}

// A file of a session is where it was, or beside the session; empty when it is neither.
std::string found_again(const std::string& file, const std::string& session) {
  const auto beside = std::filesystem::path(session).parent_path() / std::filesystem::path(file).filename();
  if (file.empty()) return "";
  return std::filesystem::exists(file) ? file : std::filesystem::exists(beside) ? beside.string() : "";
}

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

void open_saved(const std::string& path, const json& saved, web::Explorer::Options& options) {
  for (const json& answer : saved["answers"])
    if (answer.is_object() && answer.contains("report") && answer["report"].is_object())
      options.saved.push_back(
          {text_in(answer, "line"),
           answer.contains("code") && answer["code"].is_number_integer() ? answer["code"].get<int>() : 0,
           text_of(answer["report"])});
  options.model = found_again(text_in(saved, "model"), path);
  for (const std::string& file : texts_in(saved, "more"))
    if (const std::string found = found_again(file, path); !found.empty()) options.more.push_back(found);
  for (const std::string& word : texts_in(saved, "options")) {
    constexpr std::string_view automaton = "--automaton=";
    if (word.starts_with(automaton)) {
      const std::string found = found_again(word.substr(automaton.size()), path);
      if (!found.empty()) set_given(options, std::string(automaton) + found);
    } else if (lasts(word)) {
      set_given(options, word);
    }
  }
}

// A saved session begins the explorer where it was; a report alone is one too.
bool open_session(const std::string& path, const json& saved, web::Explorer::Options& options) {
  const std::string schema = saved.is_object() ? text_in(saved, "schema") : "";
  if (schema == "whynot-session/1" && saved.contains("answers") && saved["answers"].is_array())
    open_saved(path, saved, options);
  if (schema == "whynot-report/1") {
    options.saved.push_back({"", exit_ok, text_of(saved)});
    if (saved.contains("input") && saved["input"].is_object())
      options.model = found_again(text_in(saved["input"], "file"), path);
  }
  return !options.saved.empty();
}

ExitCode options_of(Run& run, web::Explorer::Options& options) {
  const std::vector<std::string>& operands = run.arguments.operands;
  if (operands.empty()) return exit_ok;
  const std::string& path = operands[0];
  options.more.assign(operands.begin() + 1, operands.end());
  if (is_folder(path)) {
    options.model = path;
    return exit_ok;
  }
  std::string error;
  const auto text = read_file(path, error);
  if (!text) {
    run.err << "whynot: cannot read " << error << "\n";
    return exit_io;
  }
  const std::size_t first = text->find_first_not_of(" \t\r\n");
  if (first == std::string::npos || (*text)[first] != '{') {
    options.model = path;
    return exit_ok;
  }
  if (open_session(path, json::parse(*text, nullptr, false), options)) return exit_ok;
  run.err << fmt::format("whynot: {} is neither a model nor a session\n", path);
  return exit_input;
}

void add_default(std::vector<std::string>& options, const Arguments& arguments, std::string_view name,
                 std::string_view value) {
  if (!arguments.has(name)) options.push_back(fmt::format("--{}={}", name, value));
}

// Shows a page in the browser; empty, or why that cannot be done.
std::string show(const std::string& page) {
  std::string file = page;
  char program[] = "xdg-open";
  char* const words[] = {program, file.data(), nullptr};
  pid_t child = 0;
  return posix_spawnp(&child, program, nullptr, nullptr, words, environ) == 0
             ? ""
             : "there is no xdg-open to show the page with; open the address in a browser";
}

// The browser reads the address from a private file: arguments are seen by everybody on the machine.
std::string front_door(const std::string& address) {
  return fmt::format("<!doctype html><title>whynot</title><meta http-equiv=refresh content='0;url={}'>", address);
}

}  // namespace

ExitCode run_serve(Run& run) {
  const Arguments& a = run.arguments;
  if (a.operands.size() > 1 && language_of(a) != "c")
    return usage_error(run, "`whynot serve` takes one model or session, or several C sources");
  const std::uint64_t port = a.count("port").value_or(0);
  if (port > 65535) return usage_error(run, "a port is at most 65535");
  web::Explorer::Options options;
  for (const std::string& word : inherited_options(a))
    lasts(word) ? set_given(options, word) : options.defaults.push_back(word);
  if (a.has("automaton")) set_given(options, "--automaton=" + a.text("automaton"));
  add_default(options.defaults, a, "timeout", "10m");
  add_default(options.defaults, a, "memory", "4G");
  if (const ExitCode code = options_of(run, options); code != exit_ok) return code;
  if (!web::page().missing.empty()) run.err << "whynot: " << web::page().missing << "\n";
  if (geteuid() == 0) run.err << "whynot: running as root; a user of its own is safer\n";

  std::signal(SIGPIPE, SIG_IGN);  // a worker that has gone is told by the write that fails
  boost::asio::io_context io(1);
  web::Explorer explorer(io, std::move(options));
  web::Server server(io, [&](const web::Request& request, web::ExchangePtr exchange) {
    explorer.handle(request, std::move(exchange));
  });
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
  std::optional<TemporaryFile> door;
  if (a.has("open")) {
    door.emplace(front_door(address), ".html");
    const std::string why_not = door->good() ? show(door->path()) : "cannot write a page for the browser";
    if (!why_not.empty()) run.err << "whynot: " << why_not << "\n";
  }
  explorer.start();
  io.run();
  return code;
}

}  // namespace whynot::app
