// whynot-c2pds FILE.c... [--entry NAME]: the pushdown system of C sources, on standard output.
#pragma once
#include <string>
#include <vector>

namespace whynot::face::cli {

// `words` without the program's name; the exit code.
int run_c2pds(const std::vector<std::string>& words);

}  // namespace whynot::face::cli
