// A module with all that it imports: sorts in their order, operators, variables; and terms over them.
#pragma once
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "front/algebra/syntax/syntax.h"

namespace whynot::front::algebra {

using SortId = std::uint32_t;

struct Operator {
  std::string name;  // as it is written, blanks left out: "pc[_]:_"
  std::vector<std::string> parts;
  std::vector<SortId> sorts;
  SortId result = 0;
  bool constructor = false, associative = false, commutative = false, idempotent = false;
  const Operator* identity = nullptr;
  int precedence = 0;
  std::string gather;
  bool built_in = false;
  bool any_sort = false;  // ==, if_then_else_fi: the last two arguments are of one kind, whatever it is
  Span where;
};

struct Node;
using Tree = std::shared_ptr<const Node>;

// A term.  Arguments of associative operators are listed, identities left out.
struct Node {
  enum class Kind { Variable, Number, Apply };
  Kind kind = Kind::Apply;
  const Operator* op = nullptr;
  std::string name;  // of a variable
  SortId sort = 0;
  std::int64_t number = 0;
  std::vector<Tree> args;
  Span where;

  bool is(std::string_view operator_name) const { return op && op->name == operator_name; }
  bool is_variable() const { return kind == Kind::Variable; }
};

Tree make_number(std::int64_t, Span);
Tree make_apply(const Operator&, std::vector<Tree> args, Span);
// Equal terms have equal texts: what commutes is sorted.
std::string to_text(const Node&);
inline bool same(const Tree& a, const Tree& b) { return to_text(*a) == to_text(*b); }
void add_variables(const Node&, std::map<std::string, SortId>& out);
bool mentions(const Node&, const Operator&);
Tree instance(const Tree&, const std::map<std::string, Tree>& values);  // variables without a value stay

struct Signature {
  Dialect dialect = Dialect::Maude;
  std::vector<std::string> sort_names;
  std::vector<Span> sort_places;
  std::vector<SortId> kinds;  // the least sort of those that are above or below each other
  std::set<SortId> hidden;
  std::vector<std::pair<SortId, SortId>> subsorts;
  std::deque<Operator> operators;
  std::map<std::string, SortId, std::less<>> sorts, variables;

  const Operator& named(std::string_view name) const;  // REQUIRES that it is there
  bool is_numeric(SortId s) const { return kinds[s] == kinds[nat]; }
  static constexpr SortId boolean = 0, nat = 1, integer = 2;
};

// The modules that the named one imports, itself last; unknown ones are told.
std::vector<const ModuleSyntax*> with_imports(const FileSyntax&, const ModuleSyntax&, Diagnostics&);
Signature make_signature(const std::vector<const ModuleSyntax*>&, Dialect, Diagnostics&);

// The only reading of the tokens, of the wanted sort's kind where one is given; null, and a diagnostic, where there is
// none.
Tree read_term(const Signature&, const Tokens&, const SortId* wanted, Diagnostics&);
// Both sides of LEFT = RIGHT: the sign is the first that lets both be read.
std::pair<Tree, Tree> read_sides(const Signature&, const Tokens&, std::string_view sign, Diagnostics&);

}  // namespace whynot::front::algebra
