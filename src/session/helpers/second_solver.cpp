#include "session/helpers/second_solver.h"

#include <fmt/format.h>

#include "host/files.h"
#include "host/process.h"

namespace whynot::session {
namespace {

// The first line of the answer.  Where it does not know, it is asked to instantiate quantifiers with all terms there
// are.
std::string answer_of(const host::Helper& cvc5, const std::string& path, Context& context) {
  std::string answer;
  for (const char* way : {"--no-full-saturate-quant", "--full-saturate-quant"}) {
    const host::ProcessResult result = host::run_process(cvc5, {"--lang=smt2", way, path}, context);
    answer = result.status == 0 ? result.out.substr(0, result.out.find('\n')) : "";
    if (answer != "unknown" || context.should_stop()) break;
  }
  return answer;
}

}  // namespace

SecondOpinion ask_cvc5(const std::vector<std::string>& scripts, const std::string& project, Context& context) {
  const auto cvc5 = host::find_helper("cvc5", {project});
  if (!cvc5) return {false, "cvc5 is not installed (Debian package cvc5)"};
  for (const std::string& script : scripts) {
    context.progress("cvc5");
    const host::TemporaryFile file("(set-logic ALL)\n" + script);
    if (!file.good()) return {false, "the script for cvc5 cannot be written"};
    const std::string answer = answer_of(*cvc5, file.path(), context);
    if (answer == "unsat") continue;
    if (context.should_stop()) return {false, context.stop_reason()};
    return {false, answer.empty() ? "cvc5 gave no answer" : fmt::format("cvc5 answered `{}`", answer)};
  }
  return {true, ""};
}

}  // namespace whynot::session
