// The worker: the shell over a pipe, for the page's server.  It is a process of its own, so that a crash, a
// cancelled question or too much memory ends with it.
//
//   in    {"id": 1, "line": "check -p safe"}                  one a line; "input": what the file "-" is
//   out   the jsonl events of the line, as they happen, then
//         {"event": "answer", "id": 1, "code": 10, "report": {…} or null, "messages": "what went to stderr"}
//         (with --format in the line, and of `net import`: "text", as it would have gone to stdout, in place of the
//         report)
//
//   in    {"id": 1, "line": "", "files": ["a.smv"]}            "text" of the answer is the list of what they hold
//   out   {"event": "keep", "text": "…"}                      the session's file as it is to be; the server answers
//   in    {"kept": ""}                                        or why it could not be written
//
// SIGINT stops the line that runs; what it found is in its answer.  The end of the input ends the worker.
#pragma once
#include <string>
#include <vector>

#include "command/run.h"

namespace whynot::face::shell {

// `arguments`: the model (or the sources of one), then options that every line gets.
int run_worker(const std::vector<std::string>& arguments, const command::Streams&);

}  // namespace whynot::face::shell
