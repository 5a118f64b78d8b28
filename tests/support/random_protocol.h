// Random specifications over one loose sort, with a meaning of their own: states are plain vectors, formulas are
// evaluated directly, and the induction step is tried on every state with few elements.  Shares nothing with what it is
// compared to.
#pragma once
#include <fmt/format.h>

#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace whynot {

class RandomProtocol {
 public:
  // p(x): Bool, q(x, y): Bool, e(x): one of three, f(x): an element.
  struct State {
    int n = 1;
    std::vector<int> p, q, e, f;
    friend bool operator==(const State&, const State&) = default;
  };
  using Env = std::vector<int>;  // elements of the variables

  explicit RandomProtocol(unsigned seed) : random_(seed) {
    for (int i = 0; i < 2; ++i) transitions_.push_back(transition());
    lemma_ = formula(2, 2);
    goal_ = formula(2, 2);
  }

  std::string text() const {
    std::string out = R"(ots R {
  sort A = loose
  sort E = enum { e0, e1, e2 }
  observer p(x: A) : Bool = false
  observer q(x: A, y: A) : Bool = false
  observer e(x: A) : E = e0
  observer f(x: A) : A in { x }
)";
    for (std::size_t i = 0; i < transitions_.size(); ++i) {
      const Transition& t = transitions_[i];
      out += fmt::format("  transition t{}(v0: A, v1: A) {{ when {}  {} := {} }}\n", i, text(t.guard), lhs(t), rhs(t));
    }
    out += fmt::format("  invariant L(v0: A, v1: A) : {}\n", text(lemma_));
    out += fmt::format("  invariant G(v0: A, v1: A) : {} using L\n", text(goal_));
    return out + "}\n";
  }

  std::size_t transitions() const { return transitions_.size(); }
  bool goal_holds(const State& s) const { return for_all(s, goal_); }
  bool lemma_holds(const State& s) const { return for_all(s, lemma_); }

  // Where the guard holds.
  std::optional<State> fire(const State& s, std::size_t transition, int a, int b) const {
    const Transition& t = transitions_[transition];
    Env env{a, b};
    if (!eval(t.guard, s, env)) return std::nullopt;
    State to = s;
    const int n = s.n;
    switch (t.observer) {
      case 0: to.p[at(a)] = eval(t.value, s, env); break;
      case 1: to.q[at(a * n + b)] = eval(t.value, s, env); break;
      case 2: to.e[at(a)] = t.constant; break;
      default: to.f[at(a)] = b;
    }
    return to;
  }

  // Whether the transition leads from some state of n elements, where the goal and the lemma hold, to one where the
  // goal does not.
  bool breaks(std::size_t transition, int n) const {
    bool found = false;
    for_each_state(n, [&](const State& s) {
      if (!goal_holds(s) || !lemma_holds(s)) return true;
      for (int a = 0; a < n && !found; ++a)
        for (int b = 0; b < n && !found; ++b)
          if (const auto to = fire(s, transition, a, b)) found = !goal_holds(*to);
      return !found;
    });
    return found;
  }

 private:
  struct Formula {
    enum Kind { P, Q, E, F, Same, Not, And, Or, Forall, Exists } kind = P;
    int a = 0, b = 0;  // variables; of E the constant, of quantifiers the variable that they bind
    std::vector<Formula> parts = {};
  };
  struct Transition {
    Formula guard, value;
    int observer = 0, constant = 0;
  };

  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  int below(int n) { return std::uniform_int_distribution<>(0, n - 1)(random_); }

  Formula formula(int variables, int depth) {
    const int choice = below(depth == 0 ? 5 : 10);
    if (choice == 2) return {Formula::E, below(variables), below(3)};
    if (choice < 5) return {static_cast<Formula::Kind>(choice), below(variables), below(variables)};
    const auto kind = static_cast<Formula::Kind>(choice);
    if (kind == Formula::Not) return {kind, 0, 0, {formula(variables, depth - 1)}};
    if (kind == Formula::And || kind == Formula::Or)
      return {kind, 0, 0, {formula(variables, depth - 1), formula(variables, depth - 1)}};
    return {kind, variables, 0, {formula(variables + 1, depth - 1)}};
  }

  Transition transition() {
    Transition t;
    t.guard = formula(2, 2);
    t.observer = below(4);
    t.value = formula(2, 1);
    t.constant = below(3);
    return t;
  }

  static std::string text(const Formula& f) {
    switch (f.kind) {
      case Formula::P: return fmt::format("p(v{})", f.a);
      case Formula::Q: return fmt::format("q(v{}, v{})", f.a, f.b);
      case Formula::E: return fmt::format("e(v{}) = e{}", f.a, f.b);
      case Formula::F: return fmt::format("f(v{}) = v{}", f.a, f.b);
      case Formula::Same: return fmt::format("v{} = v{}", f.a, f.b);
      case Formula::Not: return fmt::format("not ({})", text(f.parts[0]));
      case Formula::And: return fmt::format("({} and {})", text(f.parts[0]), text(f.parts[1]));
      case Formula::Or: return fmt::format("({} or {})", text(f.parts[0]), text(f.parts[1]));
      case Formula::Forall: return fmt::format("(forall v{}: A. {})", f.a, text(f.parts[0]));
      case Formula::Exists: return fmt::format("(exists v{}: A. {})", f.a, text(f.parts[0]));
    }
    return "";
  }
  static std::string lhs(const Transition& t) {
    const char* const names[] = {"p(v0)", "q(v0, v1)", "e(v0)", "f(v0)"};
    return names[t.observer];
  }
  static std::string rhs(const Transition& t) {
    if (t.observer == 2) return fmt::format("e{}", t.constant);
    return t.observer == 3 ? "v1" : text(t.value);
  }

  static bool eval(const Formula& f, const State& s, Env& env) {
    const auto v = [&](int i) { return env[at(i)]; };
    switch (f.kind) {
      case Formula::P: return s.p[at(v(f.a))] != 0;
      case Formula::Q: return s.q[at(v(f.a) * s.n + v(f.b))] != 0;
      case Formula::E: return s.e[at(v(f.a))] == f.b;
      case Formula::F: return s.f[at(v(f.a))] == v(f.b);
      case Formula::Same: return v(f.a) == v(f.b);
      case Formula::Not: return !eval(f.parts[0], s, env);
      case Formula::And: return eval(f.parts[0], s, env) && eval(f.parts[1], s, env);
      case Formula::Or: return eval(f.parts[0], s, env) || eval(f.parts[1], s, env);
      default: break;
    }
    bool all = true, some = false;
    env.resize(at(f.a) + 1);
    for (int x = 0; x < s.n; ++x) {
      env.resize(at(f.a) + 1);
      env[at(f.a)] = x;
      const bool here = eval(f.parts[0], s, env);
      all = all && here;
      some = some || here;
    }
    env.resize(at(f.a));
    return f.kind == Formula::Forall ? all : some;
  }

  static bool for_all(const State& s, const Formula& f) {
    for (int a = 0; a < s.n; ++a)
      for (int b = 0; b < s.n; ++b) {
        Env env{a, b};
        if (!eval(f, s, env)) return false;
      }
    return true;
  }

  // Until `visit` says that it has seen enough.
  static void for_each_state(int n, const std::function<bool(const State&)>& visit) {
    State s{n, std::vector<int>(at(n), 0), std::vector<int>(at(n * n), 0), std::vector<int>(at(n), 0),
            std::vector<int>(at(n), 0)};
    const auto next = [](std::vector<int>& digits, int base) {
      for (int& d : digits) {
        if (++d < base) return true;
        d = 0;
      }
      return false;
    };
    do {
      if (!visit(s)) return;
    } while (next(s.p, 2) || next(s.q, 2) || next(s.e, 3) || next(s.f, n));
  }

  std::mt19937 random_;
  std::vector<Transition> transitions_;
  Formula lemma_, goal_;
};

}  // namespace whynot
