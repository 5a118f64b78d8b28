#pragma once
#include <vector>

#include "base/diagnostic.h"
#include "front/ots/elaborate.h"
#include "front/ots/syntax.h"
#include "model/ots/ots.h"

namespace whynot::front::ots {

struct EffectContext {
  whynot::ots::Ots& ots;
  Elaborator& elaborator;
  Diagnostics& diagnostics;
  bool any_is_named = false;  // `any` is something that the specification declares
  // Of the transition's effects so far: of each update the condition under which it happens, true where there is none;
  // and what has to be defined where they do, which belongs to the guard.
  std::vector<whynot::ots::Term> when = {}, needs = {};
};

// One more update of the transition, whose parameters and those of its `for` are in sight; nothing after a mistake.
void add_effect(EffectContext&, const EffectSyntax&, const std::vector<whynot::ots::VarId>& each,
                whynot::ots::Transition&);

}  // namespace whynot::front::ots
