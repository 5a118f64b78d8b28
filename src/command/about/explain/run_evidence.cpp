// Each operator is settled at a position by its operands at others: F by the first position where its goal is true, G
// by all that are left, up to where the loop begins again.  What is true where is known from the semantics of traces.
#include "command/about/explain/run_evidence.h"

#include <fmt/format.h>

#include <algorithm>

#include "expr/print.h"
#include "model/ltl.h"
#include "model/system/path_formula.h"
#include "model/system/truth.h"

namespace whynot::command {
namespace {

using report::ProofNode;

constexpr std::size_t nowhere = ~std::size_t{0};
constexpr std::size_t most_text = 120;

class Positions {
 public:
  Positions(const TransitionSystem& system, const Trace& trace, Expr formula, const analyse::explain::Extent& extent)
      : pool_(*system.pool), truth_(system, trace, formula), extent_(extent) {}

  ProofNode tree(Expr f, std::size_t position, std::size_t depth = 0) {
    ProofNode out;
    out.goal = to_string(pool_, f);
    out.position = position;
    out.state = fmt::format("s{}", truth_.step(position));
    const bool fact = !contains_op(f, is_ltl);
    if (!fact && (spent_ >= extent_.budget || (extent_.depth && depth >= *extent_.depth))) return left_open(out, f);
    spent_ += !fact;
    out.by = "default";
    if (fact)
      settle_fact(out, f);
    else if (f.is(Op::And) || f.is(Op::Or))
      settle_connective(out, f, position, depth);
    else
      settle_temporal(out, f, position, depth);
    return out;
  }
  std::size_t open() const { return open_; }

 private:
  std::string text(Expr e) const { return to_string(pool_, e, most_text); }
  bool is_true(Expr e, std::size_t position) const { return truth_.at(e, position) == Truth::True; }

  ProofNode left_open(ProofNode& out, Expr f) {
    ++open_;
    out.open = true;
    out.summary = fmt::format("{} holds; not expanded", text(f));
    return std::move(out);
  }

  void settle_fact(ProofNode& out, Expr f) const {
    out.rule = "atom";
    out.summary = fmt::format("{} is true", text(f));
  }

  void settle_connective(ProofNode& out, Expr f, std::size_t position, std::size_t depth) {
    const bool left = is_true(f.arg(0), position);
    if (f.is(Op::And)) {
      out.rule = "and";
      out.summary = fmt::format("{}, and {}", text(f.arg(0)), text(f.arg(1)));
      for (std::size_t i = 0; i < 2; ++i) out.children.push_back(tree(f.arg(i), position, depth + 1));
      return;
    }
    const Expr side = f.arg(left ? 0 : 1);
    out.rule = left ? "or-left" : "or-right";
    out.summary = fmt::format("because {} holds", text(side));
    out.children.push_back(tree(side, position, depth + 1));
  }

  std::size_t neighbour(std::size_t position, bool past) const {
    if (past) return position == 0 ? nowhere : position - 1;
    const std::size_t next = truth_.after(position);
    return next < truth_.positions() ? next : nowhere;
  }

  // The positions that the bounds of an operator speak of, in order, each once.
  std::vector<std::size_t> window(Expr f, std::size_t position, bool past) const {
    const TimeBounds bounds = bounds_of(f);
    std::vector<std::size_t> found;
    std::vector<bool> seen(truth_.positions());
    std::size_t at = position;
    for (std::uint64_t distance = 0; at != nowhere && (bounds.unbounded() || distance <= bounds.hi); ++distance) {
      if (bounds.unbounded() || distance >= bounds.lo) {
        if (seen[at]) break;
        seen[at] = true;
        found.push_back(at);
      }
      at = neighbour(at, past);
    }
    return found;
  }

  void settle_temporal(ProofNode& out, Expr f, std::size_t position, std::size_t depth) {
    const bool past = f.is(Op::Y) || f.is(Op::Z) || f.is(Op::O) || f.is(Op::H) || f.is(Op::S) || f.is(Op::T);
    out.rule = std::string(op_word(f.op()));
    if (is_shift(f.op())) {
      const std::size_t at = neighbour(position, past);
      out.summary = at == nowhere ? "nothing came before" : fmt::format("{} holds {}", text(f.arg(0)), where(at));
      if (at != nowhere) out.children.push_back(tree(f.arg(0), at, depth + 1));
      return;
    }
    const std::vector<std::size_t> all = window(f, position, past);
    if (has_two_operands(f.op()))
      settle_until(out, f, all, depth);
    else if (wants_every_goal(f.op()))
      settle_always(out, f.arg(0), all, past, depth);
    else
      settle_once(out, f.arg(0), all, depth);
  }

