// Terms, patterns and functions of a theory in the specification's own language.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "front/algebra/build.h"
#include "front/algebra/types.h"

namespace whynot::front::algebra {

// What a variable stands for: an expression, or a collection out of which a pattern took some elements.
struct Meaning {
  std::shared_ptr<const Syntax> expression;
  std::vector<Tree> without;
};
using Meanings = std::map<std::string, Meaning>;
inline Meaning meaning_of(SyntaxPtr s) { return {std::shared_ptr<const Syntax>(std::move(s)), {}}; }

// A pattern's conditions, and the variables that only a search can give values to.
struct Matching {
  Meanings meanings;
  std::vector<SyntaxPtr> conditions;
  std::vector<front::ots::Param> params;
};

class Translator {
 public:
  Translator(const Theory&, Types&, Names&, Diagnostics&);

  // Null after a mistake, which is told.  `wanted` is what the place is of: an element may stand for a collection.
  SyntaxPtr term(const Tree&, SortId wanted, const Meanings&);
  SyntaxPtr formula(const Tree& t, const Meanings& m) { return term(t, Signature::boolean, m); }
  // Adds that the expression matches the pattern; false after a mistake.
  bool match(const Tree& pattern, SortId sort, const Syntax& expression, Matching&);
  // The conditions of a rule or an equation.
  bool conditions(const std::vector<Condition>&, Matching&);
  // A variable that ranges over its sort.
  void declare(const std::string& variable, SortId, Span, Matching&);
  // An operator of Nat, Int or Bool that no equation gives a value, in the term or the functions that it uses.
  const Operator* without_value(const Node&);

  // What is tried first: observers and predicates of hidden sorts.  Nothing: not one of them.
  std::function<std::optional<SyntaxPtr>(const Tree&, const Meanings&)> special;

  std::vector<front::ots::FunctionSyntax> functions;  // that terms used, in the order in which they need each other

  SyntaxPtr unsupported(const std::string& what, Span);

 private:
  using Trees = std::vector<Tree>;
  SyntaxPtr variable(const Node&, const Meanings&);
  SyntaxPtr built_in(const Node&, SortId wanted, const Meanings&);
  SyntaxPtr collection(const Tree&, const Role&, const Meanings&);
  SyntaxPtr literal(const Role&, const Trees& elements, const Meanings&, Span);
  SyntaxPtr applied(const Node&, const std::string& name, const Meanings&);
  SortId common_sort(const Node& a, const Node& b);

  bool match_number(const Tree&, const Syntax&, Matching&);
  bool match_constructor(const Tree&, const Syntax&, Matching&);
  bool match_collection(const Tree&, const Role&, const Syntax&, Matching&);
  bool match_members(const Trees& elements, const Tree& rest, const Role&, const Syntax&, Matching&);
  bool match_list(const Trees& parts, const Role&, const Syntax&, Matching&);
  void keep_apart(const Role&, const Syntax& expression, Matching&, const Trees& elements);

  const std::string* function(const Operator&);
  bool define(const Operator&, const std::string& name);
  bool is_exhaustive(const std::vector<const Equation*>&, const Operator&);
  bool covers(std::vector<Trees> rows, std::vector<SortId> sorts);
  SyntaxPtr about_collections(const Node&, const Meanings&, bool& is);

  const Theory& theory_;
  const Signature& s_;
  Types& types_;
  Names& names_;
  Diagnostics& diagnostics_;
  std::map<const Operator*, std::string> function_names_;
  std::vector<const Operator*> defining_;
  std::map<const Operator*, bool> failed_;
};

}  // namespace whynot::front::algebra
