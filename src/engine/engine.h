// What every engine is: given a question it starts a search; a search gives one run after another, then a
// closing verdict.  Engines are chosen by name and say themselves what they refuse.
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
};

class Engine {
 public:
  virtual ~Engine() = default;
  virtual std::string_view name() const = 0;
  // Why this engine cannot treat the query, in a sentence for the user; nothing if it can.
  virtual std::optional<std::string> refuses(const Query&) const = 0;
  // The query's system and property must outlive the search.  REQUIRES !refuses(query).
  virtual std::unique_ptr<Search> start(Query, Context&) const = 0;
};

// bdd, bmc, kind, explicit: in the order in which `auto` asks them.
const std::vector<const Engine*>& engines();
const Engine* engine_named(std::string_view);

}  // namespace whynot::engine
