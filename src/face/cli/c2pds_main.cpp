// whynot-c2pds FILE.c... [--entry NAME]: the pushdown system of C sources, on standard output.
#include <iostream>

#include "base/context.h"
#include "base/exit_code.h"
#include "session/c_sources.h"

int main(int argc, char** argv) {
  using namespace whynot;
  std::vector<std::string> files;
  std::string entry = "main";
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--entry" && i + 1 < argc)
      entry = argv[++i];
    else
      files.emplace_back(argv[i]);
  }
  if (files.empty() || files[0].starts_with("-")) {
    std::cerr << "usage: whynot-c2pds FILE.c... | compile_commands.json  [--entry NAME]\n"
                 "Writes the sources' pushdown system for `whynot paths`; clang does the reading.\n";
    return exit_usage;
  }
  session::Desk desk(files[0], "c");
  Context context;
  const auto text = session::read_c_sources(files, entry, desk, context);
  for (const Diagnostic& d : desk.report().diagnostics) std::cerr << render(d, desk.sources);
  if (!text) return desk.failure();
  std::cout << *text;
  return exit_ok;
}
