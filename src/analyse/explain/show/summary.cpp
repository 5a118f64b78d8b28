// One sentence for each rule, made from the formula, the distances and the states of its goal.
#include "analyse/explain/show/summary.h"

#include <fmt/format.h>

#include "expr/print.h"

namespace whynot::analyse::explain {
namespace {

constexpr std::size_t most_text = 200;

std::string counted(std::uint64_t n, std::string_view what) {
  return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
}

class Words {
 public:
  Words(Builder& builder, NodeId id)
      : builder_(builder),
        proof_(builder.proof()),
        id_(id),
        n_(proof_.at(id)),
        v_(view_of(proof_.pool(), n_.goal.formula)) {}

  std::string all() {
    const std::string text = n_.rule == Rule::Open ? open() : closed();
    return part() + text;
  }

 private:
  std::string text(Expr e) const { return to_string(proof_.pool(), e, most_text, &builder_.names()); }

  // "r is true", "floor = 3".
  std::string fact(Expr e) const {
    if (e.is(Op::Variable)) return text(e) + " is true";
    if (e.is(Op::Not) && e.arg(0).is(Op::Variable)) return text(e.arg(0)) + " is false";
    return text(e) + (is_plain(e) ? " is true" : " holds");
  }

  // The states of a set may be at different distances.
  std::string in_steps(std::uint64_t n) const {
    if (n == 0) return "now";
    return fmt::format("{} {}", n_.goal.about_set() ? "within" : "in", counted(n, "more step"));
  }
  std::string states() const {
    if (builder_.oracle().is_partial()) return "states of the set";
    return to_string(builder_.oracle().count(builder_.place(id_))) + " states";
  }

  // Whether what is proved leaves out what starts no fair run.
  bool is_weak(Expr e) const {
    return proof_.at(n_.premises[0]).goal.formula == proof_.pool().or_(e, no_fair_run(proof_.pool()));
  }
  std::string premise_states(std::size_t i) const {
    return to_string(builder_.oracle().count(builder_.place(n_.premises[i])));
  }

  // "the second part: " where the goal above has two.
  std::string part() const {
    if (n_.parent == no_node || proof_.at(n_.parent).rule != Rule::And) return "";
    const bool whole = n_.parent == proof_.root;
    return fmt::format("{} half of {}: ", proof_.at(n_.parent).premises[0] == id_ ? "first" : "second",
                       whole ? "the property" : "it");
  }

  std::string open() {
    const std::string what = fmt::format("{} holds", text(n_.goal.formula));
    if (v_.shape == Shape::EU && v_.is_bounded())
      return fmt::format("{} within {}; not expanded", fact(v_.b), counted(v_.bounds.hi, "step"));
    return fmt::format("{}{}; not expanded", what, n_.goal.about_set() ? " in all " + states() : "");
  }

  std::string closed() {
    switch (n_.rule) {
      case Rule::Initial:
        return proof_.holds ? "what counts are the initial states that start a fair run"
                            : "a fair run starts in this initial state, and it does what is wanted";
      case Rule::Atom:
        if (is_true(proof_.pool(), n_.goal.formula)) return "";
        if (n_.goal.about_set()) return fmt::format("{} in all {}", fact(n_.goal.formula), states());
        return fact(n_.goal.formula) + (n_.after ? " of a step from here" : "");
      case Rule::And: return fmt::format("{}, and {}", fact(v_.a), fact(v_.b));
      case Rule::OrLeft:
      case Rule::OrRight: return "because " + fact(proof_.at(n_.premises[0]).goal.formula);
      case Rule::Or:
        return fmt::format("{} in {} of the states, {} in {}", fact(v_.a), premise_states(0), fact(v_.b),
                           premise_states(1));
      case Rule::Split: return n_.premises.empty() ? "there is no such state" : "the states in parts";
      case Rule::Unfair: return "no fair run starts here, so all of them do what is wanted";
      case Rule::Unfold: return "step by step";
      case Rule::Valid: return fmt::format("{} holds whatever the model does", text(n_.goal.formula));
      case Rule::EX: return fmt::format("{} in a next state", fact(v_.a));
      case Rule::AX:
        return fmt::format("{} in every next state{}", fact(v_.a), is_weak(v_.a) ? " that starts a fair run" : "");
      case Rule::EU: return fmt::format("{} {}", fact_becoming(*n_.bound), in_steps(*n_.bound));
      case Rule::EUNow: return fact(v_.b) + (n_.goal.about_set() ? " now" : " here: the goal is reached");
      case Rule::EUStep:
        if (n_.parent != no_node && proof_.at(n_.parent).rule == Rule::EU) return "the next state is on the way";
        return fmt::format("on the way: {}{}", n_.goal.about_set() ? "at most " : "",
                           counted(v_.bounds.hi, "more step"));
      case Rule::AU: return fmt::format("every run reaches {} within {}", text(v_.b), counted(*n_.bound, "step"));
      case Rule::AUNow: return fact(v_.b) + " now";
      case Rule::AUStep:
        return fmt::format("not yet; every run reaches {} within {}", text(v_.b), counted(v_.bounds.hi, "step"));
      case Rule::AUFair:
        return is_false(proof_.pool(), v_.b) ? "no fair run starts here"
                                             : fmt::format("no fair run can put off {} forever", text(v_.b));
      default: return globally();
    }
  }

