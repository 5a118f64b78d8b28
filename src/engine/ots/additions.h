// Transitions that add to the opened collection without looking into it: a message is sent, whatever was sent before.
// What such a transition adds, and what it makes of the rest of the state, is the same for all states that agree in
// that rest, which is one word of a packed state.  So it is found out once for each rest.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/ots/machine.h"
#include "engine/ots/store/packing.h"

namespace whynot::engine::ots {

// One for each thread.
class Additions {
 public:
  Additions(Store&, Machine&, const Program&, const Packing&);

  struct Addition {
    Word rest = nil;                // of the successor
    Word element = undefined_word;  // or nothing
  };
  // Those of each transition, in the order of its instances; nothing where the transition is not of this kind.
  using ByTransition = std::vector<std::optional<std::vector<Addition>>>;

  // Nothing where it does not pay: no such transitions, or states whose rests are all different.
  const ByTransition* of(Root, std::span<const Word> state);
  // The successor of a state.
  Root apply(const Addition&, std::span<const Word> state);

 private:
  ByTransition list(std::span<const Word> state);
  void forget();

  Store& store_;
  Machine& machine_;
  const Program& program_;
  const Packing& packing_;
  std::vector<bool> adds_only_;  // by transition
  bool pays_ = false;
  std::unordered_map<Word, ByTransition> known_;  // by rest
  std::size_t asked_ = 0, kept_ = 0;
};

}  // namespace whynot::engine::ots
