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

Word Machine::evaluate(Code code) {
  const Instruction& in = program_.instructions[code];
  switch (in.kind) {
    case Instruction::Kind::Constant: return in.a;
    case Instruction::Kind::Register: return registers_[in.a];
    case Instruction::Kind::Cell: return state_[in.a];
    case Instruction::Kind::IndexedCell: return indexed(in);
    case Instruction::Kind::Quantified: return exists(program_.queries[in.a]) != program_.queries[in.a].negated;
    case Instruction::Kind::Operator: break;
  }
  switch (in.op) {
    case Op::Not:
    case Op::And:
    case Op::Or:
    case Op::Implies:
    case Op::Ite: return connective(in);
    case Op::Construct: return construct(in);
    case Op::Call: return call(in);
    default: return apply_operator(in);
  }
}

Word Machine::connective(const Instruction& in) {
  if (in.op == Op::Not) {
    const Word w = operand(in, 0);
    return w == undefined_word ? w : !w;
  }
  if (in.op == Op::Ite) {
    const Word c = operand(in, 0);
    return c == undefined_word ? c : operand(in, c ? 1 : 2);
  }
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

Word Machine::indexed(const Instruction& in) {
  const ObserverPlace& place = program_.places[in.a];
  std::uint32_t offset = 0;
  for (std::uint32_t i = 0; i < in.arity; ++i) {
    const auto rank = place.ranks[i].find(operand(in, i));
    if (rank == place.ranks[i].end()) return undefined_word;
    offset = offset * static_cast<std::uint32_t>(place.ranks[i].size()) + rank->second;
  }
  return state_[place.begin + offset];
}

Word Machine::construct(const Instruction& in) {
  std::array<Word, 16> few;
  std::vector<Word> many(in.arity > few.size() ? in.arity : 0);
  Word* args = in.arity > few.size() ? many.data() : few.data();
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
  if (calls_ >= deepest_call) return undefined_word;
  const std::vector<Word> saved(registers_.begin() + f.frame_begin, registers_.begin() + f.frame_end);
  for (std::size_t i = 0; i < args.size(); ++i) registers_[f.params[i]] = args[i];
  ++calls_;
  const Word result = evaluate(f.body);
  --calls_;
  std::copy(saved.begin(), saved.end(), registers_.begin() + f.frame_begin);
  return result;
}

Word Machine::apply_operator(const Instruction& in) {
  std::array<Word, 3> args{};
  for (std::uint32_t i = 0; i < in.arity; ++i)
    if ((args[i] = operand(in, i)) == undefined_word) return undefined_word;
  switch (in.op) {
    case Op::Eq: return args[0] == args[1];
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
    case Op::Lt: return args[0] < args[1];  // the bias keeps the order
    case Op::Le: return args[0] <= args[1];
    default: return apply_collection(in, args.data());
  }
}

Word Machine::apply_collection(const Instruction& in, const Word* args) {
  Cells& cells = store_.cells;
  const auto fold = [&](auto step) {  // over the members of the second operand
    Word out = args[0];
    for (Word rest = args[1]; rest != nil; rest = cells.second(rest)) out = step(out, cells.first(rest));
    return out;
  };
  const auto count = [&](Word rest, auto counts) {
    std::int64_t n = 0;
    for (; rest != nil; rest = cells.second(rest)) n += counts(cells.first(rest));
    return store_.number(n);
  };
  switch (in.op) {
    case Op::Insert: return store_.insert(in.sort, args[0], args[1]);
    case Op::Remove: return store_.remove(args[0], args[1]);
    case Op::Union: return fold([&](Word out, Word w) { return store_.insert(in.sort, out, w); });
    case Op::Difference: return fold([&](Word out, Word w) { return store_.remove(out, w); });
    case Op::Size: return count(args[0], [](Word) { return 1; });
    case Op::Count: return count(args[1], [&](Word w) { return w == args[0]; });
    case Op::Cons: return cells.intern(args[0], args[1]);
    case Op::Head: return args[0] == nil ? undefined_word : cells.first(args[0]);
    case Op::Tail: return args[0] == nil ? nil : cells.second(args[0]);
    case Op::Append: return store_.append(args[0], args[1]);
    case Op::Constant: return cells.intern(args[0], nil);
    case Op::Get: return store_.get(args[0], args[1]);
    default: return store_.put(in.sort, args[0], args[1], args[2]);
  }
}

bool Machine::apply(const CompiledTransition& t) {
  next_.assign(state_.begin(), state_.end());
  for (const CompiledUpdate& u : t.updates) {
    const ObserverPlace& place = program_.places[u.observer];
    std::uint32_t offset = 0;
    for (std::size_t i = 0; i < u.index.size(); ++i) {
      const auto rank = place.ranks[i].find(evaluate(u.index[i]));
      if (rank == place.ranks[i].end()) return false;
      offset = offset * static_cast<std::uint32_t>(place.ranks[i].size()) + rank->second;
    }
    const Word value = evaluate(u.value);
    if (value == undefined_word) return false;
    next_[place.begin + offset] = value;
  }
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
      collect(wanted, sort.element, store_.cells.first(w), out);
      for (Word e = store_.cells.second(w); e != nil; e = store_.cells.second(e)) {
        collect(wanted, sort.key, store_.cells.first(store_.cells.first(e)), out);
        collect(wanted, sort.element, store_.cells.second(store_.cells.first(e)), out);
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