  std::string where(std::size_t position) const { return fmt::format("at step {}", truth_.step(position)); }

  void settle_once(ProofNode& out, Expr goal, const std::vector<std::size_t>& all, std::size_t depth) {
    const auto at = std::find_if(all.begin(), all.end(), [&](std::size_t p) { return is_true(goal, p); });
    if (at == all.end()) return;
    out.bound = static_cast<std::uint64_t>(at - all.begin());
    out.summary = fmt::format("{} holds {}", text(goal), where(*at));
    out.children.push_back(tree(goal, *at, depth + 1));
  }

  void settle_always(ProofNode& out, Expr goal, const std::vector<std::size_t>& all, bool past, std::size_t depth) {
    out.summary = fmt::format("{} holds at every step {} here", text(goal), past ? "up to" : "from");
    for (const std::size_t p : all) out.children.push_back(tree(goal, p, depth + 1));
  }

  // U and S want the second operand once and the first before that; V and T the second up to the first, or always.
  void settle_until(ProofNode& out, Expr f, const std::vector<std::size_t>& all, std::size_t depth) {
    const bool release = wants_every_goal(f.op());
    const Expr end = f.arg(release ? 0 : 1), hold = f.arg(release ? 1 : 0);
    const auto at = std::find_if(all.begin(), all.end(), [&](std::size_t p) { return is_true(end, p); });
    const bool ends = at != all.end();
    if (ends)
      out.summary = fmt::format("{} holds {}, and {} {}", text(end), where(*at), text(hold),
                                release ? "up to then" : "until then");
    else
      out.summary = fmt::format("{} holds all the time", text(hold));
    for (auto p = all.begin(); p != all.end() && (p <= at); ++p) {
      if (p != at || release) out.children.push_back(tree(hold, *p, depth + 1));
      if (p == at) out.children.push_back(tree(end, *p, depth + 1));
    }
  }

  static std::string_view op_word(Op op) {
    switch (op) {
      case Op::X: return "X";
      case Op::F: return "F";
      case Op::G: return "G";
      case Op::U: return "U";
      case Op::V: return "V";
      case Op::Y: return "Y";
      case Op::Z: return "Z";
      case Op::O: return "O";
      case Op::H: return "H";
      case Op::S: return "S";
      default: return "T";
    }
  }

  ExprPool& pool_;
  TraceTruth truth_;
  const analyse::explain::Extent& extent_;
  std::size_t spent_ = 0, open_ = 0;
};

std::string loop_of(const Trace& trace) {
  if (!trace.loop) return "";
  const std::size_t last = trace.steps.size() - 1;
  if (*trace.loop == last) return fmt::format("; step {} repeats forever", last);
  return fmt::format("; steps {} to {} repeat forever", *trace.loop, last);
}

}  // namespace

report::Evidence evidence_on_run(const TransitionSystem& system, const Property& property, const Trace& trace,
                                 const analyse::explain::Extent& extent) {
  ExprPool& pool = *system.pool;
  const Expr wrong = negation_normal_form(pool, property.formula, true);
  Positions positions(system, trace, wrong, extent);
  report::Evidence evidence;
  evidence.property = property.name;
  evidence.proved = to_string(pool, wrong);
  evidence.proof = positions.tree(wrong, 0);
  evidence.open = positions.open();
  evidence.checked = true;
  evidence.headline = fmt::format("{}: {}{}", to_string(pool, wrong, 200), evidence.proof.summary, loop_of(trace));
  const auto& columns = trace.signature->columns;
  for (std::size_t step = 0; step < trace.steps.size(); ++step) {
    report::NamedState named{fmt::format("s{}", step), {}};
    for (std::size_t c = 0; c < columns.size(); ++c)
      named.values.emplace_back(columns[c].name, trace.steps[step].state[c]);
    evidence.states.push_back(std::move(named));
  }
  return evidence;
}

}  // namespace whynot::command
