// The steps of a system as a conjunction of diagrams that is never multiplied out: images and preimages
// conjoin one cluster after the other and forget each variable as soon as no later cluster speaks of it
// (Burch, Clarke & Long 1991; the order of the clusters after Ranjan, Aziz, Brayton, Plessier & Pixley,
// IWLS 1995).
#pragma once
#include <vector>

#include "encode/bdd_bits.h"

namespace whynot::encode {

class BddRelation {
 public:
  // A step from s to t by inputs i satisfies all of `parts` and keeps to allowed states.  The current bits that
  // are `still`, if given by variable, stay as they are; the parts do not speak of their next bits, and images are
  // all that may be asked for.  The bits must outlive this.
  BddRelation(BddBits&, std::vector<Bdd> parts, Bdd allowed, std::vector<bool> still = {});

  BddBits& bits() const { return *bits_; }
  const Bdd& allowed() const { return allowed_; }
  const std::vector<Bdd>& clusters() const { return clusters_; }
  std::size_t size() const;  // nodes of all clusters

  // The successors of a set of states, over current bits.  REQUIRES a subset of the allowed states, as do
  // the following.
  Bdd image(const Bdd& states) const;
  // The states with a successor in the set; with a label, those with one by a step that the label (over
  // current, input and next bits) is true of.
  Bdd preimage(const Bdd& states) const;
  Bdd preimage(const Bdd& states, const Bdd& label) const;
  // The inputs, and next bits, of the steps out of a single state.
  Bdd steps_from(const Bdd& state) const;

 private:
  struct Turn {
    Bdd cluster;
    Bdd forget;
  };
  struct Schedule {
    Bdd forget_first;  // what no cluster speaks of
    std::vector<Turn> turns;
  };
  using Role = BddBits::Role;
  Schedule schedule(std::vector<Bdd> parts, Role forgotten, std::size_t cluster_limit) const;
  Bdd run(const Schedule&, Bdd f) const;
  bool is_still(BddVariable v) const { return v < still_.size() && still_[v]; }

  BddBits* bits_;
  Bdd allowed_;
  std::vector<bool> still_;
  std::vector<Bdd> clusters_;
  Schedule forwards_, backwards_;
};

}  // namespace whynot::encode
