// An OTS as a CafeOBJ module, with proof passages in the style of Ogata et al. 2006, section 6: states are terms built
// by the transitions, observers are defined by equations, and a passage assumes the literals of one case and reduces
// the induction step.  CafeOBJ's rewriting then confirms (or not) what our solver said of the case.
//
// Each passage is followed by rewriting of our own first; one that it does not lead to what is claimed is left out,
// and a comment says so.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "model/ots/ots.h"

namespace whynot::encode::ots {

// A case in which the induction step of a goal fails: its passage reduces to false.
struct CafeCase {
  const whynot::ots::Transition* transition = nullptr;
  std::vector<whynot::ots::Term> args, instance;  // of the transition; of the goal's parameters
  std::vector<whynot::ots::Term> literals;        // what is assumed of the state before
};

struct CafeGoal {
  whynot::ots::Predicate predicate;
  bool holds_initially = false;              // then its first passages reduce to true
  std::vector<whynot::ots::Term> initially;  // quantified formulas, or negations, that hold in all initial states
  std::vector<CafeCase> failing;
  std::vector<std::string> undecided;  // transitions of which the solver did not know; a comment says so
};

std::string cafeobj_text(const whynot::ots::Ots&, std::span<const CafeGoal>);

}  // namespace whynot::encode::ots
