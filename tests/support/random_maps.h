// Random specifications with two maps over a finite sort of keys and a set of such maps, as text and as functions on
// tuples of values: a brute force that knows nothing of terms, defaults or scopes.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace whynot {

class RandomMaps {
 public:
  explicit RandomMaps(unsigned seed) : random_(seed) {
    choose_keys();
    const std::string sort = "map " + key_sort_ + " Nat";
    text_ = "ots T {\n" + declaration_ + "observer m : " + sort + " = [_ := 0]\nobserver n : " + sort +
            " = [_ := " + std::to_string(most_) + "]\nobserver s : set (" + sort + ") = {}\n";
    for (std::size_t t = 0, all = 2 + pick(3); t < all; ++t) add_transition(t);
    choose_invariant();
    text_ += scope_ + "}\n";
  }

  const std::string& text() const { return text_; }

  struct Reached {
    std::vector<std::uint64_t> states;     // up to each depth
    std::optional<std::size_t> violation;  // the least depth of one
  };
  Reached reach(std::size_t depth, std::size_t most_states) const {
    const State start{{Map(keys_.size(), 0), Map(keys_.size(), most_)}, {}};
    std::set<State> seen{start};
    std::vector<State> frontier{start};
    Reached out;
    for (std::size_t d = 0;; ++d) {
      out.states.push_back(seen.size());
      for (const State& state : frontier)
        if (!invariant_(state) && !out.violation) out.violation = d;
      if (d == depth || frontier.empty() || seen.size() > most_states) return out;
      std::vector<State> next;
      for (const State& state : frontier)
        for (const auto& transition : transitions_)
          for (std::size_t k = 0; k < (transition.has_key ? keys_.size() : 1); ++k)
            if (const auto to = transition.fire(state, k); to && seen.insert(*to).second) next.push_back(*to);
      frontier = std::move(next);
    }
  }

 private:
  using Map = std::vector<int>;
  struct State {
    Map maps[2];
    std::set<Map> set;
    friend bool operator<(const State& a, const State& b) {
      return std::tie(a.maps[0], a.maps[1], a.set) < std::tie(b.maps[0], b.maps[1], b.set);
    }
  };
  using Guard = std::function<bool(const State&, std::size_t key)>;
  using Effect = std::function<void(const State&, std::size_t key, State& to)>;
  struct Transition {
    bool has_key = false;
    std::vector<Guard> guards;
    std::vector<Effect> effects;
    std::optional<State> fire(const State& from, std::size_t key) const {
      for (const Guard& g : guards)
        if (!g(from, key)) return std::nullopt;
      State to = from;
      for (const Effect& e : effects) e(from, key, to);
      return to;
    }
  };
  static constexpr std::size_t the_parameter = ~std::size_t{0};

  std::size_t pick(std::size_t n) { return random_() % n; }

  void choose_keys() {
    most_ = 1 + static_cast<int>(pick(2));
    switch (pick(6)) {
      case 0: key_sort_ = "Bool", keys_ = {"false", "true"}; break;
      case 1: key_sort_ = "K", keys_ = {"k0", "k1", "k2"}, declaration_ = "sort K = enum { k0, k1, k2 }\n"; break;
      case 2:
        key_sort_ = "K", keys_ = {"k0", "k1", "k2"}, named_ = pick(3);
        declaration_ = named_ == 0   ? "sort K = loose\n"
                       : named_ == 1 ? "sort K = loose { k0 }\n"
                                     : "sort K = loose { k0, k1 }\n";
        scope_ = "scope all { K = { k0, k1, k2 } }\n";
        break;
      case 3:
        key_sort_ = "K", keys_ = {"pair(false, e0)", "pair(true, e0)", "pair(false, e1)", "pair(true, e1)", "lone"};
        declaration_ = "sort E = enum { e0, e1 }\nsort K = free { pair(Bool, E) | lone }\n";
        break;
      case 4: key_sort_ = "(set Bool)", keys_ = {"{}", "{true}", "{false}", "{true, false}"}, bindable_ = false; break;
      default:
        key_sort_ = "(map Bool Bool)", bindable_ = false;
        keys_ = {"[_ := false]", "[_ := true]", "[_ := true][true := false]", "[_ := false][true := true]"};
    }
    if (scope_.empty()) named_ = keys_.size(), scope_ = "scope all {}\n";
  }

