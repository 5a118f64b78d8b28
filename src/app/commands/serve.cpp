// whynot serve: the explorer, on this machine only.
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/command.h"
#include "app/files.h"
#include "app/shell/shell.h"
#include "app/web/assets.h"
#include "app/web/explorer.h"
#include "app/web/server.h"
#include "app/words.h"

namespace whynot::app {
namespace {

using nlohmann::json;

// A saved session begins the explorer where it was; a report alone is one too.
bool open_session(const std::string& path, const json& saved, web::Explorer::Options& options) {
  const auto add = [&](const std::string& line, int code, const json& report) {
    options.saved.push_back({line, code, report.dump(-1, ' ', false, json::error_handler_t::replace)});
  };
  const std::string schema = saved.is_object() ? saved.value("schema", "") : "";
  std::string model;
  if (schema == "whynot-report/1") {
    add("", exit_ok, saved);
    if (saved.contains("input") && saved["input"].is_object()) model = saved["input"].value("file", "");
  } else if (schema == "whynot-session/1" && saved.contains("answers") && saved["answers"].is_array()) {
    for (const json& answer : saved["answers"])
      if (answer.is_object() && answer.contains("report"))
        add(answer.value("line", ""), answer.value("code", 0), answer["report"]);
    model = saved.value("model", "");
    if (saved.contains("more") && saved["more"].is_array())
      for (const json& file : saved["more"])
        if (file.is_string()) options.more.push_back(file);
  }
  // The model is where it was, or beside the session.
  const auto beside = std::filesystem::path(path).parent_path() / std::filesystem::path(model).filename();
  options.model = std::filesystem::exists(model)                      ? model
                  : std::filesystem::exists(beside) && !model.empty() ? beside.string()
                                                                      : "";
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

// The browser reads the address from a private file: arguments are seen by everybody on the machine.
class FrontDoor {
 public:
  ~FrontDoor() {
    if (!path_.empty()) unlink(path_.c_str());
  }
  // Empty, or why it cannot be opened.
  std::string open(const std::string& address) {
    path_ = (std::filesystem::temp_directory_path() / "whynot-XXXXXX.html").string();
    const int file = mkostemps(path_.data(), 5, O_CLOEXEC);
    const std::string page =
        fmt::format("<!doctype html><title>whynot</title><meta http-equiv=refresh content='0;url={}'>", address);
    const bool written = file >= 0 && write(file, page.data(), page.size()) == static_cast<ssize_t>(page.size());
    if (file >= 0) close(file);
    if (!written) return "cannot write a page for the browser";
    char program[] = "xdg-open";
    char* const words[] = {program, path_.data(), nullptr};
    pid_t child = 0;
    return posix_spawnp(&child, program, nullptr, nullptr, words, environ) == 0
               ? ""
               : "there is no xdg-open to show the page with; open the address in a browser";
  }

 private:
  std::string path_;
};

}  // namespace

ExitCode run_serve(Run& run) {
  const Arguments& a = run.arguments;
  if (a.operands.size() > 1 && language_of(a) != "c")
    return usage_error(run, "`whynot serve` takes one model or session, or several C sources");
  const std::uint64_t port = a.count("port").value_or(0);
  if (port > 65535) return usage_error(run, "a port is at most 65535");
  web::Explorer::Options options;
  options.defaults = inherited_options(a);
  if (a.has("automaton")) {
    options.automaton = a.text("automaton");
    options.opening = "paths -a " + quoted_word(options.automaton);
  }
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
  FrontDoor door;
  if (a.has("open"))
    if (const std::string why_not = door.open(address); !why_not.empty()) run.err << "whynot: " << why_not << "\n";
  explorer.start();
  io.run();
  return code;
}

}  // namespace whynot::app
