// The bit system's graph is read in two ways: `now`, with a state and what leaves it; and `later`, one step after a
// transition, when its ends are the state that is remembered and the state that is there.
#include "session/circuit/netlist.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "encode/bit_system.h"
#include "engine/live/product.h"
#include "front/hardware/design.h"
#include "model/system/bounds.h"
#include "model/system/path_formula.h"

namespace whynot::session {
namespace {

using encode::Bits;
using encode::VariableBits;
using solve::Aig;
using solve::Lit;

// What is asked, over the system and what its monitors remember.
struct Asked {
  std::string name;
  Expr never;                    // of a question about single states or steps
  Expr start = {};               // of a question about infinite runs: what holds at the start …
  std::vector<Expr> again = {};  // … and again and again
  bool is_cover = false;         // `never` is what should come about
};

// Whether each finite run goes on: then what past and present say of a state can be asked of that state alone.
bool never_ends(const TransitionSystem& system) {
  constexpr std::uint64_t little = 100'000;  // steps of a solver
  if (!system.justice.empty() || !system.compassion.empty()) return false;
  Context outer;
  Context brief(outer, little);
  encode::BitSystem bits(system);
  bits.settle_fits(brief);
  return bits.is_total();
}

// The system with a monitor for each formula of linear time.
class Monitored {
 public:
  Monitored(const TransitionSystem& system, const std::vector<Property>& properties) : system(system) {
    const bool any = std::any_of(properties.begin(), properties.end(), [](const Property& p) { return p.is_ltl(); });
    for (const VariableDecl& v : system.variables)
      if (v.kind == VariableKind::Input) inputs_.insert(v.variable);
    never_ends_ = any && never_ends(system);
    for (const Property& p : properties) ask(p);
  }

  TransitionSystem system;
  std::vector<Asked> asked;
  std::vector<std::string> left_out;

 private:
  void ask(const Property& p) {
    ExprPool& pool = *system.pool;
    if (p.kind == PropertyKind::Invariant) return asked.push_back({p.name, pool.not_(p.formula)});
    if (p.kind == PropertyKind::Cover) return asked.push_back({p.name, p.formula.arg(0), {}, {}, true});
    const bool is_asked = !p.compute && p.formula && p.is_ltl();
    if (!is_asked) {
      left_out.push_back(p.name);
      return;
    }
    const Expr violated = negation_normal_form(pool, p.formula, true);
    if (expanded_steps(violated) > most_expanded_steps) {
      left_out.push_back(p.name);
      return;
    }
    const Expr expanded = expand_bounds(pool, violated);
    if (const auto state = state_of(expanded))
      asked.push_back({p.name, watch(p.name, *state).start});
    else
      asked.push_back(watch(p.name, engine::live::with_compassion(system, expanded)));
  }

  // Of `F f`, where f is about what was and is: a run that comes to such a state need not be followed further.
  std::optional<Expr> state_of(Expr violated) const {
    if (!never_ends_ || !violated.is(Op::F)) return std::nullopt;
    const Expr state = violated.arg(0);
    bool looks_ahead = speaks_of_transition(state, [&](Expr v) { return inputs_.contains(v); });
    for_each_postorder(state, [&](Expr e) { looks_ahead = looks_ahead || is_future(e.op()); });
    return looks_ahead ? std::nullopt : std::optional(state);
  }

  // What the product adds stands at the end of each list; its variables get names of their own.
  Asked watch(const std::string& name, Expr formula) {
    ExprPool& pool = *system.pool;
    TransitionSystem plain = system;
    plain.justice.clear();
    engine::live::Product product = engine::live::product_of(plain, negation_normal_form(pool, formula));
    std::unordered_map<Expr, Expr, ExprHash> renamed;
    const TransitionSystem& made = product.system;
    for (std::size_t i = system.variables.size(); i < made.variables.size(); ++i)
      renamed.emplace(made.variables[i].variable,
                      pool.variable(fmt::format("{}?{}", name, renamed.size()), pool.boolean_type()));
    const auto own = [&](Expr e) {
      return substitute(pool, e, [&](Expr leaf) {
        const auto found = renamed.find(leaf.is(Op::Next) ? leaf.arg(0) : leaf);
        if (found == renamed.end()) return Expr();
        return leaf.is(Op::Next) ? pool.next(found->second) : found->second;
      });
    };
    add_tail(system.variables, made.variables, [&](VariableDecl& v) { v.variable = own(v.variable); });
    for (auto list : {&TransitionSystem::init_assignments, &TransitionSystem::next_assignments})
      add_tail(system.*list, made.*list, [&](Assignment& a) { a = {own(a.variable), own(a.value), a.where}; });
    add_tail(system.trans, made.trans, [&](Constraint& c) { c.condition = own(c.condition); });
    Asked question{name, {}, own(made.init.back().condition), {}};
    for (const engine::live::Promise& promise : product.promises) question.again.push_back(own(promise.kept));
    for (const Constraint& justice : system.justice) question.again.push_back(justice.condition);
    return question;
  }

