// Groups states by what such a transition reads, and computes its effect once for each group.
#include "engine/ots/additions.h"

#include <algorithm>

namespace whynot::engine::ots {

using whynot::ots::Move;
using whynot::ots::Op;
using whynot::ots::SortKind;

namespace {

// Whether code reads a cell, in functions and quantifiers that it uses too.
class Reading {
 public:
  Reading(const Program& program, std::uint32_t cell)
      : program_(program), cell_(cell), seen_(program.instructions.size()) {}

  bool adds_only(const CompiledTransition& t) {
    if (reads(t.query)) return false;
    return std::all_of(t.updates.begin(), t.updates.end(), [&](const CompiledUpdate& u) {
      if (holds(program_.places[u.observer])) return u.index.empty() && adds_only(u.value);
      return !reads(u.value) && std::none_of(u.index.begin(), u.index.end(), [&](Code c) { return reads(c); });
    });
  }

 private:
  bool holds(const ObserverPlace& place) const { return cell_ >= place.begin && cell_ < place.begin + place.size; }
  bool is_cell(Code code) const {
    const Instruction& in = program_.instructions[code];
    return in.kind == Instruction::Kind::Cell && in.a == cell_;
  }
  Code part(const Instruction& in, std::uint32_t i) const { return program_.args[in.args + i]; }

  bool adds_only(Code value) {
    if (is_cell(value)) return true;
    const Instruction& in = program_.instructions[value];
    if (in.kind != Instruction::Kind::Operator) return false;
    switch (in.op) {
      case Op::Ite: return !reads(part(in, 0)) && adds_only(part(in, 1)) && adds_only(part(in, 2));
      case Op::Insert: return is_cell(part(in, 0)) && !reads(part(in, 1));
      case Op::Cons: return is_cell(part(in, 1)) && !reads(part(in, 0));
      default: return false;
    }
  }

  bool reads(Code code) {
    std::fill(seen_.begin(), seen_.end(), false);
    waiting_ = {code};
    return reads_waiting();
  }
  bool reads(const CompiledQuery& query) {
    std::fill(seen_.begin(), seen_.end(), false);
    waiting_.clear();
    return wait_for(query) || reads_waiting();
  }

  bool reads_waiting() {
    while (!waiting_.empty()) {
      const Code code = waiting_.back();
      waiting_.pop_back();
      if (seen_[code]) continue;
      seen_[code] = true;
      if (reads_itself(program_.instructions[code])) return true;
    }
    return false;
  }
  bool reads_itself(const Instruction& in) {
    using Kind = Instruction::Kind;
    if (in.kind == Kind::Cell) return in.a == cell_;
    if (in.kind == Kind::Quantified) return wait_for(program_.queries[in.a]);
    if (in.kind == Kind::IndexedCell && holds(program_.places[in.a])) return true;
    if (in.kind == Kind::Operator && in.op == Op::Call) waiting_.push_back(program_.functions[in.a].body);
    for (std::uint32_t i = 0; i < in.arity; ++i) waiting_.push_back(part(in, i));
    return false;
  }
  // True when it reads the whole state.
  bool wait_for(const CompiledQuery& query) {
    for (const CompiledMove& move : query.moves) {
      if (move.kind == Move::Kind::Active) return true;
      if (move.kind == Move::Kind::Domain) continue;
      waiting_.push_back(move.code);
      if (move.kind != Move::Kind::Filter) wait_for_pattern(move.pattern);
    }
    return false;
  }
  void wait_for_pattern(std::uint32_t index) {
    const Pattern& p = program_.patterns[index];
    if (p.kind == Pattern::Kind::Compare) waiting_.push_back(p.a);
    if (p.kind == Pattern::Kind::Construct)
      for (std::uint32_t i = 0; i < p.arity; ++i) wait_for_pattern(program_.args[p.args + i]);
  }

  const Program& program_;
  std::uint32_t cell_;
  std::vector<bool> seen_;
  std::vector<Code> waiting_;
};

constexpr std::size_t most_kept = std::size_t{1} << 20;     // lists and their members: a few megabytes
constexpr std::size_t enough_asked = std::size_t{1} << 12;  // to see whether it pays

}  // namespace

Additions::Additions(Store& store, Machine& machine, const Program& program, const Packing& packing)
    : store_(store), machine_(machine), program_(program), packing_(packing), adds_only_(program.transitions.size()) {
  if (packing.opened() == Packing::none) return;
  Reading reading(program, packing.opened());
  for (std::size_t t = 0; t < adds_only_.size(); ++t) {
    adds_only_[t] = reading.adds_only(program.transitions[t]);
    pays_ = pays_ || adds_only_[t];
  }
}

const Additions::ByTransition* Additions::of(Root root, std::span<const Word> state) {
  if (!pays_) return nullptr;
  ++asked_;
  if (const auto at = known_.find(root.a); at != known_.end()) return &at->second;
  if (asked_ >= enough_asked && asked_ < 2 * known_.size()) {  // each rest should serve two states at least
    pays_ = false;
    forget();
    return nullptr;
  }
  if (kept_ > most_kept) forget();
  return &known_.emplace(root.a, list(state)).first->second;
}

void Additions::forget() {
  known_.clear();
  asked_ = kept_ = 0;
}

Additions::ByTransition Additions::list(std::span<const Word> state) {
  ByTransition out(adds_only_.size());
  for (std::uint32_t t = 0; t < out.size(); ++t) {
    if (!adds_only_[t]) continue;
    auto& additions = out[t].emplace();
    machine_.successors(state, t, [&](std::span<Word> next) {
      additions.push_back({packing_.pack(store_.cells, next, Opened{}, state).a, machine_.added()});
    });
    kept_ += 1 + additions.size();
  }
  return out;
}

Root Additions::apply(const Addition& addition, std::span<const Word> state) {
  const auto sort = program_.cell_sort(packing_.opened());
  const Word collection = state[packing_.opened()];
  Opened top{addition.element, collection};
  if (addition.element == undefined_word)
    top = store_.cells.open(collection);
  else if (store_.ots().sorts[sort].kind != SortKind::List)
    top = store_.insert(sort, collection, addition.element);
  return {addition.rest, top.first, top.rest};
}

}  // namespace whynot::engine::ots
