// Counts runs of one shape at a time as the satisfying assignments of a diagram over the bits that the model leaves
// open.
#include "analyse/classify/count/count_diagrams.h"

#include <fmt/format.h>

#include <unordered_map>

#include "analyse/classify/solver/formula_truth.h"
#include "analyse/classify/solver/occurrence.h"
#include "base/check.h"
#include "encode/bdd_order.h"
#include "encode/circuit.h"
#include "solve/bdd.h"

namespace whynot::analyse::classify {
namespace {

using solve::Bdd;
using solve::BddVariable;

constexpr std::uint64_t diagram_bytes = std::uint64_t{512} << 20, frames_effort = 1'000, bits_effort = 400;

// Runs of one shape at a time, over frames that are all there.
class ShapedRuns : public RunFrames {
 public:
  ShapedRuns(encode::BitSystem& bits, std::size_t frames, Context& context) : RunFrames(bits, context) {
    for (std::size_t frame = 0; frame < frames; ++frame) {
      unroll_->extend_to(frame + 1);
      required_.push_back(unroll_->required().size());
    }
  }
  void take(std::size_t positions) {
    positions_ = positions;
    has_.assign(positions, Aig::constant(true));
  }
  void loop_to(std::size_t position) {
    starts_.assign(positions_, Aig::constant(false));
    starts_[position] = Aig::constant(true);
  }
  // How many conditions speak of frames up to this one.
  std::size_t required(std::size_t frame) const { return required_[frame]; }