  template <class Item, class Change>
  static void add_tail(std::vector<Item>& to, const std::vector<Item>& from, Change change) {
    for (std::size_t i = to.size(); i < from.size(); ++i) {
      to.push_back(from[i]);
      change(to.back());
    }
  }

  static constexpr std::size_t most_expanded_steps = 2000;
  std::unordered_set<Expr, ExprHash> inputs_;
  bool never_ends_ = false;
};

class Maker {
 public:
  Maker(const TransitionSystem& system, const std::vector<Property>& properties)
      : asked_(system, properties), bits_(asked_.system) {
    made_.left_out = asked_.left_out;
    blast();
    find_latches();
    now_.resize(bits_.graph().size());
    later_ = now_;
  }

  Netlist run() {
    make_cells();
    for (std::size_t i = 0; i < bits_.variables().size(); ++i) connect(i);
    constrain();
    for (std::size_t i = 0; i < asked_.asked.size(); ++i) ask(asked_.asked[i], of_questions_[i]);
    std::stable_partition(made_.questions.begin(), made_.questions.end(), [](const auto& q) { return !q.justice; });
    return std::move(made_);
  }

 private:
  using Image = std::vector<std::optional<Lit>>;  // by node of the bit system's graph
  struct Read {                                   // a condition, and whether it speaks of a transition
    Lit literal;
    bool of_step = false;
  };
  struct QuestionBits {
    std::optional<Read> never, start;
    std::vector<Read> again;
  };

  // All conditions first: reading is for a graph that does not grow.
  void blast() {
    const auto read = [&](Expr e) {
      const bool of_step = speaks_of_transition(
          e, [&](Expr v) { return bits_.variables()[bits_.index_of(v)].kind == VariableKind::Input; });
      return Read{bits_.condition(e), of_step};
    };
    for (const Asked& asked : asked_.asked) {
      QuestionBits& of = of_questions_.emplace_back();
      if (asked.never) of.never = read(asked.never);
      if (asked.start) of.start = read(asked.start);
      for (Expr e : asked.again) of.again.push_back(read(e));
    }
  }

  // A latch's next value must not speak of other next values.
  void find_latches() {
    const Aig& g = bits_.graph();
    std::vector<bool> of_next(g.size(), false);
    for (const VariableBits& v : bits_.variables())
      if (v.kind == VariableKind::State)
        for (Lit bit : v.next) of_next[bit.node()] = true;
    for (std::uint32_t n = 1; n < g.size(); ++n)
      if (g.is_and(n)) of_next[n] = of_next[g.left(n).node()] || of_next[g.right(n).node()];
    for (const VariableBits& v : bits_.variables()) {
      bool is_latch = v.kind == VariableKind::Frozen;
      if (v.kind == VariableKind::State && !v.always && v.step && v.step->function)
        is_latch = std::none_of(v.step->function->begin(), v.step->function->end(),
                                [&](Lit bit) { return of_next[bit.node()]; });
      is_latch_.push_back(is_latch);
    }
  }

  Netlist::Cell& cell(const std::string& name, std::size_t width) {
    Netlist::Cell made{names_.take(name), {}};
    for (std::size_t i = 0; i < width; ++i) made.bits.push_back(made_.graph.input());
    made_.cells.push_back(std::move(made));
    return made_.cells.back();
  }

  void make_cells() {
    for (const VariableBits& v : bits_.variables()) {
      place_.push_back(made_.cells.size());
      if (v.current.empty()) {
        place_.back() = no_cell;
        continue;
      }
      cell(bits_.system().pool->name_of(v.variable), v.current.size());
      for (std::size_t b = 0; b < v.current.size(); ++b) {
        now_[v.current[b].node()] = made_.cells.back().bits[b];
        origin_.emplace(v.current[b].node(), made_.cells.back().bits[b]);
        if (v.kind == VariableKind::State) later_[v.next[b].node()] = made_.cells.back().bits[b];
      }
    }
  }

