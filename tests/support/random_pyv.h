// Random formulas of mypyvy's language over one sort of two elements, with an evaluation of their own: an oracle that
// shares nothing with the reader, the steps or the solvers.
#pragma once
#include <array>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace whynot::random_pyv {

// What `declarations` declares.
struct World {
  std::array<bool, 2> p{}, e{};  // e is immutable
  bool b = false;
  int c = 0;
  std::array<int, 2> f{};
};

inline const std::string declarations =
    "sort s\n"
    "axiom exists A, B: s. A != B & forall Z. Z = A | Z = B\n"
    "immutable relation e(s)\nmutable relation p(s)\nmutable relation b\n"
    "mutable constant c: s\nmutable function f(s): s\n";

// All worlds that agree with one about what is immutable.
inline std::vector<World> worlds(std::array<bool, 2> e) {
  std::vector<World> out;
  for (int bits = 0; bits < 64; ++bits) {
    World w;
    w.e = e;
    w.p = {(bits & 1) != 0, (bits & 2) != 0};
    w.b = (bits & 4) != 0;
    w.c = (bits >> 3) & 1;
    w.f = {(bits >> 4) & 1, (bits >> 5) & 1};
    out.push_back(w);
  }
  return out;
}

struct Formula {
  std::string sign;  // ! & | -> <-> if forall exists; p e b; = ; terms: c f, or a variable
  bool after = false;
  std::vector<Formula> parts;
  std::size_t variable = 0;
};

using Values = std::vector<int>;  // of variables

inline int term(const Formula& t, const World& before, const World& after, const Values& values) {
  const World& w = t.after ? after : before;
  if (t.sign == "c") return w.c;
  if (t.sign == "f") return w.f[static_cast<std::size_t>(term(t.parts[0], before, after, values))];
  return values[t.variable];
}

inline bool holds(const Formula& f, const World& before, const World& after, Values& values) {
  const World& w = f.after ? after : before;
  const auto part = [&](std::size_t i) { return holds(f.parts[i], before, after, values); };
  const auto at = [&](std::size_t i) { return static_cast<std::size_t>(term(f.parts[i], before, after, values)); };
  if (f.sign == "p") return w.p[at(0)];
  if (f.sign == "e") return w.e[at(0)];
  if (f.sign == "b") return w.b;
  if (f.sign == "=") return at(0) == at(1);
  if (f.sign == "!") return !part(0);
  if (f.sign == "&") return part(0) && part(1);
  if (f.sign == "|") return part(0) || part(1);
  if (f.sign == "->") return !part(0) || part(1);
  if (f.sign == "<->") return part(0) == part(1);
  if (f.sign == "if") return part(0) ? part(1) : part(2);
  for (int v = 0; v < 2; ++v) {
    values.resize(std::max(values.size(), f.variable + 1));
    values[f.variable] = v;
    if (part(0) == (f.sign == "exists")) return f.sign == "exists";
  }
  return f.sign == "forall";
}

inline std::string text(const Formula& f) {
  const std::string name = f.sign + (f.after ? "'" : "");
  if (f.sign == "p" || f.sign == "e" || f.sign == "f") return name + "(" + text(f.parts[0]) + ")";
  if (f.sign == "b" || f.sign == "c") return name;
  if (f.sign == "variable") return "X" + std::to_string(f.variable);
  if (f.sign == "!") return "!(" + text(f.parts[0]) + ")";
  if (f.sign == "if")
    return "(if " + text(f.parts[0]) + " then " + text(f.parts[1]) + " else " + text(f.parts[2]) + ")";
  if (f.sign == "forall" || f.sign == "exists")
    return "(" + f.sign + " X" + std::to_string(f.variable) + ": s. " + text(f.parts[0]) + ")";
  return "(" + text(f.parts[0]) + " " + f.sign + " " + text(f.parts[1]) + ")";
}

class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}

  // Variables below `variables` are free in it.
  Formula formula(std::size_t depth, std::size_t variables, bool two_states) {
    if (depth == 0 || chance(5)) return atom(variables, two_states);
    const auto below = [&](std::size_t more = 0) { return formula(depth - 1, variables + more, two_states); };
    switch (pick(8)) {
      case 0: return {"!", false, {below()}};
      case 1:
      case 2: return {"&", false, {below(), below()}};
      case 3: return {"|", false, {below(), below()}};
      case 4: return {"->", false, {below(), below()}};
      case 5: return {"<->", false, {below(), below()}};
      case 6: return {"if", false, {below(), below(), below()}};
      default: return {chance(2) ? "forall" : "exists", false, {below(1)}, variables};
    }
  }

  // What transitions look like: some symbols are defined everywhere, some in places, some left open.
  Formula step(std::size_t variables) {
    Formula all = formula(2, variables, false);
    const auto also = [&](Formula f) { all = {"&", false, {std::move(all), std::move(f)}}; };
    const Formula x{"variable", false, {}, variables};
    const auto everywhere = [&](Formula f) { return Formula{"forall", false, {std::move(f)}, variables}; };
    if (chance(2)) also(everywhere({"<->", false, {{"p", true, {x}}, formula(2, variables + 1, false)}}));
    if (chance(3)) {
      Formula defined{"<->", false, {{"p", true, {x}}, formula(1, variables + 1, false)}};
      also(everywhere({"->", false, {formula(1, variables + 1, false), std::move(defined)}}));
    }
    if (chance(2)) also({"<->", false, {{"b", true, {}}, formula(1, variables, false)}});
    if (chance(2)) also({"=", false, {{"c", true, {}}, a_term(variables, false)}});
    if (chance(2)) also(everywhere({"=", false, {{"f", true, {x}}, a_term(variables + 1, false)}}));
    if (chance(3)) also(formula(2, variables, true));
    return all;
  }

  std::size_t pick(std::size_t n) { return random_() % n; }
  bool chance(std::size_t of) { return pick(of) == 0; }

 private:
  Formula a_term(std::size_t variables, bool two_states) {
    const bool after = two_states && chance(2);
    if (variables > 0 && !chance(3)) return {"variable", false, {}, pick(variables)};
    if (chance(2)) return {"c", after, {}};
    return {"f", after, {variables > 0 ? Formula{"variable", false, {}, pick(variables)} : Formula{"c", false, {}}}};
  }
  Formula atom(std::size_t variables, bool two_states) {
    const bool after = two_states && chance(2);
    switch (pick(4)) {
      case 0: return {"b", after, {}};
      case 1: return {"e", false, {a_term(variables, two_states)}};
      case 2: return {"=", false, {a_term(variables, two_states), a_term(variables, two_states)}};
      default: return {"p", after, {a_term(variables, two_states)}};
    }
  }

  std::mt19937 random_;
};

}  // namespace whynot::random_pyv
