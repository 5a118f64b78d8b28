// Changes of one line of the tables that routers print, as text: what `net blame` tries where a line of routes or of a
// filter decides.  A line is left out, does what another one of the same table does, or one for the address alone is
// put in.
#pragma once
#include <vector>

#include "command/other/network_report.h"

namespace whynot::command {

struct TableChange {
  session::TableEdit edit;
  report::BlameRepair told;
};

// Where packets to the address are sent instead, or let through, by a change of this line; the least change first.
// None for lines of transfer functions.
std::vector<TableChange> changes_of(const Sources&, const Span& line, net::Bits address, std::size_t width);
// Routes for the address alone, as other routes of the file send packets.
std::vector<TableChange> routes_for(const Sources&, FileId routes, net::Bits address, std::size_t width);

// Whether the file is read line by line, and has no transfer functions.
bool is_printed_table(const Sources&, FileId);
bool is_file_of_routes(const Sources&, FileId);

}  // namespace whynot::command
