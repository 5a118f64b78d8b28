// Verilog sources through yosys: a program of others, which runs in a directory of its own, sees the sources by tame
// names only, and ends when the Context says so or takes more memory than it should.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "front/verilog/clocking.h"
#include "front/verilog/netlist.h"
#include "front/verilog/script.h"
#include "host/helper.h"
#include "session/front_end.h"

namespace whynot::session {

// The one that WHYNOT_YOSYS names, else yosys on the PATH; none that lies in the folders of a project.
std::optional<host::Helper> find_yosys(const std::vector<std::filesystem::path>& projects = {});

// A source of the design: a file, or a text that has none.
struct VerilogSource {
  FileId file = 0;
  std::string path;  // where it lies; of a text, its name
  bool is_text = false;
};

struct VerilogDesign {
  front::verilog::Netlist netlist;
  front::verilog::Clocking clocking;
  std::map<std::string, FileId> files;  // by the names that the netlist has for them
};

// `request`: its files and folders are filled in.  Nothing after errors.
std::optional<VerilogDesign> run_yosys(const std::vector<VerilogSource>&, front::verilog::Request, bool multiclock,
                                       Opening&);

}  // namespace whynot::session
