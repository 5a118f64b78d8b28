// A second reading of AIGER for tests: text in, all states listed.  Slow, naive, and without anything of the program:
// its own parser, its own simulator, breadth first search for bad states and fixed points for justice.
#pragma once
#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace whynot::oracle {

struct Aag {
  unsigned inputs = 0, latches = 0;
  std::vector<unsigned> input, latch, next, reset;  // literals
  std::vector<unsigned> bad, constraint, fair;
  std::vector<std::vector<unsigned>> justice;
  struct And {
    unsigned out, a, b;
  };
  std::vector<And> ands;
  unsigned variables = 0;

  explicit Aag(const std::string& text) {
    std::istringstream in(text);
    std::string line, word;
    std::getline(in, line);
    std::istringstream header(line);
    header >> word >> variables >> inputs >> latches;
    unsigned outputs = 0, gates = 0, b = 0, c = 0, j = 0, f = 0;
    header >> outputs >> gates >> b >> c >> j >> f;
    const auto numbers = [&] {
      std::getline(in, line);
      std::istringstream row(line);
      std::vector<unsigned> found;
      for (unsigned n = 0; row >> n;) found.push_back(n);
      return found;
    };
    for (unsigned i = 0; i < inputs; ++i) input.push_back(numbers()[0]);
    for (unsigned i = 0; i < latches; ++i) {
      const auto row = numbers();
      latch.push_back(row[0]);
      next.push_back(row[1]);
      reset.push_back(row.size() > 2 ? row[2] : 0);
    }
    for (unsigned i = 0; i < outputs; ++i) numbers();
    for (unsigned i = 0; i < b; ++i) bad.push_back(numbers()[0]);
    for (unsigned i = 0; i < c; ++i) constraint.push_back(numbers()[0]);
    std::vector<unsigned> sizes;
    for (unsigned i = 0; i < j; ++i) sizes.push_back(numbers()[0]);
    for (unsigned size : sizes) {
      justice.emplace_back();
      for (unsigned i = 0; i < size; ++i) justice.back().push_back(numbers()[0]);
    }
    for (unsigned i = 0; i < f; ++i) fair.push_back(numbers()[0]);
    for (unsigned i = 0; i < gates; ++i) {
      const auto row = numbers();
      ands.push_back({row[0], row[1], row[2]});
    }
  }

  // Values of all variables; gates in any order, so again until nothing changes.
  std::vector<bool> values(unsigned state, unsigned in) const {
    std::vector<bool> v(variables + 1, false);
    for (unsigned i = 0; i < inputs; ++i) v[input[i] / 2] = in >> i & 1;
    for (unsigned i = 0; i < latches; ++i) v[latch[i] / 2] = state >> i & 1;
    for (std::size_t round = 0; round <= ands.size(); ++round)
      for (const And& g : ands) v[g.out / 2] = is(v, g.a) && is(v, g.b);
    return v;
  }
  static bool is(const std::vector<bool>& v, unsigned literal) { return v[literal / 2] != (literal % 2 == 1); }
  unsigned successor(const std::vector<bool>& v) const {
    unsigned state = 0;
    for (unsigned i = 0; i < latches; ++i) state |= static_cast<unsigned>(is(v, next[i])) << i;
    return state;
  }
  bool is_initial(unsigned state) const {
    for (unsigned i = 0; i < latches; ++i)
      if (reset[i] < 2 && (state >> i & 1) != reset[i]) return false;
    return true;
  }
  bool is_allowed(const std::vector<bool>& v) const {
    return std::all_of(constraint.begin(), constraint.end(), [&](unsigned c) { return is(v, c); });
  }

  // The number of steps before the first bad one; nothing: it is never bad.
  std::optional<unsigned> depth(unsigned property) const {
    std::vector<int> seen(1u << latches, -1);
    std::deque<unsigned> open;
    for (unsigned s = 0; s < 1u << latches; ++s)
      if (is_initial(s)) {
        seen[s] = 0;
        open.push_back(s);
      }
    std::optional<unsigned> best;
    for (; !open.empty(); open.pop_front())
      for (unsigned in = 0; in < 1u << inputs; ++in) {
        const auto v = values(open.front(), in);
        if (!is_allowed(v)) continue;
        const auto at = static_cast<unsigned>(seen[open.front()]);
        if (is(v, bad[property]) && (!best || at < *best)) best = at;
        const unsigned to = successor(v);
        if (seen[to] >= 0) continue;
        seen[to] = static_cast<int>(at) + 1;
        open.push_back(to);
      }
    return best;
  }

  // Whether a run makes all of these true again and again.
  bool has_fair_run(unsigned property) const {
    std::vector<unsigned> goals = justice[property];
    goals.insert(goals.end(), fair.begin(), fair.end());
    if (goals.empty()) goals.push_back(1);
    const unsigned nodes = 1u << (latches + inputs);
    std::vector<std::vector<bool>> v;
    std::vector<bool> in(nodes);
    for (unsigned n = 0; n < nodes; ++n) v.push_back(values(n >> inputs, n & ((1u << inputs) - 1)));
    for (unsigned n = 0; n < nodes; ++n) in[n] = is_allowed(v[n]);
    const std::vector<bool> allowed = in;
    const auto steps_into = [&](const std::vector<bool>& set) {
      std::vector<bool> found(nodes, false);
      for (unsigned n = 0; n < nodes; ++n)
        for (unsigned i = 0; i < 1u << inputs; ++i) found[n] = found[n] || set[(successor(v[n]) << inputs) | i];
      return found;
    };
    const auto reaching = [&](std::vector<bool> set, const std::vector<bool>& within) {
      for (bool changed = true; changed;) {
        changed = false;
        const auto before = steps_into(set);
        for (unsigned n = 0; n < nodes; ++n)
          if (within[n] && before[n] && !set[n]) changed = set[n] = true;
      }
      return set;
    };
    for (bool changed = true; changed;) {
      changed = false;
      for (unsigned goal : goals) {
        std::vector<bool> meets(nodes);
        for (unsigned n = 0; n < nodes; ++n) meets[n] = in[n] && is(v[n], goal);
        const auto before = steps_into(reaching(meets, in));
        for (unsigned n = 0; n < nodes; ++n)
          if (in[n] && !before[n]) {
            in[n] = false;
            changed = true;
          }
      }
    }
    const auto from = reaching(in, allowed);
    for (unsigned n = 0; n < nodes; ++n)
      if (from[n] && allowed[n] && is_initial(n >> inputs)) return true;
    return false;
  }

