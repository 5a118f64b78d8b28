// One incremental search for each kind of property; depths go up until a run is found or the bound is reached.
#include "engine/bmc.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/system/bounds.h"
#include "model/system/path_formula.h"
#include "rewrite/linear.h"

namespace whynot::engine {
namespace {

using encode::Start;
using encode::Unroll;
using solve::Aig;
using solve::Lit;

constexpr std::size_t most_expanded_steps = 20000;

// The LTL formula of which wanted runs are models; null if no single run settles the property.
Expr wanted_formula(const Query& query) {
  ExprPool& pool = *query.system->pool;
  const Property& property = *query.property;
  const Expr ltl = path_formula(pool, property);
  return ltl ? negation_normal_form(pool, ltl, true) : Expr();
}

class BmcEngine : public Engine {
 public:
  std::string_view name() const override { return "bmc"; }
  Powers powers() const override { return {.shortest = true, .several = true, .glances = true}; }

  std::optional<std::string> refuses(const Query& query) const override {
    for (const VariableDecl& v : query.system->variables)
      if (!encode::has_code(v.variable.type()))
        return fmt::format("bounded checking needs finite types, and {} is of type {}",
                           query.system->pool->name_of(v.variable), v.variable.type().to_string());
    if (query.property->kind == PropertyKind::Invariant) return std::nullopt;
    if (query.property->is_ctl() && !query.system->compassion.empty())
      return "CTL does not know COMPASSION, and bounded checking looks for runs that meet it";
    const Expr formula = wanted_formula(query);
    if (!formula) return "no single run settles the property, and bounded checking looks for single runs";
    if (expanded_steps(formula) > most_expanded_steps)
      return fmt::format("its time bounds span more than {} steps", most_expanded_steps);
    return std::nullopt;
  }

