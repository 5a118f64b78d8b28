// Classes that say the same of different instances: of one module, or of one array.  No claim is made of the model;
// every class was checked by itself, and they are shown as one.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analyse/classify/classify.h"

namespace whynot::analyse::classify {

class Alike {
 public:
  explicit Alike(const TransitionSystem&);

  // A class with others in the place of the instances that it speaks of.
  struct Image {
    TraceClass constraint;
    std::vector<std::string> names;  // of the instances, in the order in which the class mentions them
  };
  // Every such class but itself; none where it speaks of a user's predicate, or of nothing that has its like.
  std::vector<Image> images(const TraceClass&, Vocabulary&) const;
  bool is_of_instance(Expr variable) const { return instance_of(variable) != nullptr; }
  // The instances that it speaks of, and that have their like.
  std::vector<std::string> mentioned(const TraceClass&, const Vocabulary&) const;

 private:
  struct Instance {
    std::string name;
    std::vector<Expr> variables;  // those of alike instances correspond
    std::size_t group = 0;
  };
  std::vector<std::size_t> instances_in(const TraceClass&, const Vocabulary&) const;
  const Instance* instance_of(Expr variable) const;
  TraceClass moved(const TraceClass&, const std::vector<std::size_t>& from, const std::vector<std::size_t>& to,
                   Vocabulary&) const;

  std::vector<Instance> instances_;
};

// The facts with the positions named in the one way that comes first, so that equal classes are equal.
std::vector<Fact> in_normal_order(const TraceClass&);

// What values change places so that the one class is the other: none (empty), or "1 and 2" of variables that belong to
// no instance, such as the number of the one whose turn it is.  Nothing where they say different things.
std::optional<std::string> exchanged_values(const Alike&, const TraceClass&, const TraceClass&, Vocabulary&);

// Classes of one orbit become one, with the others as its images.
void merge_orbits(Vocabulary&, Classes&);

}  // namespace whynot::analyse::classify
