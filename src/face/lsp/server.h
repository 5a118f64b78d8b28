// whynot lsp: the language server, over standard input and output.
#pragma once
#include "command/run.h"

namespace whynot::face::lsp {

// Until `exit`, or the end of the input; the exit code.
ExitCode run_lsp(command::Run&);

}  // namespace whynot::face::lsp
