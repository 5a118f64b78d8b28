// What the tests of the SMV room share: a text, loaded.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "expr/print.h"
#include "front/smv/smv.h"

namespace whynot::front::smv {

struct Loaded {
  explicit Loaded(std::string text)
      : file(sources.add("m.smv", std::move(text))), program(load(file, sources, pool, diagnostics)) {}

  std::string messages() const {
    std::string out;
    for (const Diagnostic& d : diagnostics.all()) out += render(d, sources);
    return out;
  }
  // "code@line" of each diagnostic of a severity.
  std::vector<std::string> codes(Severity severity = Severity::Error) const {
    std::vector<std::string> out;
    for (const Diagnostic& d : diagnostics.all())
      if (d.severity == severity) out.push_back(d.code + "@" + std::to_string(sources.place(d.where).line));
    return out;
  }
  std::string text(Expr e) const { return to_string(pool, e); }
  std::vector<std::string> columns() const {
    std::vector<std::string> out;
    for (const VariableDecl& v : program->system.variables) out.push_back(pool.name_of(v.variable));
    return out;
  }
  // `next(x) := …` and the like, as text.
  std::string assigned(const std::vector<Assignment>& assignments, const std::string& name) const {
    for (const Assignment& a : assignments)
      if (pool.name_of(a.variable) == name) return text(a.value);
    return "nothing";
  }
  std::string next(const std::string& name) const { return assigned(program->system.next_assignments, name); }
  std::vector<std::string> property_names() const {
    std::vector<std::string> out;
    for (const Property& p : program->properties) out.push_back(p.name);
    return out;
  }
  std::vector<std::string> obligations() const {
    std::vector<std::string> out;
    for (const Obligation& o : program->system.obligations)
      out.push_back(o.code + "@" + std::to_string(sources.place(o.where).line));
    return out;
  }

  Sources sources;
  ExprPool pool;
  Diagnostics diagnostics;
  FileId file;
  std::optional<Program> program;
};

using Texts = std::vector<std::string>;

}  // namespace whynot::front::smv
