// Reads nodes and edges off the tabulation, and solves for the stack contents by elimination of states.
#include "engine/pushdown/rule_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace whynot::engine::pushdown {

RuleGraph rule_graph(Product& product, const Tabulation& tabulation) {
  RuleGraph graph;
  for (Head h = 0; h < product.heads(); ++h)
    if (tabulation.reached(h)) graph.nodes.push_back(h);
  for (const auto& [entry, head] : tabulation.edges()) {
    if (!tabulation.through_final() && product.is_final(product.control_of(head))) continue;
    const std::vector<HeadRule> rules(product.rules(head).begin(), product.rules(head).end());
    using Kind = RuleGraph::Edge::Kind;
    for (const HeadRule& rule : rules) {
      if (!rule.is_exit()) {
        graph.edges.push_back({rule.is_call() ? Kind::Push : Kind::Direct, head, rule.head, rule.under});
        continue;
      }
      for (const Tabulation::Caller& caller : tabulation.callers(entry))
        graph.edges.push_back({Kind::Pop, head, product.head(rule.to, caller.symbol), caller.symbol});
    }
  }
  std::sort(graph.edges.begin(), graph.edges.end());
  graph.edges.erase(std::unique(graph.edges.begin(), graph.edges.end()), graph.edges.end());
  return graph;
}

namespace {

constexpr std::size_t max_states = 300, max_text = 4000;

// Regular expressions as text with the precedence of their outermost operator; no expression is the empty set.
struct Regex {
  enum class Kind : std::uint8_t { Epsilon, Atom, Sequence, Union } kind = Kind::Epsilon;
  std::string text;
};
using MaybeRegex = std::optional<Regex>;

std::string in_parentheses(const Regex& r, bool needed) { return needed ? fmt::format("({})", r.text) : r.text; }

MaybeRegex unite(const MaybeRegex& a, const MaybeRegex& b) {
  if (!a || !b) return a ? a : b;
  if (a->text == b->text) return a;
  // r r* or epsilon is r*.
  for (const auto& [x, y] : {std::pair(*a, *b), std::pair(*b, *a)})
    if (x.kind == Regex::Kind::Epsilon && y.text.ends_with("*") && y.kind == Regex::Kind::Atom) return y;
  const auto text = [](const Regex& r) { return r.kind == Regex::Kind::Epsilon ? std::string("ε") : r.text; };
  return Regex{Regex::Kind::Union, fmt::format("{} | {}", text(*a), text(*b))};
}

MaybeRegex follow(const MaybeRegex& a, const MaybeRegex& b) {
  if (!a || !b) return std::nullopt;
  if (a->kind == Regex::Kind::Epsilon) return b;
  if (b->kind == Regex::Kind::Epsilon) return a;
  return Regex{Regex::Kind::Sequence, fmt::format("{} {}", in_parentheses(*a, a->kind == Regex::Kind::Union),
                                                  in_parentheses(*b, b->kind == Regex::Kind::Union))};
}

MaybeRegex star(const MaybeRegex& a) {
  if (!a || a->kind == Regex::Kind::Epsilon) return Regex{};
  if (a->kind == Regex::Kind::Atom && a->text.ends_with("*")) return a;
  return Regex{Regex::Kind::Atom, in_parentheses(*a, a->kind != Regex::Kind::Atom) + "*"};
}

// The part of the automaton of reachable configurations that one head needs, entries with the same callers
// merged, as a graph labelled with expressions.
class Elimination {
 public:
  Elimination(const Product& product, const Tabulation& tabulation) : product_(product), tabulation_(tabulation) {}

  std::optional<std::string> run(Head head) {
    collect(head);
    if (entries_.size() > max_states) return std::nullopt;
    merge();
    label();
    while (!open_.empty())
      if (!eliminate(cheapest())) return std::nullopt;
    const MaybeRegex& result = edges_[{start, accept}];
    if (!result) return std::nullopt;
    return result->kind == Regex::Kind::Epsilon ? "ε" : result->text;
  }

