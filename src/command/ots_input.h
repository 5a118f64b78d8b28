// What `whynot falsify`, `search` and `prove` open: a specification, the scope to search in, the invariants asked
// for, and the state to start from.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "command/options.h"
#include "model/ots/ots.h"
#include "session/desk.h"

namespace whynot::command {

struct Goal {
  ots::Predicate predicate;
  std::vector<ots::Predicate> given;  // invariants that it says it uses, and those that they use
  std::string text;
  Span where;
};

struct OtsInput {
  std::vector<std::unique_ptr<ots::Ots>> systems;
  std::size_t chosen = 0;
  std::optional<std::size_t> scope_index;  // into Ots::scopes; nothing: the one made for a file without scopes
  std::unique_ptr<ots::Scope> made_scope;
  bool any_scope = false;  // --scope any: no scope, loose sorts have as many elements as a run needs
  std::vector<Goal> goals;
  std::optional<State> from;

  ots::Ots& ots() const { return *systems[chosen]; }
  const ots::Scope& scope() const { return scope_index ? ots().scopes[*scope_index] : *made_scope; }
};

// False after errors, which the desk has.
bool open_ots(const Arguments&, session::Desk&, OtsInput&);

// The specification in another tool's language, by the file's suffix; nothing and `error` when there is none such.
std::optional<std::string> exported(const OtsInput&, const std::string& path, Context&, std::string& error);

}  // namespace whynot::command
