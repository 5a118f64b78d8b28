// The worker: the shell over a pipe, for the page's server, the Python client, and whoever else asks (docs/worker.md).
// It is a process of its own, so that a crash, a cancelled question or too much memory ends with it.
//
//   out   {"event": "hello", "protocol": "whynot-worker/1", "version": "…"}
//   in    {"id": 1, "line": "check -p safe"}                  one a line; "input": what the file "-" is
//   in    {"id": 1, "argv": ["check", "-p", "safe"]}          the same, without quotes
//   in    {"id": 1, "open": "lift.smv"}                       further lines are about this model, or this text
//   in    {"cancel": 1}
//   out   the jsonl events of the line, as they happen, then
//         {"event": "answer", "id": 1, "code": 10, "report": {…} or null, "messages": "what went to stderr"}
//         (with --format in the line, and of `net import`: "text", as it would have gone to stdout, in place of the
//         report)
//   out   {"event": "keep", "text": "…"}                      the session's file as it is to be; who asks answers
//   in    {"kept": ""}                                        or why it could not be written
//
// What is none of these is answered with code 2.  The end of the input ends the worker.  For the server, which starts
// it with `--of-server`: no greeting, its end is ours, and
//   in    {"id": 1, "line": "", "files": ["a.smv"]}            "text" of the answer is the list of what they hold
//   in    {"id": 1, "line": "…", "option": "graph", "ending": ".dot"}   "text" is what the option writes
#pragma once
#include <string>
#include <vector>

#include "command/run.h"

namespace whynot::face::shell {

// `words`: `worker`, the model (or the sources of one), and options that every line gets.
int run_worker(const std::vector<std::string>& words, const command::Streams&);

}  // namespace whynot::face::shell
