// Handles and the manager: each operation checks its operands, runs in the kernel, and holds the result.
#include "solve/bdd.h"

#include <algorithm>

#include "base/check.h"
#include "solve/bdd/count.h"
#include "solve/bdd/cubes.h"
#include "solve/bdd/kernel.h"
#include "solve/bdd/save.h"
#include "solve/bdd/walk.h"

namespace whynot::solve {

using bdd::Edge;
using bdd::false_edge;
using bdd::no_edge;
using bdd::true_edge;

std::string_view failure_word(BddFailure failure) {
  switch (failure) {
    case BddFailure::None: return "not failed";
    case BddFailure::Memory: return "memory limit";
    case BddFailure::Stopped: return "stopped";
    case BddFailure::Variables: return "more bits than decision diagrams take";
  }
  return "";
}

BddLevel BddNode::level() const {
  return is_constant() ? static_cast<BddLevel>(kernel_->variable_count()) : kernel_->level(edge_);
}
BddVariable BddNode::variable() const { return kernel_->variable_at(kernel_->level(edge_)); }
BddNode BddNode::low() const { return {kernel_, kernel_->low(edge_)}; }
BddNode BddNode::high() const { return {kernel_, kernel_->high(edge_)}; }

// --- Handles

Bdd::Bdd(bdd::Kernel* kernel, Edge edge) : kernel_(edge == no_edge ? nullptr : kernel), edge_(edge) {
  if (kernel_ && !bdd::is_constant(edge_)) root_ = kernel_->hold(edge_);
}
Bdd::Bdd(const Bdd& other) : Bdd(other.kernel_, other.edge_) {}
Bdd::Bdd(Bdd&& other) noexcept
    : kernel_(std::exchange(other.kernel_, nullptr)), edge_(std::exchange(other.edge_, no_edge)), root_(other.root_) {}
Bdd& Bdd::operator=(const Bdd& other) { return *this = Bdd(other); }
Bdd& Bdd::operator=(Bdd&& other) noexcept {
  std::swap(kernel_, other.kernel_);
  std::swap(edge_, other.edge_);
  std::swap(root_, other.root_);
  return *this;
}
Bdd::~Bdd() {
  if (kernel_ && !bdd::is_constant(edge_)) kernel_->release(root_);
}

// The kernel of both, or null if one is invalid.
bdd::Kernel* Bdd::common(const Bdd& g) const {
  if (!kernel_ || !g.kernel_) return nullptr;
  WHYNOT_CHECK(kernel_ == g.kernel_, "operands should belong to one manager");
  return kernel_;
}

Bdd Bdd::operator!() const { return {kernel_, kernel_ ? bdd::negate(edge_) : no_edge}; }

Bdd Bdd::operator&(const Bdd& g) const {
  bdd::Kernel* k = common(g);
  return k ? Bdd(k, k->run([&] { return k->conjoin(edge_, g.edge_); })) : Bdd();
}

Bdd Bdd::operator|(const Bdd& g) const {
  bdd::Kernel* k = common(g);
  return k ? Bdd(k, k->run([&] { return k->disjoin(edge_, g.edge_); })) : Bdd();
}

Bdd Bdd::operator-(const Bdd& g) const {
  bdd::Kernel* k = common(g);
  return k ? Bdd(k, k->run([&] { return k->conjoin(edge_, bdd::negate(g.edge_)); })) : Bdd();
}

Bdd Bdd::implies(const Bdd& g) const {
  bdd::Kernel* k = common(g);
  return k ? Bdd(k, k->run([&] { return k->disjoin(bdd::negate(edge_), g.edge_); })) : Bdd();
}

Bdd Bdd::operator^(const Bdd& g) const {
  bdd::Kernel* k = common(g);
  return k ? Bdd(k, k->run([&] { return k->exclusive_or(edge_, g.edge_); })) : Bdd();
}

Bdd Bdd::iff(const Bdd& g) const { return !(*this ^ g); }

Bdd Bdd::ite(const Bdd& then, const Bdd& otherwise) const {
  bdd::Kernel* k = common(then);
  if (!k || !common(otherwise)) return {};
  return {k, k->run([&] { return k->ite(edge_, then.edge_, otherwise.edge_); })};
}

bool Bdd::leq(const Bdd& g) const {
  bdd::Kernel* k = common(g);
  return k && k->run([&] { return k->leq(edge_, g.edge_) ? true_edge : false_edge; }) == true_edge;
}

bool Bdd::intersects(const Bdd& g) const {
  bdd::Kernel* k = common(g);
  return k && k->run([&] { return k->leq(edge_, bdd::negate(g.edge_)) ? true_edge : false_edge; }) == false_edge;
}

Bdd Bdd::exists(const Bdd& variables) const {
  bdd::Kernel* k = common(variables);
  return k ? Bdd(k, k->run([&] { return k->exists(edge_, variables.edge_); })) : Bdd();
}

Bdd Bdd::forall(const Bdd& variables) const {
  bdd::Kernel* k = common(variables);
  if (!k) return {};
  return {k, k->run([&] { return bdd::negate(k->exists(bdd::negate(edge_), variables.edge_)); })};
}

Bdd Bdd::and_exists(const Bdd& g, const Bdd& variables) const {
  bdd::Kernel* k = common(g);
  if (!k || !common(variables)) return {};
  return {k, k->run([&] { return k->and_exists(edge_, g.edge_, variables.edge_); })};
}

Bdd Bdd::compose(BddVariable variable, const Bdd& replacement) const {
  bdd::Kernel* k = common(replacement);
  if (!k) return {};
  const std::pair<BddVariable, Edge> function{variable, replacement.edge_};
  const std::uint32_t id = k->new_substitution_id();
  return {k, k->run([&] { return k->substitute(edge_, {&function, 1}, id); })};
}

Bdd Bdd::substitute(const BddSubstitution& s) const {
  std::vector<std::pair<BddVariable, Edge>> functions;
  for (const auto& [variable, function] : s.functions_) {
    if (!common(function)) return {};
    functions.emplace_back(variable, function.edge_);
  }
  return kernel_ ? Bdd(kernel_, kernel_->run([&] { return kernel_->substitute(edge_, functions, s.id_); })) : Bdd();
}

// For a conjunction of literals the generalised cofactor is the plain one.
Bdd Bdd::cofactor(const Bdd& cube) const { return constrain(cube); }

Bdd Bdd::constrain(const Bdd& care) const {
  bdd::Kernel* k = common(care);
  return k ? Bdd(k, k->run([&] { return k->constrain(edge_, care.edge_); })) : Bdd();
}

Bdd Bdd::restrict(const Bdd& care) const {
  bdd::Kernel* k = common(care);
  return k ? Bdd(k, k->run([&] { return k->restrict(edge_, care.edge_); })) : Bdd();
}

Integer Bdd::sat_count(std::size_t variables) const {
  return valid() ? bdd::sat_count(*kernel_, edge_, variables) : Integer(0);
}

double Bdd::sat_count_double(std::size_t variables) const {
  return valid() ? bdd::sat_count_double(*kernel_, edge_, variables) : 0;
}

std::vector<BddVariable> Bdd::support() const {
  std::vector<BddVariable> variables;
  if (!valid()) return variables;
  for (BddLevel l : bdd::support_levels(*kernel_, edge_)) variables.push_back(kernel_->variable_at(l));
  std::sort(variables.begin(), variables.end());
  return variables;
}

std::size_t Bdd::node_count() const { return valid() ? kernel_->below({&edge_, 1}).size() : 0; }

bool Bdd::eval(const std::vector<bool>& values) const {
  if (!valid()) return false;
  Edge e = edge_;
  while (!bdd::is_constant(e)) e = values[kernel_->variable_at(kernel_->level(e))] ? kernel_->high(e) : kernel_->low(e);
  return e == true_edge;
}

std::optional<BddCube> Bdd::pick_cube() const {
  if (!is_satisfiable()) return std::nullopt;
  return bdd::pick_cube(*kernel_, edge_);
}

Bdd Bdd::pick_minterm(const Bdd& variables) const {
  bdd::Kernel* k = common(variables);
  return k ? Bdd(k, k->run_flat([&] { return k->pick_minterm(edge_, variables.edge_); })) : Bdd();
}

void Bdd::for_each_cube(const std::function<bool(const BddCube&)>& visit) const {
  if (!valid()) return;
  const BddFixedOrder fixed(kernel_);
  bdd::for_each_cube(*kernel_, edge_, visit);
}

bool Bdd::for_each_prime_cube(const Bdd& upper, const std::function<bool(const BddCube&)>& visit) const {
  bdd::Kernel* k = common(upper);
  if (!k) return false;
  std::optional<bdd::Cover> cover;
  const Edge done = k->run([&] {
    WHYNOT_CHECK(k->leq(edge_, upper.edge_), "the lower bound of a cover should imply the upper one");
    cover.emplace(*k, edge_, upper.edge_);
    return true_edge;
  });
  if (done == no_edge) return false;
  cover->for_each(visit);
  return true;
}

BddNode Bdd::node() const {
  WHYNOT_CHECK(valid(), "an invalid handle has no node");
  return {kernel_, edge_};
}

void Bdd::for_each_node(const std::function<void(const BddNode&)>& visit) const {
  if (!valid()) return;
  const BddFixedOrder fixed(kernel_);
  const bdd::NodeList list(*kernel_, {&edge_, 1});
  for (bdd::Index i : list.nodes()) visit(BddNode(kernel_, i << 1));
}

// --- The manager

BddManager::BddManager(const BddOptions& options) : kernel_(std::make_unique<bdd::Kernel>(options)) {}
BddManager::~BddManager() = default;

void BddManager::watch(Context* context) { kernel_->watch(context); }
BddFailure BddManager::failure() const { return kernel_->failure(); }
bool BddManager::stopped() { return kernel_->stopped(); }
void BddManager::clear_failure() { kernel_->fail(BddFailure::None); }

BddVariable BddManager::new_variable() {
  if (!kernel_->add_variable()) kernel_->fail(BddFailure::Variables);
  return static_cast<BddVariable>(variable_count() - 1);
}
std::size_t BddManager::variable_count() const { return kernel_->variable_count(); }
BddLevel BddManager::level_of(BddVariable v) const { return kernel_->level_of(v); }
BddVariable BddManager::variable_at(BddLevel l) const { return kernel_->variable_at(l); }
void BddManager::tie(BddVariable first, std::size_t count) { kernel_->tie(first, count); }

Bdd BddManager::constant(bool value) { return {kernel_.get(), value ? true_edge : false_edge}; }
Bdd BddManager::variable(BddVariable v) { return literal({v, true}); }

Bdd BddManager::literal(BddLiteral l) {
  WHYNOT_CHECK(l.variable < variable_count(), "the variable should exist");
  return {kernel_.get(), kernel_->run_flat([&] { return kernel_->literal(l); })};
}

Bdd BddManager::cube(std::span<const BddLiteral> literals) {
  return {kernel_.get(), kernel_->run_flat([&] { return kernel_->cube({literals.begin(), literals.end()}); })};
}

Bdd BddManager::cube_of(std::span<const BddVariable> variables) {
  BddCube literals;
  for (BddVariable v : variables) literals.push_back({v, true});
  return cube(literals);
}

BddSubstitution BddManager::substitution(std::vector<std::pair<BddVariable, Bdd>> functions) {
  BddSubstitution s;
  s.functions_ = std::move(functions);
  s.id_ = kernel_->new_substitution_id();
  return s;
}

BddSubstitution BddManager::renaming(std::span<const std::pair<BddVariable, BddVariable>> pairs) {
  std::vector<std::pair<BddVariable, Bdd>> functions;
  for (const auto& [from, to] : pairs) functions.emplace_back(from, variable(to));
  return substitution(std::move(functions));
}

BddFixedOrder::BddFixedOrder(BddManager& manager) : BddFixedOrder(manager.kernel_.get()) {}
BddFixedOrder::BddFixedOrder(bdd::Kernel* kernel) : kernel_(kernel) { kernel_->fix_order(); }
BddFixedOrder::~BddFixedOrder() { kernel_->unfix_order(); }

namespace {
std::vector<Edge> edges_of(std::span<const Bdd> functions) {
  std::vector<Edge> edges;
  for (const Bdd& f : functions)
    if (f.valid()) edges.push_back(f.node().key());
  return edges;
}
}  // namespace

std::size_t BddManager::node_count(std::span<const Bdd> functions) const {
  return kernel_->below(edges_of(functions)).size();
}

void BddManager::collect_garbage() {
  kernel_->run_flat([&] {
    kernel_->collect_garbage();
    return true_edge;
  });
}

BddStatistics BddManager::statistics() const { return kernel_->statistics(); }

void BddManager::reorder() {
  kernel_->run_flat([&] { return kernel_->reorder() ? true_edge : false_edge; });
}

void BddManager::set_memory_limit(std::uint64_t bytes) { kernel_->set_memory_limit(bytes); }

void BddManager::set_auto_reorder(bool on) { kernel_->set_auto_reorder(on); }

bool BddManager::set_order(std::span<const BddVariable> order) {
  if (order.empty()) return variable_count() == 0;
  if (!kernel_->keeps_blocks(order)) return false;
  return kernel_->run_flat([&] { return kernel_->reorder(order) ? true_edge : false_edge; }) == true_edge;
}

std::string BddManager::save(std::span<const Bdd> functions) const {
  const std::vector<Edge> edges = edges_of(functions);
  WHYNOT_CHECK(edges.size() == functions.size(), "functions to save should be valid");
  return bdd::write(*kernel_, edges);
}

std::optional<std::vector<Bdd>> BddManager::load(std::string_view text, FileId file, Diagnostics& diagnostics) {
  const std::optional<bdd::Saved> saved = bdd::read(text, file, diagnostics);
  if (!saved) return std::nullopt;
  while (variable_count() < saved->variables) new_variable();
  std::vector<Edge> edges;
  const Edge done = kernel_->run([&] {
    edges = bdd::build(*kernel_, *saved);
    return true_edge;
  });
  if (done == no_edge) edges.assign(saved->roots.size(), no_edge);
  std::vector<Bdd> functions;
  for (Edge e : edges) functions.push_back(Bdd(kernel_.get(), e));
  return functions;
}

}  // namespace whynot::solve
