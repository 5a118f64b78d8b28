// Whether two values of a run are the same thing.  Values that come from outside under different names are taken for
// different things; so is what was made later, by `malloc` or `open`.  Whatever the program computes, copies in bytes
// or stores where its follower cannot see may be anything that it was made of; and what others bring back may be what
// they were handed.
#pragma once
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analyse/paths/follow/terms.h"

namespace whynot::analyse::paths {

// Where an unknown comes from, and when: steps are counted from 1, and 0 is before the first.
struct Birth {
  enum class Is : std::uint8_t {
    New,      // nothing that was there before
    Outside,  // others have brought it, who have what they were handed by then
    Kept      // the program had it by then: it is anything but what was made later
  } is = Is::Kept;
  std::uint32_t step = 0;
};

enum class Likeness : std::uint8_t {
  Apart,
  ApartSoFar,  // unless others are handed one of them before they bring the other
  ByOthers,    // if others have given back what they were handed
  Perhaps,     // nobody knows
  Same
};

// What the copies of a run have in common: of whom nothing is told here nothing is known.
struct Births {
  std::unordered_map<TermId, Birth> of;
  std::unordered_map<TermId, TermId> successors;  // of memory that `realloc` moved: to what it was
};

// Roots that others were handed, each with the first step at which it was; sorted.
class Handed {
 public:
  void add(TermId root, std::uint32_t step);
  bool has(TermId root, std::uint32_t by) const;

 private:
  std::vector<std::pair<TermId, std::uint32_t>> steps_;
};

class Identity {
 public:
  Identity(const Terms& terms, const Births& births, const Handed& handed)
      : terms_(terms), births_(births), handed_(handed) {}

  // Of addresses and other values; neither is a constant or a choice.
  Likeness of(TermId a, TermId b) const;
  // What a value is made of: unknowns, objects and texts.
  std::vector<TermId> origins(TermId) const;
  TermId beginning(TermId address) const;  // the whole that `&buffer[0]` is the beginning of

 private:
  Likeness within_one(TermId a, TermId b, TermId root) const;
  bool lies_behind_beginning(TermId place) const;
  Likeness of_roots(TermId a, TermId b) const;
  Likeness of_origins(TermId a, TermId b) const;
  Likeness may_become(TermId a, TermId b) const;
  const Birth* birth(TermId id) const;
  bool is_truth_valued(TermId) const;

  const Terms& terms_;
  const Births& births_;
  const Handed& handed_;
};

// Places in one object: numbers that differ are different places, and so is what is within these.
bool are_apart(const Terms&, TermId, TermId);

}  // namespace whynot::analyse::paths
