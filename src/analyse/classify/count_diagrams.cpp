#include "analyse/classify/count_diagrams.h"

#include <fmt/format.h>

#include <unordered_map>

#include "analyse/classify/formula_truth.h"
#include "analyse/classify/occurrence.h"
#include "encode/bdd_order.h"
#include "encode/circuit.h"
#include "solve/bdd/bdd.h"

namespace whynot::classify {
namespace {

using solve::Bdd;
using solve::BddVariable;

constexpr std::uint64_t most_bytes = std::uint64_t{512} << 20;

// Runs of one shape; frames are added as shapes grow.
class ShapedRuns : public RunFrames {
 public:
  ShapedRuns(encode::BitSystem& bits, Context& context) : RunFrames(bits, context) {}
  void take(std::size_t positions, std::size_t frames) {
    unroll_->extend_to(frames);
    positions_ = positions;
    has_.assign(positions, Aig::constant(true));
  }
};

// The functions of an unrolling's circuits.  Bits of one frame stand together: what was chosen in earlier frames
// matters to later ones through the state only.
class FrameDiagrams {
 public:
  FrameDiagrams(encode::Unroll& unroll, Context& context) : unroll_(unroll), manager_({most_bytes, 0, true, 20'000, 4}) {
    manager_.watch(&context);
    encode::BitSystem& system = unroll.system();
    order_ = encode::bdd_orders(system, system.everything(), encode::bdd_parts(system, system.everything())).front();
  }

  solve::BddManager& manager() { return manager_; }
  void add_frame(std::size_t frame) {
    for (const encode::BitPlace& place : order_) {
      const Lit bit = unroll_.bits(place.variable, frame)[place.bit];
      if (!unroll_.graph().is_input(bit.node()) || made_.count(bit.node())) continue;
      made_.emplace(bit.node(), manager_.variable(manager_.new_variable()));
    }
  }
  // The variables of inputs that leave a frame.
  std::vector<BddVariable> inputs_of(std::size_t frame) {
    std::vector<BddVariable> found;
    for (const encode::BitPlace& place : order_)
      if (unroll_.system().variables()[place.variable].kind == VariableKind::Input)
        found.push_back(made_.at(unroll_.bits(place.variable, frame)[place.bit].node()).support().front());
    return found;
  }

  Bdd function(Lit root) {
    const Aig& g = unroll_.graph();
    for (std::vector<std::uint32_t> open = {root.node()}; !open.empty();) {
      const std::uint32_t n = open.back();
      if (made_.count(n)) {
        open.pop_back();
      } else if (!g.is_and(n)) {
        made_.emplace(n, n == 0 ? manager_.constant(false) : manager_.variable(manager_.new_variable()));
      } else {
        const std::size_t before = open.size();
        for (Lit l : {g.left(n), g.right(n)})
          if (!made_.count(l.node())) open.push_back(l.node());
        if (open.size() == before) made_.emplace(n, known(g.left(n)) & known(g.right(n)));
      }
      if (manager_.failed()) return {};
    }
    return known(root);
  }

 private:
  Bdd known(Lit l) const {
    const Bdd& f = made_.at(l.node());
    return l.complemented() ? !f : f;
  }

  encode::Unroll& unroll_;
  solve::BddManager manager_;
  std::vector<encode::BitPlace> order_;
  std::unordered_map<std::uint32_t, Bdd> made_;  // by node of the graph
};

class DiagramCounter {
 public:
  DiagramCounter(const Question& question, const Vocabulary& vocabulary, const CountedClasses& classes, Context& context)
      : question_(question),
        vocabulary_(vocabulary),
        classes_(classes),
        context_(context),
        bits_(*question.system),
        runs_(settled(bits_, context), context),
        diagrams_(runs_.unroll(), context),
        truth_(bits_, question.violation.bad),
        so_far_(diagrams_.manager().constant(true)),
        counts_(classes.classes.size()) {}

  std::variant<Counts, Uncounted> run() {
    const bool lassos = question_.violation.lassos;
    for (std::size_t depth = lassos ? 1 : 0; depth <= question_.bound; ++depth) {
      const bool wanted = !question_.exact || depth == question_.bound;
      extend_to(depth, lassos);
      if (wanted && !(lassos ? count_lassos(depth) : count_finite(depth)))
        return Uncounted{"a class ties too many positions together"};
      if (diagrams_.manager().failed() || context_.should_stop())
        return Uncounted{fmt::format("the decision diagrams of {} frames grow too large", depth + 1)};
    }
    return counts_;
  }

 private:
  static encode::BitSystem& settled(encode::BitSystem& bits, Context& context) {
    bits.settle_fits(context);
    return bits;
  }

