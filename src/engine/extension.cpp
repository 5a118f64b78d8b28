#include "engine/extension.h"

namespace whynot::engine {
namespace {

using encode::Unroll;
using solve::Aig;
using solve::Lit;

constexpr std::size_t deepest = 128;  // lassos longer than this are not looked for

// Frame `last` repeats an earlier one.  If there is a lasso of some depth, there is one of every greater
// depth: go on round the loop.  So only the deepest frame needs to be asked.
Lit repeats(Unroll& unroll, std::size_t last) {
  Aig& g = unroll.graph();
  const std::vector<Lit> end = unroll.identity(last);
  Lit found = Aig::constant(false);
  for (std::size_t i = 0; i < last; ++i) found = g.or_(found, encode::equal(g, unroll.identity(i), end));
  return found;
}

}  // namespace

std::vector<Lit> state_bits(Unroll& unroll, std::size_t frame) {
  std::vector<Lit> bits = unroll.identity(frame);
  for (std::size_t i = 0; i < unroll.cone().size(); ++i) {
    if (unroll.system().variables()[i].kind != VariableKind::Frozen) continue;
    const encode::Bits code = unroll.bits(i, frame);
    bits.insert(bits.end(), code.begin(), code.end());
  }
  return bits;
}

Extension::Extension(encode::BitSystem& system, Context& context)
    : unroll_(system, system.everything(), encode::Start::Anywhere, context) {
  unroll_.extend();
}

Extension::Fate Extension::fate(const std::vector<bool>& bits) {
  std::vector<int> here;
  const std::vector<Lit> first = state_bits(unroll_, 0);
  for (std::size_t i = 0; i < first.size(); ++i) here.push_back(unroll_.cnf().literal(first[i] ^ !bits[i]));
  while (true) {
    const std::size_t last = unroll_.frames() - 1;
    std::vector<int> looping = here;
    looping.push_back(unroll_.cnf().literal(repeats(unroll_, last)));
    const solve::Answer answer = unroll_.sat().solve(looping);
    if (answer == solve::Answer::Sat) return Fate::GoesOn;
    const solve::Answer alive = answer == solve::Answer::Stopped ? answer : unroll_.sat().solve(here);
    if (alive == solve::Answer::Stopped) return Fate::Undecided;
    if (alive == solve::Answer::Unsat) break;
    if (last >= deepest) return Fate::Undecided;
    unroll_.extend_to(2 * last + 1);
  }
  cause_.clear();
  for (std::size_t i = 0; i < here.size(); ++i)
    if (unroll_.sat().failed(here[i])) cause_.push_back(i);
  return Fate::Doomed;
}

}  // namespace whynot::engine
