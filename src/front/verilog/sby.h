// Files of SymbiYosys: which sources, which top, what is asked.  What would make another design and is not followed
// here is refused; engines are ours.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "front/verilog/script.h"

namespace whynot::front::verilog {

struct SbyFile {
  std::string name;                 // that the script uses
  std::string path;                 // relative to the .sby file
  std::optional<std::string> text;  // of a section [file NAME]
};

struct Sby {
  std::vector<SbyFile> files;
  Request request;           // its files and folders are names of `files`
  std::string mode = "bmc";  // bmc, prove, cover or live
  std::optional<std::size_t> depth;
  bool multiclock = false;
  std::string task;  // the one that was read; empty: there are none
};

// `task`: empty, the first one.  Nothing after errors.
std::optional<Sby> read_sby(FileId, const std::string& task, const Sources&, Diagnostics&);

}  // namespace whynot::front::verilog
