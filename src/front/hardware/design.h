// What every hardware format becomes: a system whose inputs are variables that nothing restricts.  An input belongs to
// the step in which it is read, so that a state in which a design goes wrong shows the inputs that make it go wrong,
// and a run of n steps in the file's sense has n steps in ours.
#pragma once
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "model/property.h"
#include "model/system/transition_system.h"

namespace whynot::front::hardware {

struct Design {
  TransitionSystem system;
  std::vector<Property> properties;
};

// Names as the file gives them; one that is taken gets a number.
class Names {
 public:
  std::string take(const std::string& wanted);
  bool is_taken(const std::string& name) const { return taken_.contains(name); }

 private:
  std::unordered_set<std::string> taken_;
};

// The formats know no covers: a bad state whose symbol begins so is one, as `convert` writes it.
constexpr std::string_view cover_mark = "cover:";

// Never `bad`: a property of this name, and the definition that its text speaks of.  Or, by its name, a cover.
void add_bad(Design&, Names& properties, Names& columns, const std::string& name, Expr bad, Span where);
// No run on which each of `again` is true again and again.
void add_justice(Design&, Names& properties, const std::string& name, std::vector<Expr> again, Span where);

}  // namespace whynot::front::hardware
