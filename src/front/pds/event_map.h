// The paper's relation lambda: which events a rule carries.  Events written on rules count as they are,
// unless an `events` section maps them to others, which then stand in their place, or defines their name.
#pragma once
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/diagnostic.h"
#include "front/pds/syntax.h"
#include "model/pds/pds.h"

namespace whynot::front::pds {

class EventMap {
 public:
  // Interns events in `pds` as they are asked for.
  EventMap(const PdsDocument&, Pds& pds, Diagnostics&);

  // The index in Pds::event_sets of what a rule leaving `point` carries.
  std::uint32_t events_of(const RuleSyntax&, const std::string& point);
  // Says so if a `point` is not a stack symbol.
  void check_points(const std::vector<std::string>& symbols);

 private:
  void check(const MapSyntax&);
  std::uint32_t intern(EventInstance);

  std::vector<const MapSyntax*> maps_;
  std::map<std::string, bool> defined_;  // names that maps give meaning to
  Pds& pds_;
  Diagnostics& diagnostics_;
  std::unordered_map<std::string, std::uint32_t> events_;
  std::map<std::vector<std::uint32_t>, std::uint32_t> sets_;
};

}  // namespace whynot::front::pds
