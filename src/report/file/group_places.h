// Of counterexamples of a program, what formats for other tools say: where each group ends, and after which events.
#pragma once
#include <string>
#include <vector>

#include "report/report.h"

namespace whynot::report {

struct GroupPlace {
  const TraceEntry* trace;  // the representative of the group
  Span where;               // the last place of the program on it; of no file where there is none
  std::string told;         // "seteuid(0), serve_file("index") (2 counterexamples)"
  std::string key;          // the same for the same group in another report
};

// One for each group whose representative is in the report; none for properties of other models.
std::vector<GroupPlace> group_places(const Report&, const PropertyResult&);

}  // namespace whynot::report
