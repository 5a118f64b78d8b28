// `whynot paths`: does a pushdown system violate an automaton, and all minimum-recursion loop-free
// counterexamples, shortest first, grouped for reading (Basu, Saha, Lin & Smolka 2003).
//
// The verdict comes from reachability alone; the counterexamples are streamed.  Each trace is replayed on
// the pushdown system and the automaton's interpreter before it is handed out.
//
// If the automaton has repeat states, the verdict comes from repeating heads, and the counterexamples are lassos, one
// for each strongly connected component of such heads.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/context.h"
#include "base/diagnostic.h"
#include "base/integer.h"
#include "model/pds/efsa.h"
#include "model/pds/pds.h"
#include "model/pds/pds_lasso.h"
#include "model/query.h"

namespace whynot::analyse::paths {

enum class PathsMode { Paper, Distinct, Complete };

std::string_view mode_word(PathsMode);  // "paper", "distinct", "complete"
std::optional<PathsMode> mode_named(std::string_view);

// One step of a run, as somebody sees it who judges whether a program can really take it.
struct JudgedStep {
  std::uint32_t rule = 0;          // index into Pds::rules
  std::uint32_t event = ~0u;       // index into Pds::events of what the automaton fired on, if it did
  std::uint32_t from = 0, to = 0;  // states of the automaton
};

// Runs that no execution follows: those whose relevant steps have the pattern among them, one right after the other.
struct PathsExclusion {
  struct Step {
    std::uint32_t rule = 0;              // the first of those that the program cannot tell apart
    std::uint32_t from = ~0u, to = ~0u;  // states of the automaton, where they matter
    friend bool operator==(const Step&, const Step&) = default;
  };
  std::vector<bool> relevant;  // by rule
  std::vector<bool> watched;   // by rule: relevant where the automaton moves, or a variable of it changes
  bool with_states = false;
  std::vector<Step> pattern;
  std::shared_ptr<const std::vector<std::uint32_t>> first_like;  // by rule

