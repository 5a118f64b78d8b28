// From modules to the tree of their instances: every name of every instance becomes an Entity, every other
// declaration an Item, in the order of the flattened text (an instance stands where it is declared).
#pragma once
#include <vector>

#include "base/diagnostic.h"
#include "front/smv/scope.h"

namespace whynot::front::smv {

struct Item {  // a declaration that is no name: an assignment, a constraint, a property
  const Declaration* declaration = nullptr;
  InstanceId instance = main_instance;
};

struct Instances {
  std::vector<EntityId> variables;  // in order of declaration
  std::vector<Item> items;
  std::vector<InstanceId> processes;  // main first, then as NuSMV lists them; empty if there are none
};

Instances instantiate(const File&, Scope&, Diagnostics&);

}  // namespace whynot::front::smv
