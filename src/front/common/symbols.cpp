#include "front/common/symbols.h"

#include "front/common/token.h"

namespace whynot::front {

const std::string_view reserved_words[reserved_count] = {
    "MODULE",     "process",  "DEFINE",    "MDEFINE",    "VAR",     "FUN",      "FROZENVAR",  "IVAR",      "INIT",
    "TRANS",      "INVAR",    "SPEC",      "CTLSPEC",    "LTLSPEC", "PSLSPEC",  "COMPUTE",    "INVARSPEC", "NAME",
    "CONSTRAINT", "ITYPE",    "CONSTANTS", "SIMPWFF",    "NEXTWFF", "CTLWFF",   "LTLWFF",     "COMPWFF",   "COMPID",
    "IN",         "FAIRNESS", "JUSTICE",   "COMPASSION", "ISA",     "ASSIGN",   "array",      "bool",      "of",
    "boolean",    "word1",    "word",      "Word",       "signed",  "unsigned", "extend",     "uwconst",   "swconst",
    "resize",     "sizeof",   "toint",     "count",      "READ",    "WRITE",    "CONSTARRAY", "typeof",    "EX",
    "AX",         "EF",       "AF",        "EG",         "AG",      "E",        "F",          "O",         "G",
    "H",          "X",        "Y",         "Z",          "A",       "U",        "S",          "V",         "T",
    "BU",         "EBF",      "ABF",       "EBG",        "ABG",     "MIN",      "MAX",        "FALSE",     "TRUE",
    "case",       "esac",     "mod",       "next",       "init",    "self",     "union",      "in",        "abs",
    "min",        "max",      "xor",       "xnor"};

Symbols::Symbols() {
  for (const std::string_view word : reserved_words) intern(word);
}

Symbol Symbols::intern(std::string_view text) {
  if (const auto found = index_.find(text); found != index_.end()) return found->second;
  texts_.emplace_back(text);
  const auto symbol = static_cast<Symbol>(texts_.size() - 1);
  index_.emplace(texts_.back(), symbol);
  return symbol;
}

Symbol Symbols::find(std::string_view text) const {
  const auto found = index_.find(text);
  return found == index_.end() ? no_symbol : found->second;
}

}  // namespace whynot::front