 private:
  static constexpr std::uint32_t start = ~0u, accept = ~0u - 1;

  void collect(Head head) {
    std::vector<Entry> open;
    for (const auto& edge : tabulation_.edges())
      if (edge.head == head) open.push_back(edge.entry);
    first_ = open;
    while (!open.empty() && entries_.size() <= max_states) {
      const Entry e = open.back();
      open.pop_back();
      if (e == tabulation_.accepting() || !entries_.insert(e).second) continue;
      for (const Tabulation::Caller& caller : tabulation_.callers(e)) open.push_back(caller.entry);
    }
  }

  // Coarsest partition in which entries of one class have the same callers up to classes.
  void merge() {
    for (Entry e : entries_) class_[e] = 0;
    class_[tabulation_.accepting()] = accept;
    for (std::size_t classes = 0;;) {
      std::map<std::pair<std::uint32_t, std::set<std::pair<Symbol, std::uint32_t>>>, std::uint32_t> ids;
      std::map<Entry, std::uint32_t> next;
      for (Entry e : entries_) {
        std::set<std::pair<Symbol, std::uint32_t>> callers;
        for (const Tabulation::Caller& caller : tabulation_.callers(e))
          callers.emplace(caller.symbol, class_[caller.entry]);
        next[e] = ids.try_emplace({class_[e], callers}, static_cast<std::uint32_t>(ids.size())).first->second;
      }
      next[tabulation_.accepting()] = accept;
      class_ = std::move(next);
      if (ids.size() == classes) return;
      classes = ids.size();
    }
  }

  void label() {
    for (Entry e : first_) add(start, class_[e], Regex{});
    for (Entry e : entries_) {
      open_.insert(class_[e]);
      for (const Tabulation::Caller& caller : tabulation_.callers(e)) {
        const bool bottom = caller.symbol == product_.bottom();
        add(class_[e], class_[caller.entry],
            bottom ? Regex{} : Regex{Regex::Kind::Atom, product_.symbol_text(caller.symbol)});
      }
    }
  }

  void add(std::uint32_t from, std::uint32_t to, const MaybeRegex& label) {
    MaybeRegex& edge = edges_[{from, to}];
    edge = unite(edge, label);
  }

  std::uint32_t cheapest() const {
    std::map<std::uint32_t, std::size_t> in, out;
    for (const auto& [ends, label] : edges_) {
      if (!label || ends.first == ends.second) continue;
      ++out[ends.first];
      ++in[ends.second];
    }
    std::uint32_t best = *open_.begin();
    const auto cost = [&](std::uint32_t s) { return in[s] * out[s]; };
    for (std::uint32_t s : open_)
      if (cost(s) < cost(best)) best = s;
    return best;
  }

  bool eliminate(std::uint32_t state) {
    open_.erase(state);
    const MaybeRegex loop = star(edges_[{state, state}]);
    std::vector<std::pair<std::uint32_t, Regex>> in, out;
    for (const auto& [ends, label] : edges_) {
      if (!label || ends.first == ends.second) continue;
      if (ends.second == state) in.emplace_back(ends.first, *label);
      if (ends.first == state) out.emplace_back(ends.second, *label);
    }
    std::erase_if(edges_, [&](const auto& edge) { return edge.first.first == state || edge.first.second == state; });
    for (const auto& [from, before] : in)
      for (const auto& [to, after] : out) {
        add(from, to, follow(follow(before, loop), after));
        if (edges_[{from, to}]->text.size() > max_text) return false;
      }
    return true;
  }

  const Product& product_;
  const Tabulation& tabulation_;
  std::vector<Entry> first_;
  std::set<Entry> entries_;
  std::map<Entry, std::uint32_t> class_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, MaybeRegex> edges_;
  std::set<std::uint32_t> open_;
};

}  // namespace

std::optional<std::string> annotation(const Product& product, const Tabulation& tabulation, Head head) {
  return Elimination(product, tabulation).run(head);
}

}  // namespace whynot::engine::pushdown