  std::string fact_becoming(std::uint64_t n) const {
    if (n == 0) return fact(v_.b);
    const Expr e = v_.b;
    if (e.is(Op::Variable)) return text(e) + " becomes true";
    if (e.is(Op::Not) && e.arg(0).is(Op::Variable)) return text(e.arg(0)) + " becomes false";
    return text(e) + " becomes true";
  }

  std::string globally() {
    const bool fair_only = is_true(proof_.pool(), v_.a);
    switch (n_.rule) {
      case Rule::EGLoop: {
        const std::size_t length = n_.premises.size();
        const std::string loop =
            length == 1 ? "in a state that can stay as it is" : fmt::format("on a loop of {} states", length);
        if (fair_only) return loop + ", forever";
        return fmt::format("{}{} {}", loop, length == 1 ? ", while" : " on which", stays(v_.a));
      }
      case Rule::EGStep:
        return fair_only ? "a run that goes on forever leads from here"
                         : fmt::format("{}; a loop on which it stays so lies ahead", fact(v_.a));
      case Rule::EGNow:
      case Rule::AGNow: return fact(v_.a) + " up to here";
      case Rule::EGSet:
        return fair_only ? "from each of these states a fair run goes on forever"
                         : fmt::format("from each of these states a run stays where {}", fact(v_.a));
      case Rule::AGStep: return fact(v_.a) + ", and so it stays after every step";
      default: break;
    }
    if (v_.shape == Shape::NotEU) return fmt::format("no run reaches {} that way", text(v_.b));
    if (n_.bound)
      return fmt::format("{} in the first {} of every run, and after any {} such states in a row", fact(v_.a),
                         counted(*n_.bound, "state"), *n_.bound);
    engine::Oracle& oracle = builder_.oracle();
    if (oracle.is_partial())
      return fmt::format("{} in a set that holds the initial states and that no step leaves", fact(v_.a));
    if (oracle.is_loose()) return fmt::format("{} in every state that the model allows", fact(v_.a));
    StateSet reached = builder_.place(n_.premises[0]);
    if (is_weak(v_.a)) reached = oracle.intersect(reached, oracle.fair());
    return fmt::format("{} in all {} states that can be reached{}{}", fact(v_.a), to_string(oracle.count(reached)),
                       id_ == proof_.root ? "" : " from here", is_weak(v_.a) ? " and start a fair run" : "");
  }

  std::string stays(Expr e) const {
    if (e.is(Op::Variable)) return text(e) + " stays true";
    if (e.is(Op::Not) && e.arg(0).is(Op::Variable)) return text(e.arg(0)) + " stays false";
    return text(e) + " stays true";
  }

  Builder& builder_;
  const Proof& proof_;
  NodeId id_;
  const Node& n_;
  View v_;
};

}  // namespace

std::string summary(Builder& builder, NodeId id) { return Words(builder, id).all(); }

std::string headline(Builder& builder) {
  const Proof& proof = builder.proof();
  std::string text =
      fmt::format("{}: {}", to_string(proof.pool(), proof.at(proof.root).goal.formula, most_text, &builder.names()),
                  summary(builder, proof.root));
  engine::Oracle& oracle = builder.oracle();
  if (proof.runs == Runs::Fair && !proof.always_fair && !oracle.is_subset(oracle.reachable(), oracle.fair()))
    text += "; some reachable states start no fair infinite run: they do not count for A and E";
  return text;
}

}  // namespace whynot::analyse::explain
