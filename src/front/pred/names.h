// What names mean in a predicate: positions, variables at positions, fields of an instance at a position, symbols.
#pragma once
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "front/common/resolver.h"
#include "model/predicate.h"
#include "model/system/transition_system.h"

namespace whynot::front::pred {

struct Parameter {
  std::string name;
  std::string instance;             // `m : msg`: m.x is msg.x at position m; empty: a position only
  std::vector<std::string> values;  // `v : {Bob, Eve}`: no position, but each of these in turn
};

// A name of a variable that is no identifier with dots and brackets, such as `pc(a, b)`, with and without blanks, or
// `"self.out"`; and the identifier of the same length that stands for it where the common parser reads it.
struct OddName {
  std::string name, stand_in;
  Expr variable;
};
std::vector<OddName> odd_names_of(const TransitionSystem&);

std::optional<Integer> number_of(std::string_view text);  // `-3`

class Names : public front::Resolver {
 public:
  // `text` is what the user wrote: there `x@i` has its `@`, which the parser reads as a dot.  Parameters with values
  // have one.
  // `constants`: positions may be named by their numbers.  `one_position`: names without `@` are read at it.
  Names(const TransitionSystem&, const front::Symbols&, std::string_view text, std::vector<Parameter>, bool constants,
        bool one_position = false);

  // The steps that were named by their numbers.
  const std::vector<std::size_t>& fixed() const { return fixed_; }

  front::Term name(front::Symbol, Span) override;
  front::Term member(const front::Term& owner, front::Symbol, Span) override;
  front::Term element(const front::Term& owner, const Integer& index, Span) override;
  front::Term self(Span) override { return {}; }
  std::string describe(const front::Term&) const override;
  Diagnostic undefined(const front::Term&, Span) override;

 private:
  struct Path {  // what was read so far of a longer name
    std::string name;
    std::optional<std::size_t> position;  // known before the name is complete: a record's
  };
  front::Term entity(Path);
  // The value of a name at a position, or a longer name's beginning.
  front::Term at(const Path&, std::size_t position);
  Expr placed(Expr, std::size_t position) const;
  std::optional<std::size_t> position_named(std::string_view) const;  // its number among positions
  // The position that stands behind an `@`.
  std::optional<std::size_t> position_meant(const std::string& name);
  std::optional<Integer> step_meant(const std::string& name) const;
  front::Term given(const std::string& value);
  front::Term path(const std::string& name);
  bool is_variable(const std::string& name, Span) const;

  const TransitionSystem& system_;
  const front::Symbols& symbols_;
  std::string_view text_;
  std::vector<Parameter> parameters_, values_given_;
  bool by_number_, one_position_;  // positions may be named so; there is but one, which nobody names
  std::vector<std::size_t> fixed_;
  std::unordered_map<std::string, Expr> values_;      // variables and DEFINEs by name
  std::unordered_map<std::string, Value> constants_;  // symbols of enumerations
  std::vector<Path> paths_;                           // by entity
};

}  // namespace whynot::front::pred