  // A key of a transition: its parameter or one that has a name; nothing where neither is there.
  std::optional<std::size_t> choose_key(bool has_key) {
    if (has_key && (pick(3) > 0 || named_ == 0)) return the_parameter;
    if (named_ == 0) return std::nullopt;
    return pick(named_);
  }
  std::string key_text(std::size_t key) const { return key == the_parameter ? "k" : keys_[key]; }
  static std::size_t key_of(std::size_t key, std::size_t parameter) { return key == the_parameter ? parameter : key; }

  void add_transition(std::size_t number) {
    Transition t;
    t.has_key = bindable_ && pick(3) > 0;
    const std::string guard = pick(2) ? choose_guard(t) : "";
    std::string effects;
    for (std::size_t which = pick(3), n = 1 + pick(2); n > 0; --n, which = (which + 1) % 3)
      effects += "  " + choose_effect(t, which);
    text_ += "transition t" + std::to_string(number) + (t.has_key ? "(k: " + key_sort_ + ")" : "") + " { " +
             (guard.empty() ? "" : "when " + guard) + effects + " }\n";
    transitions_.push_back(std::move(t));
  }

  std::string choose_guard(Transition& t) {
    const auto key = choose_key(t.has_key);
    const int value = static_cast<int>(pick(2));
    switch (pick(key ? 4 : 3)) {
      case 0: return t.guards.push_back([](const State& s, std::size_t) { return s.maps[0] == s.maps[1]; }), "m = n";
      case 1: return t.guards.push_back([](const State& s, std::size_t) { return s.maps[0] != s.maps[1]; }), "m != n";
      case 2:
        t.guards.push_back([](const State& s, std::size_t) { return !s.set.count(s.maps[0]); });
        return "not (m in s)";
      default:
        t.guards.push_back([=](const State& s, std::size_t k) { return s.maps[1][key_of(*key, k)] == value; });
        return "n[" + key_text(*key) + "] = " + std::to_string(value);
    }
  }

  std::string choose_effect(Transition& t, std::size_t which) {
    const std::string names[] = {"m", "n", "s"};
    const auto key = choose_key(t.has_key);
    const int value = static_cast<int>(pick(static_cast<std::size_t>(most_) + 1));
    const std::size_t source = pick(2);
    if (which == 2) {
      t.effects.push_back([=](const State& from, std::size_t, State& to) { to.set.insert(from.maps[source]); });
      return "s += " + names[source];
    }
    const std::size_t kind = pick(key ? 4 : 2);
    t.effects.push_back([=](const State& from, std::size_t k, State& to) {
      to.maps[which] = from.maps[source];
      if (kind == 0) to.maps[which].assign(from.maps[0].size(), value);
      if (kind > 1) to.maps[which][key_of(*key, k)] = value;
    });
    const std::string by = kind == 0   ? "[_ := " + std::to_string(value) + "]"
                           : kind == 1 ? names[source]
                                       : names[source] + "[" + key_text(*key) + " := " + std::to_string(value) + "]";
    return names[which] + " := " + by;
  }

  void choose_invariant() {
    const auto invariant = [&](const std::string& text, std::function<bool(const State&)> meaning) {
      text_ += "invariant I : " + text + "\n";
      invariant_ = std::move(meaning);
    };
    switch (pick(4)) {
      case 0: return invariant("m != n", [](const State& s) { return s.maps[0] != s.maps[1]; });
      case 1: return invariant("|s| <= 2", [](const State& s) { return s.set.size() <= 2; });
      case 2:
        return invariant("m in s => m != n",
                         [](const State& s) { return !s.set.count(s.maps[0]) || s.maps[0] != s.maps[1]; });
      default:
        invariant("m = n => m in s or |s| <= 1",
                  [](const State& s) { return s.maps[0] != s.maps[1] || s.set.count(s.maps[0]) || s.set.size() <= 1; });
    }
  }

  std::minstd_rand random_;
  std::string declaration_, scope_, key_sort_, text_;
  std::vector<std::string> keys_;
  std::size_t named_ = 0;  // of the keys, in front: those that the text may name
  bool bindable_ = true;   // parameters may run through the keys
  int most_ = 1;           // the largest value
  std::vector<Transition> transitions_;
  std::function<bool(const State&)> invariant_;
};

}  // namespace whynot
