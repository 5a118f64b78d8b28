// What every engine is: given a question it starts a search; a search gives one run after another, then a
// closing verdict.  Engines are chosen by name or by what they can do, and say themselves
// what they refuse.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/context.h"
#include "check/certificate.h"
#include "model/query.h"

namespace whynot::engine {

class Search {
 public:
  virtual ~Search() = default;
  // A further violating run, with the Trace as evidence (each call gives a different one, shortest first), or the
  // closing verdict.
  virtual Verdict next() = 0;
  // After a closing verdict Holds, or Violated without a trace: what shows it, where the engine has that.
  virtual std::optional<check::Certificate> certificate() { return std::nullopt; }
  // Does some work: nothing while there is no answer yet.  A unit of effort is some thousand steps of a
  // kernel or a dozen decisions of a solver, the same on every machine.  Engines that cannot pause answer at
  // once with next().
  virtual std::optional<Verdict> advance(std::uint64_t /*effort*/) { return next(); }
  // Somebody else looks for runs that violate the property: work on a proof only.
  virtual void leave_runs() {}
  // Whether what it has done so far says that longer turns are better spent on it than on others.
  virtual bool goes_well() const { return false; }
  // Of the run that it gave: it did not find out whether there is a shorter one to a failing state.
  virtual bool may_be_longer() const { return false; }
  // What is known when it is ended before it has an answer: NoneUpTo, or nothing.
  virtual std::optional<Verdict> so_far() const { return std::nullopt; }
};

// What an engine promises besides a verdict.
struct Powers {
  bool shortest = false;   // the first run that it gives is a shortest one
  bool several = false;    // it gives further runs, which differ as the query says
  bool certifies = false;  // a closing verdict comes with a Certificate
  bool glances = false;    // a turn of a few units is worth its price: it may answer an easy question
  bool wanders = false;    // runs to a failing state may be far longer than needed
  bool clauses = false;    // a proof is an inductive Invariant in clauses, and wide words are no obstacle
};

class Engine {
 public:
  virtual ~Engine() = default;
  virtual std::string_view name() const = 0;
  virtual Powers powers() const { return {}; }
  // Why this engine cannot treat the query, in a sentence for the user; nothing if it can.
  virtual std::optional<std::string> refuses(const Query&) const = 0;
  // The query's system and property must outlive the search.  REQUIRES !refuses(query).
  virtual std::unique_ptr<Search> start(Query, Context&) const = 0;
};

// All of them, in the order in which `auto` asks them.
const std::vector<const Engine*>& engines();
const Engine* engine_named(std::string_view);
// The first that has this power: callers ask for a power, not for a name.
const Engine& engine_with(bool Powers::*power);
const std::string& engine_words();  // "auto" and the names, with | between them

}  // namespace whynot::engine
