// What the worker may not do, whatever it is asked: take more memory than it was given, write files other than
// temporary ones (the session's is its server's to write), read pipes and devices, gain privileges, or outlive its
// server.
#pragma once
#include <string>
#include <vector>

namespace whynot::face::shell {

// Of the whole process, and for good.  `options`: those of every line, of which --memory counts.
void confine(const std::vector<std::string>& options);

}  // namespace whynot::face::shell
