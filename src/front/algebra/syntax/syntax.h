// Modules of Maude and CafeOBJ as they are written: declarations are read, terms are still tokens, since how they are
// read depends on the operators that the whole module declares and imports.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "base/source.h"

namespace whynot::front::algebra {

enum class Dialect { Maude, Cafe };

struct Token {
  std::string_view text;
  Span where;
};
using Tokens = std::vector<Token>;
Span span_of(const Tokens&);

struct OperatorSyntax {
  std::vector<std::string> parts;  // words of the name; "_" stands for an argument
  Tokens sorts;
  Token result;
  bool constructor = false, associative = false, commutative = false, idempotent = false;
  Tokens identity;
  std::optional<int> precedence;
  std::string gather;  // "eE": one letter for each argument; empty: what is usual
  Span where;
};

struct VariableSyntax {
  Token name, sort;
};

struct StatementSyntax {
  enum class Kind { Equation, Rule };
  Kind kind = Kind::Equation;
  std::string label;
  Tokens body;  // LEFT = RIGHT or LEFT => RIGHT
  Tokens condition;
  bool otherwise = false;
  Span where;
};

struct ModuleSyntax {
  Token name;
  Tokens imports, sorts, hidden;
  std::vector<std::pair<Token, Token>> subsorts;
  std::vector<OperatorSyntax> operators;
  std::vector<VariableSyntax> variables;
  std::vector<StatementSyntax> statements;
};

struct SearchSyntax {
  std::string module;  // the last one before it, where none is named
  Tokens from, pattern, condition;
  Span where;
};

struct FileSyntax {
  std::vector<ModuleSyntax> modules;
  std::vector<SearchSyntax> searches;
};

// Adds the text of a file that another one loads; nothing, and a diagnostic, when it cannot be read.
using LoadFile = std::function<std::optional<FileId>(const std::string& path)>;

Tokens tokenize(const Sources&, FileId, Dialect);
FileSyntax parse_file(const Sources&, FileId, Dialect, const LoadFile&, Diagnostics&);

}  // namespace whynot::front::algebra