  std::unique_ptr<Search> start(Query query, Context& context) const override {
    return std::make_unique<BmcSearch>(std::move(query), context);
  }
};

}  // namespace

const Engine& bmc_engine() {
  static const BmcEngine engine;
  return engine;
}

BmcSearch::BmcSearch(Query query, Context& context)
    : query_(std::move(query)), context_(context), kept_(bits_of(*query_.system, query_.keep, context)), bits_(*kept_) {
  choose_goal();
  std::vector<Expr> roots = query_.different;
  roots.push_back(formula_);
  cone_ = is_invariant_ ? bits_.cone(roots) : bits_.everything();
  unroll_ = std::make_unique<Unroll>(bits_, cone_, Start::Initial, context_);
  goal_ = is_invariant_ ? invariant_goal(*unroll_, formula_) : lasso_goal(*unroll_, formula_);
}

void BmcSearch::choose_goal() {
  if (query_.property->kind == PropertyKind::Invariant) {
    is_invariant_ = true;
    formula_ = query_.property->formula;
    return;
  }
  const bool fair = query_.system->has_fairness();
  prefixes_go_on_ = !fair && bits_.is_total();
  formula_ = expand_bounds(*query_.system->pool, wanted_formula(query_));
  // F q on runs that all go on: a shortest run to q, without loops and over the cone of q only.
  if (formula_.is(Op::F) && !contains_op(formula_.arg(0), is_ltl) && prefixes_go_on_) {
    is_invariant_ = true;
    formula_ = query_.system->pool->not_(formula_.arg(0));
  }
}

Verdict BmcSearch::next() {
  while (true)
    if (auto verdict = ask(std::nullopt)) return *std::move(verdict);
}

std::optional<Verdict> BmcSearch::try_bound(std::uint64_t conflicts) { return ask(conflicts); }

// In a large formula a conflict costs more, and a question should not outlast its turn by far.
std::uint64_t BmcSearch::conflicts_of(std::uint64_t effort) const {
  constexpr std::uint64_t least = 16, variables_a_unit = 4096;
  const auto variables = static_cast<std::uint64_t>(unroll_->sat().variables());
  return std::max(std::min(least, effort), effort / (1 + variables / variables_a_unit));
}

std::optional<Verdict> BmcSearch::advance(std::uint64_t effort) {
  const std::uint64_t end = spent() + effort;
  do {
    if (auto verdict = try_bound(conflicts_of(effort))) return verdict;
  } while (spent() < end);
  return std::nullopt;
}

std::optional<Verdict> BmcSearch::ask(std::optional<std::uint64_t> conflicts) {
  if (query_.bound && bound_ > *query_.bound) return closing();
  if (context_.should_stop()) return stopped();
  context_.progress(fmt::format("bmc bound {}", bound_));
  const Question question = this->question();
  if (question.impossible) return none_at_bound(question, false);
  context_.count("bmc.questions");
  switch (unroll_->sat().solve(question.assumed, conflicts)) {
    case solve::Answer::Sat: return found();
    case solve::Answer::Unsat: {
      const auto failed = [&](int literal) { return unroll_->sat().failed(literal); };
      return none_at_bound(question, std::none_of(question.assumed.begin(), question.assumed.end(), failed));
    }
    case solve::Answer::Stopped: break;
  }
  if (context_.should_stop()) return stopped();
  return std::nullopt;
}

BmcSearch::Question BmcSearch::question() {
  Question question;
  const auto assume = [&](Lit l) {
    if (l == Aig::constant(true)) return;
    if (l == Aig::constant(false)) question.impossible = true;
    question.assumed.push_back(unroll_->cnf().literal(l));
  };
  for (Lit l : goal_->at(bound_)) assume(l);
  for (; excluded_frames_ < unroll_->frames(); ++excluded_frames_)
    for (const Doomed& doomed : doomed_) exclude_in(excluded_frames_, doomed);
  if (skipped_prefixes_ == bound_) assume(goal_->loops(bound_));
  assume(new_behaviour());
  return question;
}

Lit BmcSearch::new_behaviour() {
  Lit fresh = Aig::constant(true);
  for (Behaviour& given : given_) fresh = unroll_->graph().and_(fresh, !given.shown(*unroll_, *goal_, bound_));
  return fresh;
}

std::optional<Verdict> BmcSearch::none_at_bound(const Question& question, bool for_ever) {
  // The clauses alone are contradictory: no run of this depth could even be the beginning of a wanted one.
  if (for_ever && !left_aside_ && skipped_prefixes_ != bound_) {
    if (given_.empty() && no_run_means_holds())
      return Holds{NoEvidence{fmt::format("no run of {} transitions could violate it", bound_)}};
    return closing();
  }
  if (!question.impossible) goal_->exhaust(bound_);
  ++bound_;
  return std::nullopt;
}

std::optional<Verdict> BmcSearch::found() {
  const std::vector<bool> model = unroll_->cnf().model();
  const auto loop = goal_->loop_start(bound_, model);
  if (!is_invariant_ && !loop && !prefixes_go_on_ && !goes_on()) return std::nullopt;
  return deliver(unroll_->trace(bound_, loop));
}

// Whether the finite run of the last model goes on forever.  If not, it will not be found again.
bool BmcSearch::goes_on() {
  const std::vector<bool> model = unroll_->cnf().model();
  std::vector<bool> bits;
  for (Lit bit : state_bits(*unroll_, bound_)) bits.push_back(model[bit.node()] != bit.complemented());
  if (!extension_) extension_.emplace(bits_, context_);
  switch (extension_->fate(bits)) {
    case Extension::Fate::GoesOn: return true;
    case Extension::Fate::Doomed:
      doomed_.push_back({extension_->cause(), bits});
      for (std::size_t frame = 0; frame < excluded_frames_; ++frame) exclude_in(frame, doomed_.back());
      return false;
    case Extension::Fate::Undecided: break;
  }
  skipped_prefixes_ = bound_;
  left_aside_ = true;
  return false;
}

// No wanted run comes through a state like this one, in any frame.
void BmcSearch::exclude_in(std::size_t frame, const Doomed& doomed) {
  const std::vector<Lit> state = state_bits(*unroll_, frame);
  std::vector<Lit> differs;
  for (std::size_t i : doomed.cause) differs.push_back(state[i] ^ doomed.bits[i]);
  unroll_->cnf().require_any(differs);
}

std::optional<Verdict> BmcSearch::deliver(Trace trace) {
  std::vector<std::size_t> columns;
  for (Expr variable : query_.different) columns.push_back(bits_.index_of(variable));
  for (std::size_t i = 0; query_.different.empty() && i < cone_.size(); ++i)
    if (cone_[i] && bits_.variables()[i].kind != VariableKind::Input) columns.push_back(i);
  given_.emplace_back(bits_, trace, std::move(columns));
  if (std::find(cone_.begin(), cone_.end(), false) != cone_.end()) {
    std::optional<Trace> whole = encode::complete(bits_, trace, context_);
    if (!whole) return stopped();
    trace = *std::move(whole);
  }
  return Violated{std::move(trace)};
}

// CTL may fail without a single run that shows it.
bool BmcSearch::no_run_means_holds() const {
  return !query_.property->is_ctl() ||
         rewrite::is_linear(negation_normal_form(*query_.system->pool, query_.property->formula));
}

Verdict BmcSearch::closing() const {
  if (left_aside_) return Unknown{"a finite run was found that would settle it, but not whether it goes on forever"};
  return NoneUpTo{query_.bound ? std::min(*query_.bound, bound_) : bound_, ""};
}

std::optional<Verdict> BmcSearch::so_far() const {
  if (bound_ == 0 || left_aside_) return std::nullopt;
  return NoneUpTo{bound_ - 1, ""};
}

Verdict BmcSearch::stopped() const {
  const std::string reason(context_.stop_reason());
  if (bound_ == 0 || left_aside_) return Unknown{reason};
  return NoneUpTo{bound_ - 1, reason};
}

}  // namespace whynot::engine
