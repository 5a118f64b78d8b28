// What an exploration says: goals, states and candidates in words, the answers that only show something, and exports.
// Nothing here changes the proof, but for goals that the checker opens again before they are shown.
#include <fmt/format.h>

#include "analyse/explain/show/summary.h"
#include "command/about/explain/exploration.h"
#include "expr/print.h"
#include "host/files.h"
#include "report/draw/witness.h"
#include "report/findings.h"

namespace whynot::command {

using explain::NodeId;
using explain::Rule;

Exploration::Answer Exploration::help() const {
  return {
      "  show              the evidence so far, state by state\n"
      "  goal              the current goal\n"
      "  why               what settles it, and what that rests on\n"
      "  expand [N|all]    expand the current goal, N levels or everything below\n"
      "  alternatives      what could be chosen here\n"
      "  choose N          take the N-th of them\n"
      "  forward [N], back go to the N-th premise (default: the last), or to the goal above\n"
      "  until FORMULA     go on, expanding, to where FORMULA is the goal\n"
      "  strategy WORDS    steer what is expanded from now on, e.g. strategy avoid(floor = 1), shortest; `strategy "
      "none`\n"
      "  undo              take the last choice back\n"
      "  save F, load F    keep the choices, make them again (also on a changed model)\n"
      "  export FORMAT F   dot, svg or json\n"
      "  quit\n"};
}

std::string Exploration::state_text(const State& s, const State* before) const {
  const auto& columns = workbench_.stepper().signature()->columns;
  std::string out;
  for (std::size_t c = 0; c < columns.size(); ++c)
    if (!before || (*before)[c] != s[c]) out += (out.empty() ? "" : ", ") + columns[c].name + " = " + s[c].to_string();
  return out.empty() ? "the same state" : out;
}

std::string Exploration::goal_text(NodeId id) const {
  const explain::Proof& proof = builder_->proof();
  const explain::Node& n = proof.at(id);
  const std::string place =
      n.goal.state ? fmt::format("{} ({})", StateNames(proof).of(*n.goal.state), state_text(*n.goal.state, nullptr))
                   : fmt::format("all states where {}", to_string(proof.pool(), n.goal.set, 300));
  return fmt::format("{}  at {}", to_string(proof.pool(), n.goal.formula, 300), place);
}

std::string Exploration::candidate_text(NodeId id, const explain::Candidate& c) const {
  const explain::Proof& proof = builder_->proof();
  const auto& here = proof.at(id).goal.state;
  std::string out(explain::rule_name(c.rule));
  if (c.rule == Rule::EGLoop)
    return fmt::format("{}: a loop of {} state{}", out, c.states.size(), c.states.size() == 1 ? "" : "s");
  if (!c.states.empty()) out += fmt::format(": next {}", state_text(c.states.front(), here ? &*here : nullptr));
  if (!c.states.empty() && c.rule != Rule::EU) return out;
  if (!c.sets.empty()) return out + sets_text(c);
  for (const Expr g : c.states.empty() ? c.goals : std::vector<Expr>())
    out += fmt::format("{} {}", out.find(':') == std::string::npos ? ":" : ",", to_string(proof.pool(), g, 120));
  if (c.rank) out += fmt::format("  (settled in {} step{})", *c.rank, *c.rank == 1 ? "" : "s");
  return out;
}

// ": EF p where x < 2, EF q where x > 1", ": next 3 states where x > 1".
std::string Exploration::sets_text(const explain::Candidate& c) const {
  std::string out;
  for (std::size_t i = 0; i < c.sets.size(); ++i) {
    const std::string where = to_string(builder_->proof().pool(), oracle_->describe(c.sets[i]), 120);
    const Integer count = oracle_->count(c.sets[i]);
    const std::string what = c.rule == Rule::Or ? to_string(builder_->proof().pool(), c.goals[i], 120) + " in" : "next";
    out += fmt::format("{} {} {} state{} where {}", i == 0 ? ":" : ",", what, to_string(count), count == 1 ? "" : "s",
                       where);
  }
  return out + (c.like.empty() ? "" : fmt::format("  (as `{}` has it)", c.like));
}

Exploration::Answer Exploration::show() {
  report::Evidence e = evidence(false);
  report::Style whole;
  whole.full = true;
  return {report::text_of(e, workbench_.report(), whole)};
}

Exploration::Answer Exploration::why() {
  const std::string unchecked = check_so_far();
  if (!unchecked.empty()) return {goal_text(at_) + "\n" + unchecked, false, false};
  const explain::Node& n = builder_->proof().at(at_);
  std::string out = goal_text(at_) + "\n";
  if (n.rule == Rule::Open) return {out + "  not expanded yet: `expand`, or `alternatives`\n"};
  out += fmt::format("  {}   [{}{}]{}\n", explain::summary(*builder_, at_), explain::rule_name(n.rule),
                     n.bound ? fmt::format(" {}", *n.bound) : "", n.by.empty() ? "" : fmt::format("  by {}", n.by));
  for (std::size_t i = 0; i < n.premises.size(); ++i)
    out +=
        fmt::format("  {}  {}{}\n", i + 1, goal_text(n.premises[i]), builder_->is_open(n.premises[i]) ? "   …+" : "");
  return {out};
}

Exploration::Answer Exploration::list_alternatives() {
  const auto found = builder_->alternatives(at_, most_alternatives);
  std::string out;
  for (std::size_t i = 0; i < found.size(); ++i)
    out += fmt::format("  {:>2}  {}\n", i + 1, candidate_text(at_, found[i]));
  if (found.size() >= most_alternatives) out += "  (there may be more; `strategy prefer(…)` narrows them)\n";
  if (is_partial()) out += "  (of what one engine found; `strategy …` builds decision diagrams, which know the rest)\n";
  return {out.empty() ? "  nothing can be chosen here\n" : out};
}

std::string Exploration::told_since(std::size_t before) const {
  std::string out;
  const auto& all = workbench_.diagnostics().all();
  for (std::size_t i = before; i < all.size(); ++i) out += render(all[i], workbench_.sources());
  return out;
}

// What was applied at a goal, in words that name it again on another model.
std::string Exploration::key_of(NodeId id, const explain::Candidate& c) const {
  std::string key(explain::rule_name(c.rule));
  for (const State& s : c.states) key += fmt::format(" [{}]", state_text(s, nullptr));
  for (const std::string& set : set_texts(c)) key += fmt::format(" {{{}}}", set);
  return fmt::format("{}: {}", to_string(builder_->proof().pool(), builder_->proof().at(id).goal.formula), key);
}

std::vector<std::string> Exploration::set_texts(const explain::Candidate& c) const {
  std::vector<std::string> texts;
  for (const engine::StateSet& set : c.sets)
    texts.push_back(to_string(builder_->proof().pool(), oracle_->describe(set)));
  return texts;
}

Exploration::Answer Exploration::write(const Arguments& words) {
  if (words.size() != 2 || (words[0] != "dot" && words[0] != "svg" && words[0] != "json"))
    return wrong("export takes dot, svg or json, and a file");
  const report::Evidence e = evidence(false);
  std::string text;
  if (words[0] == "json")
    text = report::dump(report::json_of(e)) + "\n";
  else
    text = words[0] == "dot" ? to_dot(e.drawing) : to_svg(e.drawing);
  std::string error;
  if (!host::write_file(words[1], text, error)) return wrong(fmt::format("cannot write {}", error));
  return {fmt::format("wrote {}\n", words[1])};
}

}  // namespace whynot::command
