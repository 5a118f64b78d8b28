// Runs compiled programs on unpacked states.  One machine per thread; the store is shared.
#pragma once
#include <array>
#include <span>
#include <vector>

#include "base/context.h"
#include "engine/ots/program.h"
#include "engine/ots/store/store.h"

namespace whynot::engine::ots {

struct Stopped {};  // thrown: the Context says stop

class Machine {
 public:
  // `opened`: the cell whose collection successors have opened, or none.
  Machine(Store& store, const Program& program, std::uint32_t opened)
      : store_(store), program_(program), opened_(opened) {}

  // From now on the Context is looked at once in a while, within a state too: there may be millions of instances, and
  // a function may call itself any number of times.  Nothing: no longer.
  void obey(Context* context) { context_ = context; }

  // Calls `found(successor)` for each instance of the transition that the state enables; the parameters' values
  // stand in registers meanwhile.  Not enabled is an instance whose effect would be undefined.  What the opened
  // cell would hold is top(); closed() is the successor with all its cells.  Words behind the state's cells are the
  // caller's own: successors get them as they are, to be changed at will.
  template <class Found>
  void successors(std::span<const Word> state, std::uint32_t transition, Found found) {
    prepare(state);
    if (opened_ < state.size()) old_top_ = store_.cells.open(state[opened_]);
    next_.assign(state.begin(), state.end());
    changed_.clear();
    const CompiledTransition& t = program_.transitions[transition];
    run(t.query, 0, [&] {
      if (apply(t)) found(std::span<Word>(next_));
      return true;
    });
  }

  // Whether some assignment satisfies the query; the values stand in registers then.
  bool satisfiable(std::span<const Word> state, const CompiledQuery& query) {
    prepare(state);
    return exists(query);
  }

  Word reg(std::uint32_t r) const { return registers_[r]; }
  Opened top() const { return top_; }
  Word added() const { return added_; }  // to the opened collection; undefined_word: nothing
  std::span<Word> closed() {
    if (opened_ < next_.size()) next_[opened_] = store_.cells.close(top_);
    return next_;
  }

 private:
  void prepare(std::span<const Word> state) {
    state_ = state;
    calls_ = 0;
    if (registers_.size() < program_.registers()) registers_.resize(program_.registers());
  }

  void tick() {
    constexpr std::uint32_t between_looks = 1 << 14;
    if (++ticks_ % between_looks == 0 && context_ && context_->look() != Stop::None) throw Stopped{};
  }

  // Calls `found` for each solution until it returns false; false then.
  template <class Found>
  bool run(const CompiledQuery& query, std::size_t at, const Found& found) {
    using Kind = whynot::ots::Move::Kind;
    if (at == query.moves.size()) return found();
    tick();
    const CompiledMove& move = query.moves[at];
    switch (move.kind) {
      case Kind::Filter: return evaluate(move.code) != 1 || run(query, at + 1, found);
      case Kind::Match: {
        const Word source = evaluate(move.code);
        return source == undefined_word || !match(move.pattern, source) || run(query, at + 1, found);
      }
      case Kind::Member: {
        const Word source = evaluate(move.code);
        if (source == undefined_word) return true;
        return each_member(move, source, [&] { return run(query, at + 1, found); });
      }
      case Kind::Domain:
        for (Word w : program_.domain(move.sort)) {
          registers_[move.reg] = w;
          if (!run(query, at + 1, found)) return false;
        }
        return true;
      case Kind::Active:
        for (Word w : active(move.sort)) {
          registers_[move.reg] = w;
          if (!run(query, at + 1, found)) return false;
        }
        return true;
    }
    return true;
  }

  // Distinct members.  Equal members of a set or bag stand side by side; a list's are looked for.
  template <class Then>
  bool each_member(const CompiledMove& move, Word source, const Then& then) {
    Word last = undefined_word;
    for (Word at = source; at != nil;) {
      const auto [member, rest] = store_.cells[at];
      const bool again = member == last || (move.list && occurs_before(source, at, member));
      last = member;
      if (!again && match(move.pattern, member) && !then()) return false;
      at = rest;
    }
    return true;
  }

  bool exists(const CompiledQuery&);
  bool occurs_before(Word list, Word end, Word member) const;
  bool match(std::uint32_t pattern, Word);
  Word evaluate(Code code) {
    const Instruction& in = program_.instructions[code];
    switch (in.kind) {
      case Instruction::Kind::Constant: return in.a;
      case Instruction::Kind::Register: return registers_[in.a];
      case Instruction::Kind::Cell: return state_[in.a];
      default: return compute(in);
    }
  }
  Word compute(const Instruction&);
  bool evaluate_opened(Code, Opened&);  // false: undefined
  bool evaluate_operands(const Instruction&, std::array<Word, 3>&);
  Word connective(const Instruction&);
  Word indexed(const Instruction&);
  Word apply_operator(const Instruction&);
  Word apply_collection(const Instruction&, const Word* args);
  Opened open_collection(const Instruction&, const Word* args);
  Word construct(const Instruction&);
  Word call(const Instruction&);
  bool apply(const CompiledTransition&);
  bool apply(const CompiledUpdate&, std::size_t at);
  template <class Index>
  std::uint32_t place_of(const ObserverPlace&, std::size_t arity, const Index& index);
  std::vector<Word> active(whynot::ots::SortId);
  void collect(whynot::ots::SortId wanted, whynot::ots::SortId, Word, std::vector<Word>& out);
  Word operand(const Instruction& in, std::uint32_t i) { return evaluate(program_.args[in.args + i]); }

  Store& store_;
  const Program& program_;
  std::span<const Word> state_;
  std::uint32_t opened_;
  Opened old_top_, top_;
  Word added_ = undefined_word;
  std::vector<Word> registers_;
  std::vector<Word> next_;              // the state, but for the cells
  std::vector<std::uint32_t> changed_;  // that an instance of a transition has changed
  unsigned calls_ = 0;
  std::uint32_t ticks_ = 0;
  Context* context_ = nullptr;
};

}  // namespace whynot::engine::ots
