// Induction within a scope, where every question is decided: which of some candidates are inductive together, and which
// of those a step of one of them rests on.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/context.h"
#include "model/ots/ots.h"

namespace whynot::analyse::falsify {

class Houdini {
 public:
  // The specification and the scope must outlive it.  The axioms hold; candidates are given numbers in their order.
  Houdini(const whynot::ots::Ots&, const whynot::ots::Scope&, std::span<const whynot::ots::Predicate> candidates,
          Context&);
  ~Houdini();

  // Nothing is known where the specification is about more than finitely many values, or the Context said stop.
  bool works() const;

  // Drops candidates that a step from a state with all of them breaks, until there are none.
  void run();
  bool stays(std::size_t candidate) const;
  void drop(std::size_t candidate);

  // Of these only what the first of them needs stays: candidates that are inductive together with it, none of which can
  // be done without.
  void shrink(std::span<const std::size_t> needed);

  // Candidates that stay, few of them, with which the step of the transition keeps the given one; nothing where it does
  // not.
  std::optional<std::vector<std::size_t>> reasons(std::size_t candidate, std::size_t transition);

 private:
  class Step;
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace whynot::analyse::falsify
