#include "session/second_solver.h"

#include <fmt/format.h>

#include "host/files.h"
#include "host/process.h"

namespace whynot::session {

SecondOpinion ask_cvc5(const std::vector<std::string>& scripts, const std::string& project, Context& context) {
  const auto cvc5 = host::find_helper("cvc5", {project});
  if (!cvc5) return {false, "cvc5 is not installed (Debian package cvc5)"};
  for (const std::string& script : scripts) {
    context.progress("cvc5");
    const host::TemporaryFile file("(set-logic ALL)\n" + script);
    if (!file.good()) return {false, "the script for cvc5 cannot be written"};
    const host::ProcessResult result = host::run_process(*cvc5, {"--lang=smt2", file.path()}, context);
    const std::string answer = result.out.substr(0, result.out.find('\n'));
    if (answer == "unsat") continue;
    if (context.should_stop()) return {false, context.stop_reason()};
    return {false, answer.empty() ? "cvc5 gave no answer" : fmt::format("cvc5 answered `{}`", answer)};
  }
  return {true, ""};
}

}  // namespace whynot::session
