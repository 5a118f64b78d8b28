// What a state's soup consists of: components that rules never change, and observers, whose arguments are indexes,
// which rules keep, and values.
#pragma once
#include <map>
#include <optional>
#include <vector>

#include "front/algebra/types.h"

namespace whynot::front::algebra {

struct Component {
  const Operator* op = nullptr;
  std::vector<std::size_t> keys, values;     // places of its arguments
  std::vector<std::string> observers;        // one for each value
  std::vector<std::vector<Tree>> instances;  // in the first initial state
  bool is_fixed() const { return values.empty(); }
};

struct Soup {
  SortId state = 0;
  const Operator* join = nullptr;  // null: a state is one component
  std::vector<Component> components;

  const Component* component(const Operator&) const;
};

// The parts of a term of the state's kind; variables for the rest of it are left out.
std::vector<Tree> parts_of(const Soup&, const Tree&);

// Each initial state's components are the normal forms of its parts.  Nothing after a mistake.
std::optional<Soup> find_components(const Theory&, SortId state, const std::vector<std::vector<Tree>>& starts, Names&,
                                    Diagnostics&);

}  // namespace whynot::front::algebra
