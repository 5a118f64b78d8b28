// What the worker may not do, whatever it is asked: take more memory than it was given, write files other than
// temporary ones (the session's is its server's to write), read pipes and devices, gain privileges, or, where
// it belongs to a server, outlive it.
#pragma once
#include <string>
#include <vector>

namespace whynot::face::shell {

// Of the whole process, and for good.  `options`: those of every line, of which --memory counts.
void confine(const std::vector<std::string>& options, bool dies_with_parent = false);

}  // namespace whynot::face::shell