 private:
  std::vector<std::size_t> required_;
};

// What stands together in the order of the diagrams: the bits of a frame, for what was chosen in earlier frames
// matters to later ones through the state only; or one bit of all frames, so that states far apart are compared
// cheaply.
enum class Together { Frames, Bits };

// The functions of an unrolling's circuits.
class FrameDiagrams {
 public:
  FrameDiagrams(encode::Unroll& unroll, Together together, Context& context)
      : unroll_(unroll), manager_({diagram_bytes, 0, true, 20'000, 4}) {
    manager_.watch(&context);
    encode::BitSystem& system = unroll.system();
    const auto order =
        encode::bdd_orders(system, system.everything(), encode::bdd_parts(system, system.everything())).front();
    of_frame_.resize(unroll.frames());
    inputs_.resize(unroll.frames());
    // A bit that is the same in several frames, or a function of others, has no variable of its own in later ones:
    // it belongs to the first, whatever the order.
    for (std::size_t frame = 0; frame < unroll.frames(); ++frame)
      for (const encode::BitPlace& place : order)
        first_.try_emplace(node_of(place, frame), Home{frame, is_input(place)});
    for (std::size_t i = 0; i < order.size() * unroll.frames(); ++i) {
      const bool by_frame = together == Together::Frames;
      add(order[by_frame ? i % order.size() : i / unroll.frames()], by_frame ? i / order.size() : i % unroll.frames());
    }
  }

  solve::BddManager& manager() { return manager_; }
  std::size_t variables_of(std::size_t frame) const { return of_frame_[frame]; }
  // The variables of inputs that leave a frame.
  const std::vector<BddVariable>& inputs_of(std::size_t frame) const { return inputs_[frame]; }

  Bdd function(Lit root) {
    const Aig& g = unroll_.graph();
    for (std::vector<std::uint32_t> open = {root.node()}; !open.empty();) {
      const std::uint32_t n = open.back();
      if (made_.count(n)) {
        open.pop_back();
      } else if (!g.is_and(n)) {
        WHYNOT_CHECK(n == 0, "every open bit of a frame should have a variable");
        made_.emplace(n, manager_.constant(false));
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
  struct Home {
    std::size_t frame = 0;
    bool input = false;
  };

  std::uint32_t node_of(const encode::BitPlace& place, std::size_t frame) const {
    return unroll_.bits(place.variable, frame)[place.bit].node();
  }
  bool is_input(const encode::BitPlace& place) const {
    return unroll_.system().variables()[place.variable].kind == VariableKind::Input;
  }

  void add(const encode::BitPlace& place, std::size_t frame) {
    const std::uint32_t node = node_of(place, frame);
    if (!unroll_.graph().is_input(node) || made_.count(node)) return;
    const BddVariable v = manager_.new_variable();
    made_.emplace(node, manager_.variable(v));
    const Home home = first_.at(node);
    ++of_frame_[home.frame];
    if (home.input) inputs_[home.frame].push_back(v);
  }

  Bdd known(Lit l) const {
    const Bdd& f = made_.at(l.node());
    return l.complemented() ? !f : f;
  }

  encode::Unroll& unroll_;
  solve::BddManager manager_;
  std::vector<std::size_t> of_frame_;              // variables that it has first
  std::vector<std::vector<BddVariable>> inputs_;   // by frame
  std::unordered_map<std::uint32_t, Home> first_;  // by node of the graph: where it stands first
  std::unordered_map<std::uint32_t, Bdd> made_;    // by node of the graph
};

class DiagramCounter {
 public:
  DiagramCounter(const Question& question, const Vocabulary& vocabulary, const CountedClasses& classes,
                 Together together, Context& context)
      : question_(question),
        vocabulary_(vocabulary),
        classes_(classes),
        context_(context),
        bits_(*question.system),
        runs_(settled(bits_, context), question.bound + 1, context),
        diagrams_(runs_.unroll(), together, context),
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
    runs_.take(depth + (lassos ? 0 : 1));
    for (; frames_ <= depth; ++frames_) variables_ += diagrams_.variables_of(frames_);
    const std::vector<Lit>& required = runs_.unroll().required();
    for (; required_ < runs_.required(depth) && !diagrams_.manager().failed(); ++required_)
      so_far_ &= diagrams_.function(required[required_]);
  }

  bool count_finite(std::size_t depth) {
    return count(so_far_, truth_.on_run(runs_.unroll(), std::vector<Lit>(depth + 1, Aig::constant(true)), depth),
                 depth);
  }

  // A loop closes on whole states, as in the search.
  bool count_lassos(std::size_t depth) {
    encode::Unroll& unroll = runs_.unroll();
    for (std::size_t loop = 0; loop < depth; ++loop) {
      Aig& g = unroll.graph();
      Lit closes = encode::equal(g, unroll.identity(loop), unroll.identity(depth));
      closes = g.and_(closes, fair(depth, loop));
      const Bdd shaped = so_far_ & diagrams_.function(closes);
      runs_.loop_to(loop);
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
    const std::vector<BddVariable>& nobodys = diagrams_.inputs_of(last);
    const Bdd runs = shaped.exists(diagrams_.manager().cube_of(nobodys));
    const std::size_t variables = variables_ - nobodys.size();
    const auto number = [&](const Bdd& f) { return f.valid() ? f.sat_count(variables) : Integer(0); };
    Bdd violating = runs & diagrams_.function(bad), passing = runs - violating;
    if (classes_.within) {
      const std::optional<Lit> within = occurrence.of(*classes_.within);
      if (!within) return false;
      violating &= diagrams_.function(*within);
    }
    std::vector<Bdd> members(classes_.entries(), diagrams_.manager().constant(false));
    Bdd outside = violating;
    for (std::size_t i = 0; i < classes_.classes.size(); ++i) {
      const std::optional<Lit> member = occurrence.of(classes_.classes[i]);
      if (!member) return false;
      members[classes_.entry[i]] |= diagrams_.function(*member);
    }
    for (const Bdd& member : members) outside -= member;
    counts_.total += number(violating);
    counts_.outside += number(outside);
    for (std::size_t i = 0; i < members.size(); ++i) {
      const Bdd in = violating & members[i];
      counts_.passing[i] += number(passing & members[i]);
      counts_.in[i] += number(in);
      for (std::size_t j = 0; !counts_.in_both.empty() && j < members.size(); ++j)
        counts_.in_both[i][j] += number(in & members[j]);
    }
    count_only(violating, members, number);
    return true;
  }

  // What no other class has: neither those before nor those after.
  template <class Number>
  void count_only(const Bdd& violating, const std::vector<Bdd>& members, const Number& number) {
    std::vector<Bdd> left = {violating};  // by class: outside all before it
    for (const Bdd& m : members) left.push_back(left.back() - m);
    Bdd after = diagrams_.manager().constant(false);
    for (std::size_t i = members.size(); i-- > 0;) {
      counts_.only_in[i] += number((left[i] & members[i]) - after);
      after |= members[i];
    }
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
  std::size_t frames_ = 0, variables_ = 0, required_ = 0;
  Counts counts_;
};

}  // namespace

std::variant<Counts, Uncounted> count_by_diagrams(const Question& question, const Vocabulary& vocabulary,
                                                  const CountedClasses& classes, Context& context) {
  // What is chosen in a frame matters to later ones through the state only, also where a loop closes: one state to
  // remember costs less than relations between bits far apart.
  std::variant<Counts, Uncounted> counted;
  for (const auto& [together, effort] :
       {std::pair(Together::Frames, frames_effort), std::pair(Together::Bits, bits_effort)}) {
    Context limited(context, effort);
    counted = DiagramCounter(question, vocabulary, classes, together, limited).run();
    if (std::holds_alternative<Counts>(counted) || context.should_stop()) break;
  }
  return counted;
}

}  // namespace whynot::analyse::classify
