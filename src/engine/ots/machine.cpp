// An interpreter: one function for each operator, over registers and cells of the unpacked state.
#include "engine/ots/machine.h"

#include <algorithm>

namespace whynot::engine::ots {

using whynot::ots::Op;
using whynot::ots::SortId;
using whynot::ots::SortKind;

namespace {

constexpr unsigned deepest_call = 1000;  // as the concrete semantics has it

}  // namespace

bool Machine::exists(const CompiledQuery& query) {
  return !run(query, 0, [] { return false; });
}

bool Machine::occurs_before(Word list, Word end, Word member) const {
  for (; list != end; list = store_.cells.second(list))
    if (store_.cells.first(list) == member) return true;
  return false;
}

bool Machine::match(std::uint32_t index, Word w) {
  const Pattern& p = program_.patterns[index];
  if (p.kind == Pattern::Kind::Bind) {
    registers_[p.a] = w;
    return true;
  }
  if (p.kind == Pattern::Kind::Compare) return evaluate(p.a) == w;
  const TermTable::Node& node = store_.terms[w];
  if (node.constructor != p.a) return false;
  for (std::uint32_t i = 0; i < p.arity; ++i)
    if (!match(program_.args[p.args + i], node.args[i])) return false;
  return true;
}

// What guards and effects are full of comes first, without a further call.
Word Machine::compute(const Instruction& in) {
  if (in.kind == Instruction::Kind::IndexedCell) return indexed(in);
  if (in.kind == Instruction::Kind::Quantified) return exists(program_.queries[in.a]) != program_.queries[in.a].negated;
  switch (in.op) {
    case Op::Eq: {
      const Word a = operand(in, 0);
      if (a == undefined_word) return a;
      const Word b = operand(in, 1);
      return b == undefined_word ? b : a == b;
    }
    case Op::Not: {
      const Word w = operand(in, 0);
      return w == undefined_word ? w : !w;
    }
    case Op::Ite: {
      const Word c = operand(in, 0);
      if (c == undefined_word) return c;
      return operand(in, c ? 1 : 2);
    }
    case Op::And:
    case Op::Or:
    case Op::Implies: return connective(in);
    case Op::Construct: return construct(in);
    case Op::Call: return call(in);
    default: return apply_operator(in);
  }
}

Word Machine::connective(const Instruction& in) {
  const Word decides = in.op != Op::And;
  bool undefined = false;
  for (std::uint32_t i = 0; i < in.arity; ++i) {
    Word w = operand(in, i);
    if (w == undefined_word) {
      undefined = true;
      continue;
    }
    if (in.op == Op::Implies && i == 0) w = !w;
    if (w == decides) return decides;
  }
  return undefined ? undefined_word : !decides;
}

// The cell of an observer at the values of `index`; undefined_word where one is not in the scope.
template <class Index>
std::uint32_t Machine::place_of(const ObserverPlace& place, std::size_t arity, const Index& index) {
  std::uint32_t offset = 0;
  for (std::size_t i = 0; i < arity; ++i) {
    const auto rank = place.ranks[i].of(evaluate(index(i)));
    if (!rank) return undefined_word;
    offset = offset * place.ranks[i].size() + *rank;
  }
  return place.begin + offset;
}

Word Machine::indexed(const Instruction& in) {
  const std::uint32_t cell =
      place_of(program_.places[in.a], in.arity, [&](std::size_t i) { return program_.args[in.args + i]; });
  return cell == undefined_word ? undefined_word : state_[cell];
}

Word Machine::construct(const Instruction& in) {
  std::array<Word, 8> few;
  std::vector<Word> many;
  Word* args = few.data();
  if (in.arity > few.size()) {
    many.resize(in.arity);
    args = many.data();
  }
  for (std::uint32_t i = 0; i < in.arity; ++i)
    if ((args[i] = operand(in, i)) == undefined_word) return undefined_word;
  return store_.construct(in.a, {args, in.arity});
}

Word Machine::call(const Instruction& in) {
  const CompiledFunction& f = program_.functions[in.a];
  std::vector<Word> args;
  for (std::uint32_t i = 0; i < in.arity; ++i) {
    args.push_back(operand(in, i));
    if (args.back() == undefined_word) return undefined_word;
  }
  if (calls_ >= deepest_call) throw Overflow{};  // not undefined: the function has a value
  tick();
  const std::vector<Word> saved(registers_.begin() + f.frame_begin, registers_.begin() + f.frame_end);
  for (std::size_t i = 0; i < args.size(); ++i) registers_[f.params[i]] = args[i];
  ++calls_;
  const Word result = evaluate(f.body);
  --calls_;
  std::copy(saved.begin(), saved.end(), registers_.begin() + f.frame_begin);
  return result;
}

bool Machine::evaluate_operands(const Instruction& in, std::array<Word, 3>& args) {
  for (std::uint32_t i = 0; i < in.arity; ++i)
    if ((args[i] = operand(in, i)) == undefined_word) return false;
  return true;
}

Word Machine::apply_operator(const Instruction& in) {
  std::array<Word, 3> args{};
  if (!evaluate_operands(in, args)) return undefined_word;
  switch (in.op) {
    case Op::In: return store_.contains(args[1], args[0]);
    case Op::Select: {
      const TermTable::Node& node = store_.terms[args[0]];
      return node.constructor == in.a ? node.args[in.b] : undefined_word;
    }
    case Op::Is: return store_.terms[args[0]].constructor == in.a;
    case Op::Add: return store_.number(store_.number_of(args[0]) + store_.number_of(args[1]));
    case Op::Sub: {
      const std::int64_t n = store_.number_of(args[0]) - store_.number_of(args[1]);
      return store_.number(in.sort == whynot::ots::nat_sort ? std::max<std::int64_t>(n, 0) : n);
    }
    case Op::Number: throw Overflow{};      // those that a word holds are constants
    case Op::Lt: return args[0] < args[1];  // the bias keeps the order
    case Op::Le: return args[0] <= args[1];
    default: return apply_collection(in, args.data());
  }
}

Word Machine::apply_collection(const Instruction& in, const Word* args) {
  Cells& cells = store_.cells;
  const auto fold = [&](auto step) {  // over the members of the second operand
    Word out = args[0];
    for (Word rest = args[1]; rest != nil; rest = cells.second(rest)) out = cells.close(step(out, cells.first(rest)));
    return out;
  };
  const auto count = [&](Word rest, auto counts) {
    std::int64_t n = 0;
    for (; rest != nil; rest = cells.second(rest)) n += counts(cells.first(rest));
    return store_.number(n);
  };
  switch (in.op) {
    case Op::Union: return fold([&](Word out, Word w) { return store_.insert(in.sort, out, w); });
    case Op::Difference: return fold([&](Word out, Word w) { return store_.remove(out, w); });
    case Op::Size: return count(args[0], [](Word) { return 1; });
    case Op::Count: return count(args[1], [&](Word w) { return w == args[0]; });
    case Op::Head: return args[0] == nil ? undefined_word : cells.first(args[0]);
    case Op::Tail: return args[0] == nil ? nil : cells.second(args[0]);
    case Op::Constant: {
      const auto& keys = store_.keys(in.sort);
      return cells.intern(keys && keys->empty() ? no_default : args[0], nil);
    }
    case Op::Get: return store_.get(args[0], args[1]);
    default: return cells.close(open_collection(in, args));
  }
}

Opened Machine::open_collection(const Instruction& in, const Word* args) {
  switch (in.op) {
    case Op::Insert: return store_.insert(in.sort, args[0], args[1]);
    case Op::Remove: return store_.remove(args[0], args[1]);
    case Op::Cons: return {args[0], args[1]};
    case Op::Append: return store_.append(args[0], args[1]);
    default: return store_.put(in.sort, args[0], args[1], args[2]);
  }
}

bool Machine::evaluate_opened(Code code, Opened& out) {
  const Instruction& in = program_.instructions[code];
  if (in.kind == Instruction::Kind::Operator) {
    std::array<Word, 3> args{};
    switch (in.op) {
      case Op::Ite: {
        const Word c = operand(in, 0);
        return c != undefined_word && evaluate_opened(program_.args[in.args + (c ? 1 : 2)], out);
      }
      case Op::Insert:
      case Op::Remove:
      case Op::Cons:
      case Op::Append:
      case Op::Put:
        if (!evaluate_operands(in, args)) return false;
        added_ = args[in.op == Op::Cons ? 0 : 1];
        out = open_collection(in, args.data());
        return true;
      default: break;
    }
  }
  const Word w = evaluate(code);
  if (w == undefined_word) return false;
  out = store_.cells.open(w);
  return true;
}

bool Machine::apply(const CompiledTransition& t) {
  for (const std::uint32_t cell : changed_) next_[cell] = state_[cell];
  changed_.clear();
  top_ = old_top_;
  added_ = undefined_word;
  return std::all_of(t.updates.begin(), t.updates.end(), [&](const CompiledUpdate& u) { return apply(u, 0); });
}

// For each value of what it is for, from the given one on.
bool Machine::apply(const CompiledUpdate& u, std::size_t at) {
  if (at < u.each.size()) {
    for (Word w : program_.domain(u.each[at].second)) {
      registers_[u.each[at].first] = w;
      if (!apply(u, at + 1)) return false;
    }
    return true;
  }
  const auto is_undefined = [&](Code i) { return evaluate(i) == undefined_word; };
  if (u.may_lack_index && std::any_of(u.index.begin(), u.index.end(), is_undefined)) return true;
  const ObserverPlace& place = program_.places[u.observer];
  const std::uint32_t cell =
      u.index.empty() ? place.begin : place_of(place, u.index.size(), [&](std::size_t i) { return u.index[i]; });
  if (cell == undefined_word) return false;
  if (cell == opened_) return evaluate_opened(u.value, top_);
  const Word value = evaluate(u.value);
  if (value == undefined_word) return false;
  next_[cell] = value;
  changed_.push_back(cell);
  return true;
}

std::vector<Word> Machine::active(SortId wanted) {
  std::vector<Word> out;
  for (std::uint32_t c = 0; c < program_.cells(); ++c) collect(wanted, program_.cell_sort(c), state_[c], out);
  std::sort(out.begin(), out.end(), [&](Word a, Word b) { return store_.before(wanted, a, b); });
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

void Machine::collect(SortId wanted, SortId id, Word w, std::vector<Word>& out) {
  if (id == wanted) out.push_back(w);
  const auto& sort = store_.ots().sorts[id];
  switch (sort.kind) {
    case SortKind::Set:
    case SortKind::Bag:
    case SortKind::List:
      for (; w != nil; w = store_.cells.second(w)) collect(wanted, sort.element, store_.cells.first(w), out);
      break;
    case SortKind::Map:
      if (!store_.keys(id)) collect(wanted, sort.element, store_.cells.first(w), out);
      for (const auto& [key, value] : store_.entries(id, w)) {
        collect(wanted, sort.key, key, out);
        collect(wanted, sort.element, value, out);
      }
      break;
    case SortKind::Free: {
      const TermTable::Node& node = store_.terms[w];
      for (std::uint32_t i = 0; i < node.arity; ++i)
        collect(wanted, store_.ots().constructors[node.constructor].fields[i].sort, node.args[i], out);
      break;
    }
    default: break;
  }
}

}  // namespace whynot::engine::ots
