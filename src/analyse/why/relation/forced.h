// Values that TRANS, INVAR and INIT leave no choice about: which conditions, together with which values of the step
// before, admit one value only.
#pragma once
#include <memory>

#include "analyse/why/chain.h"
#include "analyse/why/relation/relation.h"

namespace whynot::analyse::why {

class Forcing {
 public:
  // All must outlive this.
  Forcing(const TransitionSystem&, const Trace&, Context&);
  ~Forcing();

  // A link that looks like a choice becomes a forced one, with its reason, where the constraints leave one value:
  // by the step before and the inputs or, given those, by choices of the same step that are declared before it.
  void refine(Link&);

 private:
  bool force(Link&, Relation&, std::vector<Fact> facts);
  std::vector<Fact> past_of(const Place&) const;
  std::vector<Fact> beside(const Place&) const;
  Place place_of(const Fact&, const Place& at) const;
  bool is_free(std::size_t variable, bool is_start) const;
  Relation& relation(Relation::Of);

  const TransitionSystem& system_;
  const Trace& trace_;
  Context& context_;
  std::unique_ptr<Relation> start_, step_;
  std::uint64_t left_;  // questions
};

// The values around the transition into a place, as facts: columns before and inputs, in declaration order.
std::vector<Fact> facts_before(const TransitionSystem&, const Trace&, const Place&);
std::vector<Fact> input_facts(const TransitionSystem&, const Trace&, const Place&);
Value value_at(const TransitionSystem&, const Trace&, const Place&);

}  // namespace whynot::analyse::why
