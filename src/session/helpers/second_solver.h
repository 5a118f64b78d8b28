// A second opinion on SMT queries: Debian's cvc5, run as a process.
#pragma once
#include <string>
#include <vector>

#include "base/context.h"

namespace whynot::session {

struct SecondOpinion {
  bool confirmed = false;
  std::string reason;  // why not
};

// Whether cvc5 says `unsat` to every script.  One that lies in the folder `project` is not asked.
SecondOpinion ask_cvc5(const std::vector<std::string>& scripts, const std::string& project, Context&);

}  // namespace whynot::session