  bool is_relevant(const Efsa&, std::uint32_t rule, std::uint32_t from, std::uint32_t to) const;
  Step seen(std::uint32_t rule, std::uint32_t from, std::uint32_t to) const;  // of a relevant one
};

struct PathsJudgement {
  enum class Is : std::uint8_t { Feasible, Infeasible, Unknown } is = Is::Unknown;
  std::vector<std::string> model;      // Feasible: values with which the program goes this way
  PathsExclusion because;              // Infeasible: the run is one of these …
  std::size_t by = 0;                  // … as soon as this step is taken
  std::vector<PathsExclusion> also{};  // what else is wrong with it, each by itself
};
// Strictly, or without what loops count: then more runs are let through.
using PathsJudge = std::function<PathsJudgement(std::span<const JudgedStep>, bool strict, Context&)>;

// A program that goes along with a run step by step, and can be copied on the way.
class PathsFollower {
 public:
  virtual ~PathsFollower() = default;
  virtual std::unique_ptr<PathsFollower> copy() const = 0;
  virtual bool take(const JudgedStep&) = 0;  // false: it cannot, and this one ends here
  // Then: the step, counted from 0, after which no choice is likely to help.
  virtual std::size_t blame() const { return ~std::size_t(0); }
};
using PathsFollow = std::function<std::unique_ptr<PathsFollower>()>;

// By step of a run, the event that the automaton fired on, its arguments by what the program calls them: `use(argv[1])`
// for `use(?)`; empty where it fired on none.
using PathsNames = std::function<std::vector<std::string>(std::span<const JudgedStep>)>;

struct PathsOptions {
  PathsMode mode = PathsMode::Complete;
  std::optional<std::size_t> limit;        // counterexamples at most
  bool all_final = false;                  // also through final states, not only up to the first
  std::optional<std::uint32_t> max_stack;  // only counterexamples with at most that many symbols on the stack
  std::vector<std::string> only;           // names of the events to group and fold by, in place of those that
                                           // change the automaton's state
  bool keep_traces = true;                 // else verdict, groups and counts only
  bool keep_runs = false;                  // PathsFinding::runs as well, to be compared with those of another policy
  bool certify = false;                    // let pre* confirm the verdict
  std::vector<bool> ends{};                // by rule: where violations count; empty: everywhere
  bool find_sites = true;                  // PathsFinding::sites
  bool keep_infeasible = false;            // show what the judge refuses, too
  bool effect_of_all = false;              // Effect over all states of the automaton, as Definition 3 has it
  PathsJudge judge{};                      // leaves runs out that no execution follows
  PathsFollow follow{};                    // where the judge refuses one, looks for another
  PathsNames names{};                      // PathsSite::named
};

// Counterexamples that end at the same point after the same interesting events.
struct PathsGroup {
  std::string final;  // the top of the stack at the end
  std::vector<std::string> events;
  std::size_t count = 0;
  std::size_t representative = 0;  // index into PathsFinding::traces: the first, so a shortest one
};

// Where a violation comes about: the point where it completes, and the states of the automaton on the way, each with
// the point where it was entered last.  Detours of the automaton that come back to a state do not count.
struct PathsSite {
  std::string point;     // the top of the stack at the end
  std::string function;  // the procedure that the last step is in; empty where the model does not say
  Span where;            // of the last step
  std::vector<std::string> states;
  std::vector<std::string> events;            // into each state but the first
  std::vector<std::string> named;             // likewise, as the program calls their arguments; empty: nobody says
  std::vector<Span> places;                   // likewise
  std::string feasible;                       // yes, no, unknown
  std::vector<std::string> model;             // of the conditions on the way of the representative
  std::optional<std::size_t> representative;  // index into PathsFinding::traces
  std::size_t steps = 0;                      // of the representative: a shortest one
  std::size_t count = 0;                      // of the counterexamples listed; at least the representative
};

// The part of a counterexample that is taken forever.
struct PathsLoop {
  PdsLasso run;                     // it comes back to the step behind the stem
  std::vector<std::string> leaves;  // symbols that each round leaves on the stack, top first
};

// A counterexample by the rules it takes, also if its trace was not kept.
struct PathsRun {
  PdsLasso steps;  // without a loop if the run ends
  std::size_t group = 0;
};

struct PathsFinding {
  std::string property;
  Verdict verdict = Unknown{};
  PathsMode mode = PathsMode::Complete;
  bool complete = false;           // all counterexamples of the mode were enumerated
  std::string incomplete_because;  // limit, timeout, … ; empty when complete
  bool certified = false;
  std::string certified_reason;      // why not, when asked
  std::size_t count = 0;             // counterexamples found
  std::optional<Integer> total;      // of the whole set, where it can be told without enumeration
  std::size_t missed_by_paper = 0;   // counterexamples, of those looked at, that Definition 3 leaves out
  std::vector<PathsSite> sites;      // feasible ones first, then by the length of their representatives
  bool sites_complete = false;       // there are no others
  std::size_t infeasible_sites = 0;  // left out: no execution gets there
  std::size_t infeasible = 0;        // counterexamples left out for the same reason
  std::size_t listed = 0;            // traces that are counterexamples of the mode; further ones belong to sites
  std::vector<PathsGroup> groups;
  std::vector<Trace> traces;                      // by length; representatives of the groups only if not keep_traces
  std::vector<std::vector<std::uint32_t>> rules;  // of each trace: indices into Pds::rules
  std::vector<std::uint32_t> initials;            // of each trace: an index into Pds::initial
  std::vector<PathsRun> runs;                     // of all counterexamples, with keep_runs
  std::optional<std::size_t> stack_shown;  // of some traces only that many symbols of each stack, the topmost ones
  std::vector<PathsLoop> loops;            // of each trace, if the automaton has repeat states
  std::vector<std::string> common;         // events on every error path there is
  // The longest sequence of interesting events within those of every group; exact, but over the groups found
  // and only if they are few.
  std::optional<std::vector<std::string>> common_sequence;
  std::vector<Diagnostic> diagnostics;  // an automaton that gets stuck; violations that the mode misses
};

// Called with each counterexample as it is found, and its group; false ends the enumeration.
using PathsSink = std::function<bool(const Trace&, std::size_t group)>;

PathsFinding run_paths(const Pds&, const Efsa&, const PathsOptions&, Context&, const PathsSink& = {});

// ---- events that a user names

// Whether `wanted` is the event's name, or the instance with or without its quotes and spaces: open("f", 3), open(f,3).
bool is_meant(std::string_view wanted, std::string_view event);

}  // namespace whynot::analyse::paths
