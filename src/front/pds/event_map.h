// The paper's relation lambda: which events a rule carries.  Events written on rules count as they are,
// unless an `events` section maps them to others, which then stand in their place, or defines their name.
#pragma once
#include <map>
#include <set>
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
  // Where the arguments of those of the last rule come from that nobody knows: by event.
  const std::vector<std::pair<std::uint32_t, std::vector<int>>>& origins() const { return origins_; }
  // Warns of calls that nobody makes, once all rules were asked for.
  void check_calls();
  // Says so if a `point` is not a stack symbol.
  void check_points(const std::vector<std::string>& symbols);

 private:
  void check(const MapSyntax&);
  std::uint32_t intern(EventInstance);
  void note_origins(std::uint32_t event, std::vector<int> origins);
  void note_names(const RuleSyntax&);
  static bool is_branch_name(std::string_view);

  std::vector<const MapSyntax*> maps_;
  std::map<std::string, bool> defined_;  // names that maps give meaning to
  bool looks_at_branches_ = false;       // somebody speaks of `true` and `false`
  std::vector<std::pair<std::uint32_t, std::vector<int>>> origins_;
  std::set<std::string, std::less<>> called_;
  Pds& pds_;
  Diagnostics& diagnostics_;
  std::unordered_map<std::string, std::uint32_t> events_;
  std::map<std::vector<std::uint32_t>, std::uint32_t> sets_;
};

}  // namespace whynot::front::pds