  void extend_to(std::size_t depth, bool lassos) {
    runs_.take(depth + (lassos ? 0 : 1), depth + 1);
    for (; frames_ <= depth; ++frames_) diagrams_.add_frame(frames_);
    const std::vector<Lit>& required = runs_.unroll().required();
    for (; required_ < required.size() && !diagrams_.manager().failed(); ++required_)
      so_far_ &= diagrams_.function(required[required_]);
  }

  bool count_finite(std::size_t depth) {
    return count(so_far_, truth_.on_run(runs_.unroll(), std::vector<Lit>(depth + 1, Aig::constant(true)), depth), depth);
  }

  // A loop closes on whole states, and on what the formula reads of the transition into them, as in the search.
  bool count_lassos(std::size_t depth) {
    encode::Unroll& unroll = runs_.unroll();
    for (std::size_t loop = truth_.readings().empty() ? 0 : 1; loop < depth; ++loop) {
      Aig& g = unroll.graph();
      Lit closes = encode::equal(g, unroll.identity(loop), unroll.identity(depth));
      for (Lit reading : truth_.readings())
        closes = g.and_(closes, g.iff(unroll.at(reading, loop - 1), unroll.at(reading, depth - 1)));
      closes = g.and_(closes, fair(depth, loop));
      const Bdd shaped = so_far_ & diagrams_.function(closes);
      if (!count(shaped, truth_.on_lasso(unroll, depth, loop), depth)) return false;
      if (diagrams_.manager().failed()) return true;
    }
    return true;
  }

  Lit fair(std::size_t depth, std::size_t loop) {
    Aig& g = runs_.graph();
    const auto somewhere = [&](Expr condition) {
      const Lit l = bits_.condition(condition);
      Lit found = Aig::constant(false);
      for (std::size_t p = loop; p < depth; ++p) found = g.or_(found, runs_.unroll().at(l, p));
      return found;
    };
    Lit result = Aig::constant(true);
    for (const Constraint& c : question_.system->justice) result = g.and_(result, somewhere(c.condition));
    for (const Compassion& c : question_.system->compassion)
      result = g.and_(result, g.implies(somewhere(c.p), somewhere(c.q)));
    return result;
  }

  // Adds the runs of one shape.  No transition leaves the last frame: its inputs are nobody's.
  bool count(const Bdd& shaped, Lit bad, std::size_t last) {
    Occurrence occurrence(runs_, vocabulary_);
    const std::vector<BddVariable> nobodys = diagrams_.inputs_of(last);
    const Bdd runs = shaped.exists(diagrams_.manager().cube_of(nobodys));
    const std::size_t variables = diagrams_.manager().variable_count() - nobodys.size();
    const auto number = [&](const Bdd& f) { return f.valid() ? f.sat_count(variables) : Integer(0); };
    Bdd violating = runs & diagrams_.function(bad), passing = runs - violating;
    if (classes_.within) {
      const std::optional<Lit> within = occurrence.of(*classes_.within);
      if (!within) return false;
      violating &= diagrams_.function(*within);
    }
    std::vector<Bdd> members;
    Bdd outside = violating;
    for (const TraceClass& c : classes_.classes) {
      const std::optional<Lit> member = occurrence.of(c);
      if (!member) return false;
      members.push_back(diagrams_.function(*member));
      outside -= members.back();
    }
    counts_.total += number(violating);
    counts_.outside += number(outside);
    for (std::size_t i = 0; i < members.size(); ++i) {
      const Bdd in = violating & members[i];
      counts_.passing[i] += number(passing & members[i]);
      counts_.in[i] += number(in);
      Bdd only = in;
      for (std::size_t j = 0; j < members.size(); ++j) {
        if (i != j) only -= members[j];
        counts_.in_both[i][j] += number(in & members[j]);
      }
      counts_.only_in[i] += number(only);
    }
    return true;
  }

  const Question& question_;
  const Vocabulary& vocabulary_;
  const CountedClasses& classes_;
  Context& context_;
  encode::BitSystem bits_;
  ShapedRuns runs_;
  FrameDiagrams diagrams_;
  FormulaTruth truth_;
  Bdd so_far_;  // the runs of the frames made
  std::size_t frames_ = 0, required_ = 0;
  Counts counts_;
};

}  // namespace

std::variant<Counts, Uncounted> count_by_diagrams(const Question& question, const Vocabulary& vocabulary,
                                                  const CountedClasses& classes, Context& context) {
  return DiagramCounter(question, vocabulary, classes, context).run();
}

}  // namespace whynot::classify