  // Whether a witness file of one property shows what it says.
  bool accepts(const std::string& witness) const {
    std::istringstream in(witness);
    std::string line, name;
    std::getline(in, line);
    if (line != "1") return false;
    std::getline(in, name);
    std::getline(in, line);
    const auto number = [](const std::string& bits) {
      unsigned n = 0;
      for (std::size_t i = 0; i < bits.size(); ++i) n |= static_cast<unsigned>(bits[i] == '1') << i;
      return n;
    };
    if (line.size() != latches || !is_initial(number(line))) return false;
    unsigned state = number(line);
    std::vector<unsigned> states;
    std::vector<std::vector<bool>> rows;
    while (std::getline(in, line) && line != ".") {
      states.push_back(state);
      rows.push_back(values(state, number(line)));
      if (line.size() != inputs || !is_allowed(rows.back())) return false;
      state = successor(rows.back());
    }
    const auto property = static_cast<unsigned>(std::stoul(name.substr(1)));
    if (name[0] == 'b') return !rows.empty() && is(rows.back(), bad[property]);
    std::vector<unsigned> goals = justice[property];
    goals.insert(goals.end(), fair.begin(), fair.end());
    for (std::size_t loop = 0; loop < states.size(); ++loop) {
      if (states[loop] != state) continue;
      if (std::all_of(goals.begin(), goals.end(), [&](unsigned goal) {
            return std::any_of(rows.begin() + static_cast<std::ptrdiff_t>(loop), rows.end(),
                               [&](const auto& v) { return is(v, goal); });
          }))
        return true;
    }
    return false;
  }

  // Whether the circuit is this one with another question, which one step of induction answers, and which is asked
  // wherever a property is.
  bool is_certified_by(const Aag& other, unsigned property) const {
    if (other.inputs != inputs || other.latches != latches || other.bad.size() != 1) return false;
    for (unsigned s = 0; s < 1u << latches; ++s)
      for (unsigned in = 0; in < 1u << inputs; ++in) {
        const auto own = values(s, in), its = other.values(s, in);
        if (successor(own) != other.successor(its) || is_initial(s) != other.is_initial(s)) return false;
        if (!is_allowed(own)) continue;
        const bool good = !is(its, other.bad[0]);
        if ((is(own, bad[property]) && good) || (is_initial(s) && !good)) return false;
        if (!good) continue;
        for (unsigned i = 0; i < 1u << inputs; ++i) {
          const auto after = other.values(successor(own), i);
          if (is_allowed(values(successor(own), i)) && is(after, other.bad[0])) return false;
        }
      }
    return true;
  }
};

// Gates in any order, resets of all kinds.
inline std::string random_aag(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  const unsigned inputs = 1 + below(2), latches = 1 + below(4), gates = 2 + below(14);
  const unsigned bad = 1, constraints = below(4) == 0, justice = below(3) == 0, fair = justice && below(2);
  std::vector<unsigned> number(inputs + latches + gates);  // of each thing, in a random order
  for (unsigned i = 0; i < number.size(); ++i) number[i] = i + 1;
  std::shuffle(number.begin(), number.end(), random);
  const auto literal = [&](unsigned things) { return 2 * number[below(things)] + below(2); };
  const unsigned all = inputs + latches + gates;
  std::ostringstream out;
  out << "aag " << all << ' ' << inputs << ' ' << latches << " 0 " << gates << ' ' << bad << ' ' << constraints << ' '
      << justice << ' ' << fair << '\n';
  for (unsigned i = 0; i < inputs; ++i) out << 2 * number[i] << '\n';
  for (unsigned i = 0; i < latches; ++i) {
    const unsigned own = 2 * number[inputs + i];
    const unsigned resets[] = {0, 0, 1, own};
    out << own << ' ' << literal(all) << ' ' << resets[below(4)] << '\n';
  }
  out << 2 * number[all - 1] + below(2) << '\n';
  if (constraints) out << 2 * number[all - 2] + 1 << '\n';
  if (justice) out << "2\n" << literal(all) << '\n' << literal(all) << '\n';
  if (fair) out << literal(all) << '\n';
  std::vector<std::string> lines;
  for (unsigned i = 0; i < gates; ++i) {
    std::ostringstream line;
    line << 2 * number[inputs + latches + i] << ' ' << literal(inputs + latches + i) << ' '
         << literal(inputs + latches + i) << '\n';
    lines.push_back(line.str());
  }
  std::shuffle(lines.begin(), lines.end(), random);
  for (const std::string& line : lines) out << line;
  return out.str();
}

}  // namespace whynot::oracle
