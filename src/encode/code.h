// How the values of a type lie in bits, and how values of one type are read as those of another.
//
// The *code* of a variable has as few bits as its type allows: booleans one, words their bits, integers (a
// range or an enumeration of integers) their distance from the least one, other enumerations the index in
// declaration order.  Codes that stand for no value are excluded by `valid_code`.
//
// The *form* is what operators work on: booleans, words and enumerations have their code; integers are
// numbers in two's complement of whatever width is at hand, so that arithmetic is exact.
#pragma once
#include "encode/circuit.h"
#include "expr/type.h"

namespace whynot::encode {

// Whether values of the type have codes: booleans, words, ranges and enumerations have.
bool has_code(Type);
std::size_t code_width(Type);
Lit valid_code(Aig&, Type, const Bits& code);
Integer code_of(Type, const Value&);        // REQUIRES type.contains(value)
Value value_of_code(Type, const Integer&);  // of a valid code

Bits form_of_code(Aig&, Type, const Bits& code);
Bits form_of_value(Type, const Value&);  // an undefined value is read as all zeros

struct Coded {
  Bits code;
  Lit fits;  // whether the value belongs to the type; if not, the code means nothing
};
// A form of type `from` as a code of type `to`.
Coded code_of_form(Aig&, const Bits& form, Type from, Type to);
// A form of type `from` as a form of type `to`, which has all its values.
Bits convert_form(Aig&, const Bits& form, Type from, Type to);

// Whether two forms stand for one value; FALSE where the types have none in common.
Lit same_value(Aig&, const Bits& a, Type a_type, const Bits& b, Type b_type);
Lit is_value(Aig&, const Bits& form, Type, const Value&);

}  // namespace whynot::encode
