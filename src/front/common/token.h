// Tokens of the SMV family: NuSMV's, and single characters that only PSL gives a meaning.  PSL's composite
// operators (`until!_`, `|->`, `&&`) are left in pieces; adjacent() tells the parser that they touch.
#pragma once
#include <cstdint>
#include <string_view>

#include "front/common/symbols.h"

namespace whynot::front {

enum class Tok : std::uint8_t {
  End,
  Identifier,
  Number,
  WordNumber,
  Real,
  Illegal,
  LeftParen,
  RightParen,
  LeftBracket,
  RightBracket,
  LeftBrace,
  RightBrace,
  Comma,
  Semicolon,
  Colon,
  Assign,
  Dot,
  DotDot,
  Question,
  ColonColon,
  Plus,
  Minus,
  Star,
  Slash,
  ShiftLeft,
  ShiftRight,
  RotateLeft,
  RotateRight,
  Equal,
  NotEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  And,
  Or,
  Not,
  Implies,
  Iff,
  // Reserved words, in the order of `reserved_words`.
  KwModule,
  KwProcess,
  KwDefine,
  KwMdefine,
  KwVar,
  KwFun,
  KwFrozenvar,
  KwIvar,
  KwInit,
  KwTrans,
  KwInvar,
  KwSpec,
  KwCtlspec,
  KwLtlspec,
  KwPslspec,
  KwCompute,
  KwInvarspec,
  KwName,
  KwConstraint,
  KwItype,
  KwConstants,
  KwSimpwff,
  KwNextwff,
  KwCtlwff,
  KwLtlwff,
  KwCompwff,
  KwCompid,
  KwIn,
  KwFairness,
  KwJustice,
  KwCompassion,
  KwIsa,
  KwAssign,
  Array,
  Bool,
  Of,
  Boolean,
  Word1,
  Word,
  OldWord,
  Signed,
  Unsigned,
  Extend,
  Uwconst,
  Swconst,
  Resize,
  Sizeof,
  Toint,
  Count,
  Read,
  Write,
  Constarray,
  Typeof,
  EX,
  AX,
  EF,
  AF,
  EG,
  AG,
  E,
  F,
  O,
  G,
  H,
  X,
  Y,
  Z,
  A,
  U,
  S,
  V,
  T,
  BU,
  EBF,
  ABF,
  EBG,
  ABG,
  MinOf,
  MaxOf,
  False,
  True,
  Case,
  Esac,
  Mod,
  Next,
  Init,
  Self,
  Union,
  In,
  Abs,
  Min,
  Max,
  Xor,
  Xnor,
};
constexpr Tok first_reserved = Tok::KwModule, last_reserved = Tok::Xnor;
constexpr std::size_t reserved_count =
    static_cast<std::size_t>(last_reserved) - static_cast<std::size_t>(first_reserved) + 1;

extern const std::string_view reserved_words[reserved_count];

struct Token {
  Tok kind = Tok::End;
  std::uint32_t begin = 0, end = 0;
  Symbol symbol = no_symbol;  // of identifiers and reserved words
};

inline bool adjacent(const Token& a, const Token& b) { return a.end == b.begin; }
inline bool is_reserved(Tok t) { return t >= first_reserved; }
// A word that opens a section of a module, or a module.
inline bool opens_section(Tok t) {
  return t >= Tok::KwModule && t <= Tok::KwAssign && t != Tok::KwProcess && t != Tok::KwName && t != Tok::KwIn;
}

}  // namespace whynot::front
