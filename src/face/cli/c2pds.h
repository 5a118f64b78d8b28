// whynot-c2pds FILE.c... [--entry NAME]: the pushdown system of C sources.
#pragma once
#include <iosfwd>
#include <string>
#include <vector>

namespace whynot::face::cli {

// `words` without the program's name; the exit code.
int run_c2pds(const std::vector<std::string>& words, std::ostream& out);

}  // namespace whynot::face::cli
