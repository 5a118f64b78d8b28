// Whether a program can go the way of a run: its branches are put to a solver, with what the automaton demands of the
// arguments of events.  If it cannot, the smallest set of demands that contradict each other says which further runs
// cannot be gone either.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analyse/paths/follow/automaton_run.h"
#include "analyse/paths/follow/code_run.h"
#include "analyse/paths/paths.h"

namespace whynot::analyse::paths {

// What a step of a run demands.
struct Demand {
  CodeValue truth;
  std::uint32_t step = 0;
  bool of_automaton = false;
};

class Feasibility {
 public:
  Feasibility(const Pds&, const Efsa&, std::shared_ptr<const PdsCode>, Aliases);

  PathsJudgement judge(std::span<const JudgedStep>, bool strict, Context&);
  std::vector<std::string> names(std::span<const JudgedStep>);

  // A run of the program and the automaton at its beginning.
  CodeRun program(RunTables&, bool strict);
  AutomatonRun automaton(RunTables& tables) const { return {pds_, efsa_, aliases_, tables}; }
  const ImageStep* step(std::uint32_t rule) const { return steps_[rule]; }
  std::uint32_t size(std::uint32_t rule) const { return pds_.rules[rule].size; }

 private:
  std::vector<Demand> demands(std::span<const JudgedStep>, bool strict, RunTables&);
  std::optional<PathsJudgement> refused_at_once(std::span<const JudgedStep>, const std::vector<Demand>&,
                                                RunTables&) const;
  PathsExclusion exclusion(std::span<const JudgedStep>, const std::vector<Demand>& core, RunTables&) const;
  std::span<const PlaceId> written(std::uint32_t rule) const;
  std::vector<std::uint32_t> like_rules() const;

  const Pds& pds_;
  const Efsa& efsa_;
  Aliases aliases_;
  CodeImage image_;
  std::uint32_t entry_ = ~0u;
  std::vector<const ImageStep*> steps_;  // by rule; null: nobody knows
  std::vector<PlaceId> anything_;        // what such a step may write
  std::vector<bool> watched_;            // by rule: the automaton knows one of its events
  std::shared_ptr<const std::vector<std::uint32_t>> first_like_;
};

// For run_paths.
struct PathsProgram {
  PathsJudge judge;
  PathsFollow follow;
  PathsNames names;
};
PathsProgram program_of(const Pds&, const Efsa&, std::shared_ptr<const PdsCode>, Aliases);

}  // namespace whynot::analyse::paths
