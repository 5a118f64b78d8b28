// Whether a program can go the way of a run: its branches are put to a solver, with what the automaton demands of the
// arguments of events.  If it cannot, the smallest set of demands that contradict each other says which further runs
// cannot be gone either.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyse/paths/code_run.h"
#include "analyse/paths/paths.h"

namespace whynot::analyse::paths {

// Which values of the program may be the same thing: those of one name; also those that are handed on from one variable
// to another; all that are not known to differ.
enum class Aliases { None, Local, May };
std::optional<Aliases> aliases_named(std::string_view);

class Feasibility {
 public:
  Feasibility(const Pds&, const Efsa&, std::shared_ptr<const PdsCode>, Aliases);

  PathsJudgement judge(std::span<const JudgedStep>, bool strict, Context&);

 private:
  struct Demand {
    CodeValue truth;
    std::size_t step = 0;
    bool of_automaton = false;
  };

  std::vector<Demand> demands(std::span<const JudgedStep>, bool strict, Terms&) const;
  PathsExclusion exclusion(std::span<const JudgedStep>, const std::vector<Demand>& core);
  const Rest& written(std::uint32_t rule);

  const Pds& pds_;
  const Efsa& efsa_;
  std::shared_ptr<const PdsCode> code_;
  Aliases aliases_;
  std::string entry_;
  std::vector<const CodeStep*> steps_;       // by rule; null: nobody knows
  std::vector<std::optional<Rest>> writes_;  // by rule, once asked for
  std::vector<bool> watched_;                // by rule: the automaton knows one of its events
};

// A judge for run_paths.
PathsJudge judge_of(const Pds&, const Efsa&, std::shared_ptr<const PdsCode>, Aliases);

}  // namespace whynot::analyse::paths
