#include "face/cli/c2pds.h"

#include <iostream>

#include "base/context.h"
#include "base/exit_code.h"
#include "session/helpers/c_sources.h"
#include "session/session.h"

namespace whynot::face::cli {

int run_c2pds(const std::vector<std::string>& words, std::ostream& out) {
  std::vector<std::string> files;
  std::string entry = "auto";
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--entry" && i + 1 < words.size())
      entry = words[++i];
    else
      files.push_back(words[i]);
  }
  if (files.empty() || files[0].starts_with("-")) {
    std::cerr << "usage: whynot-c2pds FILE.c... | compile_commands.json  [--entry NAME]\n"
                 "Writes the sources' pushdown system for `whynot paths`; clang does the reading.\n";
    return exit_usage;
  }
  const session::ModelName name{"c", files, {{"entry", entry}}};
  Sources sources;
  Diagnostics diagnostics;
  Context context;
  std::vector<session::Stamp> read;
  session::Opening opening{name, sources, diagnostics, context, std::cin, read};
  const auto made = session::read_c_sources(opening);
  for (const Diagnostic& d : diagnostics.all()) std::cerr << render(d, sources);
  if (!made) return session::failure_of(diagnostics.all(), context);
  out << made->text;
  return exit_ok;
}

}  // namespace whynot::face::cli
