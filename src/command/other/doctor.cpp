// whynot doctor: what this build can do on this machine.
#include <fmt/format.h>
#include <z3.h>

#include <boost/version.hpp>
#include <cadical.hpp>
#include <cstdlib>
#include <iostream>
#include <lua5.4/lua.hpp>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <thread>

#include "command/cells.h"
#include "command/version.h"
#include "host/helper.h"
#include "page/assets.h"
#include "session/helpers/c_sources.h"
#include "session/helpers/yosys.h"

namespace whynot::command {
namespace {

std::string engine_names() {
  std::string names;
  for (const engine::Engine* engine : engine::engines())
    names += fmt::format("{}{}", names.empty() ? "" : ", ", engine->name());
  return names;
}

// "SMV models (.smv), router tables (a directory), …"
std::string languages() {
  std::string all;
  for (const session::FrontEnd& front : session::front_ends())
    all += fmt::format("{}{} ({})", all.empty() ? "" : ", ", front.called,
                       front.suffixes == "/" ? "a directory" : front.suffixes);
  return all;
}

std::string formats_that(bool read) {
  std::string all;
  for (const report::Format& format : report::formats())
    if (!read || format.read) all += fmt::format("{}{}", all.empty() ? "" : ", ", format.name);
  return all;
}

// Those that may be exchanged by the loader say which one is there; the others, which one they were compiled with.
std::string libraries() {
  unsigned major = 0, minor = 0, build = 0, revision = 0;
  Z3_get_version(&major, &minor, &build, &revision);
  return fmt::format("Z3 {}.{}.{}, CaDiCaL {}, Lua {}.{}, Boost {}.{}, fmt {}.{}, JSON {}.{}, pugixml {}.{}", major,
                     minor, build, CaDiCaL::Solver::version(), LUA_VERSION_MAJOR, LUA_VERSION_MINOR,
                     BOOST_VERSION / 100000, BOOST_VERSION / 100 % 1000, FMT_VERSION / 10000, FMT_VERSION / 100 % 100,
                     NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR, PUGIXML_VERSION / 1000,
                     PUGIXML_VERSION / 10 % 100);
}

}  // namespace

ExitCode run_doctor(Run& run) {
  const auto line = [&](std::string_view what, std::string_view state) {
    run.out << fmt::format("  + {:<12}{}\n", what, state);
  };
  const auto helper = [&](std::string_view what, std::string_view name, const std::optional<host::Helper>& found) {
    if (found) return line(what, found->path);
    run.out << fmt::format("  - {:<12}there is no {} on the PATH, outside of this directory\n", what, name);
  };
  run.out << "whynot " << version << "\n";
  line("languages", languages());
  line("engines", engine_names());
  line("reads", formats_that(true));
  line("writes", formats_that(false));
  if (page::assets().missing.empty())
    line("explorer", "whynot serve MODEL");
  else
    run.out << fmt::format("  - {:<12}{}\n", "explorer", page::assets().missing);
  helper("C sources", "clang", session::find_clang({}));
  helper("Verilog", "yosys", session::find_yosys());
  helper("--certify", "cvc5", host::find_helper("cvc5"));
  line("libraries", libraries());
  line("cores", fmt::format("{}", std::thread::hardware_concurrency()));
  const std::string_view terminal = std::getenv("NO_COLOR") ? "yes, NO_COLOR is set" : "yes";
  line("terminal", run.terminal_out ? terminal : "no: plain text");
  return exit_ok;
}

}  // namespace whynot::command