  // Copies what is below a literal; a leaf without an image is asked for.
  template <class Leaf>
  Lit copy(Lit literal, Image& image, Leaf leaf) {
    const Aig& g = bits_.graph();
    image[0] = Aig::constant(false);
    std::vector<std::uint32_t> stack{literal.node()};
    while (!stack.empty()) {
      const std::uint32_t n = stack.back();
      if (image[n]) {
        stack.pop_back();
      } else if (!g.is_and(n)) {
        image[n] = leaf(n);
      } else {
        const Lit a = g.left(n), b = g.right(n);
        if (image[a.node()] && image[b.node()])
          image[n] = made_.graph.and_(*image[a.node()] ^ a.complemented(), *image[b.node()] ^ b.complemented());
        if (!image[a.node()]) stack.push_back(a.node());
        if (!image[b.node()]) stack.push_back(b.node());
      }
    }
    return *image[literal.node()] ^ literal.complemented();
  }
  Lit now(Lit literal) {
    return copy(literal, now_, [](std::uint32_t) { return Aig::constant(false); });
  }
  Lit later(Lit literal) {
    return copy(literal, later_, [&](std::uint32_t node) { return before(node); });
  }
  // What a bit of the state, or of the inputs, was one step ago; frozen ones were what they are.
  Lit before(std::uint32_t node) {
    for (std::size_t i = 0; i < bits_.variables().size(); ++i) {
      const VariableBits& v = bits_.variables()[i];
      for (std::size_t b = 0; b < v.current.size(); ++b) {
        if (v.current[b].node() != node) continue;
        if (v.kind == VariableKind::Frozen) return origin_.at(node);
        remember(i);
        return *later_[node];
      }
    }
    return Aig::constant(false);
  }
  void remember(std::size_t variable) {
    const VariableBits& v = bits_.variables()[variable];
    const Netlist::Cell source = made_.cells[place_[variable]];
    Netlist::Cell& made = cell(source.name + "_before", source.bits.size());
    made.next = source.bits;
    made.reset.emplace(source.bits.size(), false);
    for (std::size_t b = 0; b < v.current.size(); ++b) later_[v.current[b].node()] = made.bits[b];
  }
  // True in the first step only.
  Lit first() {
    if (first_) return *first_;
    Netlist::Cell& made = cell("first_step", 1);
    made.next = {Aig::constant(false)};
    made.reset = std::vector<bool>{true};
    first_ = made.bits[0];
    return *first_;
  }

  void require(Lit l) {
    if (l != Aig::constant(true)) made_.constraints.push_back(l);
  }
  void require_at_start(Lit l) {
    if (l != Aig::constant(true)) require(made_.graph.or_(!first(), now(l)));
  }
  void require_of_step(Lit l) {
    if (l != Aig::constant(true)) require(made_.graph.or_(first(), later(l)));
  }

  void connect(std::size_t i) {
    const VariableBits& v = bits_.variables()[i];
    if (place_[i] == no_cell) return;
    if (is_latch_[i]) {
      Bits next;
      const Bits own = made_.cells[place_[i]].bits;
      if (v.kind == VariableKind::Frozen)
        next = own;
      else
        for (Lit bit : *v.step->function) next.push_back(now(bit));
      made_.cells[place_[i]].next = std::move(next);
    }
    if (!reset(i) && v.init) require_at_start(v.init->holds);
  }
  // A first value that is a constant.
  bool reset(std::size_t i) {
    const VariableBits& v = bits_.variables()[i];
    if (!is_latch_[i] || !v.init || !v.init->function || v.init->fits != Aig::constant(true)) return false;
    std::vector<bool> value;
    for (Lit bit : *v.init->function) {
      if (bit.node() != 0) return false;
      value.push_back(bit.complemented());
    }
    made_.cells[place_[i]].reset = std::move(value);
    return true;
  }

  void constrain() {
    for (std::size_t i = 0; i < bits_.variables().size(); ++i) {
      const VariableBits& v = bits_.variables()[i];
      require(now(v.valid));
      if (v.always) require(now(v.always->holds));
      if (v.step) require_of_step(is_latch_[i] ? v.step->fits : v.step->holds);
    }
    for (const auto& c : bits_.invar()) require(now(c.literal));
    for (const auto& c : bits_.init()) require_at_start(c.literal);
    for (const auto& c : bits_.trans()) require_of_step(c.literal);
  }

  // What speaks of a transition is told when it is complete.
  Lit told(const Read& read) {
    if (!read.of_step) return now(read.literal);
    return made_.graph.and_(!first(), later(read.literal));
  }

  void ask(const Asked& asked, const QuestionBits& of) {
    if (of.never) {
      made_.questions.push_back({asked.name, false, {told(*of.never)}, asked.is_cover});
      return;
    }
    Netlist::Question question{asked.name, true};
    const Lit is_first = first(), start = now(of.start->literal);
    Netlist::Cell& held = cell(asked.name + "_from_start", 1);
    const Lit own = held.bits[0], since = made_.graph.ite(is_first, start, own);
    held.next = {since};
    held.reset = std::vector<bool>{false};
    question.literals.push_back(since);
    for (const Read& read : of.again) question.literals.push_back(told(read));
    made_.questions.push_back(std::move(question));
  }

  static constexpr std::size_t no_cell = ~std::size_t{0};
  Monitored asked_;
  encode::BitSystem bits_;
  Netlist made_;
  front::hardware::Names names_;
  std::vector<QuestionBits> of_questions_;
  std::vector<bool> is_latch_;                     // by variable
  std::vector<std::size_t> place_;                 // by variable: its cell
  std::unordered_map<std::uint32_t, Lit> origin_;  // of current bits
  Image now_, later_;
  std::optional<Lit> first_;
};

}  // namespace

Netlist netlist_of(const TransitionSystem& system, const std::vector<Property>& properties) {
  return Maker(system, properties).run();
}

}  // namespace whynot::session
