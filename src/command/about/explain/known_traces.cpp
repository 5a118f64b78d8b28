// The states of a trace but the first, which evidence has to start in, as a condition on the model's variables.
#include "command/about/explain/known_traces.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "session/traces.h"

namespace whynot::command {
namespace {

bool is_id(const std::string& text) {
  return text.size() > 1 && text[0] == 't' && text.find_first_not_of("0123456789", 1) == std::string::npos;
}

bool is_name(const TransitionSystem& system, const std::string& text) {
  const auto is_variable = [&](const VariableDecl& v) { return system.pool->name_of(v.variable) == text; };
  const auto is_define = [&](const Define& d) { return d.name == text; };
  return std::any_of(system.variables.begin(), system.variables.end(), is_variable) ||
         std::any_of(system.defines.begin(), system.defines.end(), is_define);
}

Expr is_state(const TransitionSystem& system, const State& state) {
  ExprPool& pool = *system.pool;
  std::vector<Expr> parts;
  std::size_t column = 0;
  for (const VariableDecl& v : system.variables) {
    if (v.kind == VariableKind::Input) continue;
    const Value& value = state[column++];
    if (value.is_boolean())
      parts.push_back(value.is_true() ? v.variable : pool.not_(v.variable));
    else
      parts.push_back(pool.eq(v.variable, pool.constant(value, v.variable.type())));
  }
  return pool.all(parts);
}

Expr states_of(const TransitionSystem& system, const std::vector<Trace>& traces) {
  ExprPool& pool = *system.pool;
  Expr any = pool.boolean(false);
  for (const Trace& trace : traces)
    for (std::size_t i = trace.loop == 0 ? 0 : 1; i < trace.steps.size(); ++i)
      any = pool.or_(any, is_state(system, trace.steps[i].state));
  return any;
}

Expr unknown(session::Workbench& workbench, const std::string& message) {
  workbench.diagnostics()
      .error("explain.unknown-trace", message, {workbench.sources().add("--strategy", ""), 0, 0})
      .help = "write a report with `--json -o cex.json`, then name its trace: avoid(cex.json@t1)";
  return {};
}

// What earlier lines of the session were answered with.
std::vector<Trace> answered(const session::Opened& opened, const std::string& id) {
  std::vector<Trace> found;
  for (const auto& [line, answer] : opened.answers)
    for (const report::TraceEntry& entry : answer.report.traces) {
      const auto is_same = [&](const Trace& t) { return t.steps == entry.trace.steps && t.loop == entry.trace.loop; };
      if (entry.id == id && std::none_of(found.begin(), found.end(), is_same)) found.push_back(entry.trace);
    }
  return found;
}

}  // namespace

std::optional<Expr> known_states(session::Workbench& workbench, const std::string& given) {
  const std::size_t begin = given.find_first_not_of(" \t"), end = given.find_last_not_of(" \t");
  if (begin == std::string::npos) return std::nullopt;
  const std::string text = given.substr(begin, end - begin + 1);
  const TransitionSystem& system = workbench.system();
  if (is_name(system, text)) return std::nullopt;
  if (is_id(text)) {
    const std::vector<Trace> found = answered(*workbench.opened(), text);
    if (found.size() == 1) return states_of(system, found);
    return unknown(workbench, found.empty() ? fmt::format("no earlier answer of this session has a trace `{}`", text)
                                            : fmt::format("{} earlier answers have a trace `{}`", found.size(), text));
  }
  const std::size_t at = text.rfind('@');
  const std::string path = text.substr(0, at), id = at == std::string::npos ? "" : text.substr(at + 1);
  const bool names_file = at == std::string::npos ? text.ends_with(".json") : is_id(id);
  if (!names_file || path == "-") return std::nullopt;
  const auto entries =
      session::read_traces(path, std::cin, &workbench.model(), workbench.sources(), workbench.diagnostics());
  if (!entries) return Expr();
  std::vector<Trace> found;
  for (const report::TraceEntry& entry : *entries)
    if (id.empty() || entry.id == id) found.push_back(entry.trace);
  if (found.empty()) return unknown(workbench, fmt::format("`{}` has no trace `{}`", path, id));
  return states_of(system, found);
}

}  // namespace whynot::command
