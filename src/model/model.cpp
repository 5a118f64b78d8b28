#include "model/model.h"

#include "base/check.h"

namespace whynot {

std::string_view kind_word(Kind kind) {
  switch (kind) {
    case Kind::System: return "system";
    case Kind::Specification: return "specification";
    case Kind::Program: return "program";
  }
  return "";
}

const Goal& goal_of(const Property& property) {
  WHYNOT_CHECK(property.subject, "a property of a specification should have its predicate");
  return std::get<Goal>(property.subject->is);
}

const Efsa& automaton_of(const Property& property) {
  WHYNOT_CHECK(property.subject, "a property of a program should have its automaton");
  return std::get<Efsa>(property.subject->is);
}

}  // namespace whynot
