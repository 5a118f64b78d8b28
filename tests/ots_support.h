// Loading of OTS texts and shipped examples in tests.
#pragma once
#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "front/ots/load.h"

namespace whynot {

inline std::string read_example(const std::string& name) {
  std::ifstream in(std::string(WHYNOT_EXAMPLES) + "/ots/" + name + ".ots");
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

struct OtsInput {
  explicit OtsInput(const std::string& text) {
    systems = front::ots::load(sources, sources.add("x.ots", text), diagnostics);
    for (const Diagnostic& d : diagnostics.all()) ADD_FAILURE() << render(d, sources);
  }
  ots::Ots& ots() { return *systems.at(0); }
  const ots::Scope& scope(std::string_view name) { return *ots().scope(name); }
  ots::Predicate predicate(std::string_view name) { return ots::predicate_of(*ots().invariant(name)); }
  // A formula with `forall` at its front for its parameters.
  ots::Predicate formula(const std::string& text, const ots::Scope* scope = nullptr) {
    auto p = front::ots::load_predicate(ots(), scope, sources, sources.add("formula", text), diagnostics);
    for (const Diagnostic& d : diagnostics.all()) ADD_FAILURE() << render(d, sources);
    return p.value();
  }
  Sources sources;
  Diagnostics diagnostics;
  std::vector<std::unique_ptr<ots::Ots>> systems;
};

}  // namespace whynot
