// A chain becomes a list by putting the lines of the chains that it jumps to in place of the jump.  A line that returns
// early cannot be put into such a list: what comes after the jump is copied there for the packets that it returns.
#include "front/net/filter/filter.h"

#include <algorithm>

#include "front/net/address.h"

namespace whynot::front::net {

bool InterfaceTest::matches(const std::string& interface) const {
  const bool found = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    if (name.empty() || name.back() != '*') return name == interface;
    return !interface.empty() && interface.starts_with(name.substr(0, name.size() - 1));
  });
  return found != negated;
}

bool matches(const InterfaceTests& tests, const std::string& interface) {
  return std::all_of(tests.begin(), tests.end(), [&](const InterfaceTest& t) { return t.matches(interface); });
}

std::optional<Match> both(const Match& a, const Match& b) {
  Match result;
  for (std::size_t f = 0; f < field_count; ++f) {
    if ((a[f].value ^ b[f].value) & a[f].mask & b[f].mask) return std::nullopt;
    result[f] = {a[f].value | b[f].value, a[f].mask | b[f].mask};
  }
  return result;
}

bool is_always(const Match& m) {
  return std::all_of(m.begin(), m.end(), [](const Ternary& t) { return t.mask == 0; });
}

void Condition::require(Field field, const std::vector<Ternary>& any_of) {
  auto& now = fields[whynot::net::index_of(field)];
  if (!now) {
    now = any_of;
    return;
  }
  std::vector<Ternary> together;
  for (const Ternary& a : *now)
    for (const Ternary& b : any_of)
      if (((a.value ^ b.value) & a.mask & b.mask) == 0) together.push_back({a.value | b.value, a.mask | b.mask});
  now = std::move(together);
}

void Condition::add(const Condition& other) {
  for (std::size_t f = 0; f < field_count; ++f)
    if (other.fields[f]) require(static_cast<Field>(f), *other.fields[f]);
  in.insert(in.end(), other.in.begin(), other.in.end());
  out.insert(out.end(), other.out.begin(), other.out.end());
}

bool Condition::is_never() const {
  return std::any_of(fields.begin(), fields.end(), [](const auto& f) { return f && f->empty(); });
}

std::optional<std::vector<Match>> Condition::matches(std::size_t most) const {
  std::vector<Match> all = {{}};
  for (std::size_t f = 0; f < field_count; ++f) {
    if (!fields[f]) continue;
    std::vector<Match> longer;
    for (const Match& m : all)
      for (const Ternary& t : *fields[f]) {
        longer.push_back(m);
        longer.back()[f] = t;
        if (longer.size() > most) return std::nullopt;
      }
    all = std::move(longer);
  }
  return all;
}

std::vector<Condition> Condition::otherwise(const whynot::net::Widths& widths) const {
  std::vector<Condition> all;
  for (std::size_t f = 0; f < field_count; ++f) {
    if (!fields[f]) continue;
    all.emplace_back().fields[f] = outside(*fields[f], widths[f]);
  }
  const auto negate = [&](const InterfaceTests& tests, InterfaceTests Condition::*where) {
    for (InterfaceTest test : tests) {
      test.negated = !test.negated;
      (all.emplace_back().*where).push_back(std::move(test));
    }
  };
  negate(in, &Condition::in);
  negate(out, &Condition::out);
  return all;
}

Chain* Chains::find(const std::string& name) {
  const auto found = std::find_if(chains_.begin(), chains_.end(), [&](const auto& c) { return c.first == name; });
  return found == chains_.end() ? nullptr : &found->second;
}

namespace {

class Flat {
 public:
  Flat(const Chains& chains, std::size_t most) : chains_(chains), most_(most) {}

  std::optional<Filter> run(const Chain& base) {
    base_ = &base;
    walk({{&base, 0}}, {});
    return ok_ ? std::optional(std::move(cases_)) : std::nullopt;
  }

 private:
  struct Place {  // the line that comes next
    const Chain* chain;
    std::size_t line;
  };
  using Stack = std::vector<Place>;  // the base chain is the first

  // What packets have that come here.
  struct Known {
    Match when = {};
    InterfaceTests in, out;
  };

  void emit(const Known& known, bool drops, Span line) {
    ok_ = ok_ && cases_.size() < most_;
    if (ok_) cases_.push_back({known.when, known.in, known.out, drops, line});
  }

  // All cases of packets that are known to come to the top of the stack: to the end of the base chain, or, from a chain
  // that no line returns from, to where the list goes on anyway.
  void walk(Stack stack, const Known& known) {
    while (ok_) {
      Place& top = stack.back();
      if (top.line == top.chain->lines.size()) {
        if (stack.size() == 1 && top.chain != base_) return;
        if (stack.size() == 1) return emit(known, top.chain->drops, top.chain->at);
        stack.pop_back();
        continue;
      }
      const Chain::Line& line = top.chain->lines[top.line++];
      if (take(line, stack, known)) return;
    }
  }

  // Whether nothing is left of what is known after the line.
  bool take(const Chain::Line& line, const Stack& stack, const Known& known) {
    const auto matches = line.when.matches(most_);
    if (!matches) ok_ = false;
    if (!ok_) return true;
    for (const Match& m : *matches) {
      const auto together = both(known.when, m);
      if (!together) continue;
      Known inner{*together, known.in, known.out};
      inner.in.insert(inner.in.end(), line.when.in.begin(), line.when.in.end());
      inner.out.insert(inner.out.end(), line.when.out.begin(), line.when.out.end());
      follow(line, stack, inner);
      if (*together == known.when && line.when.in.empty() && line.when.out.empty()) return true;
    }
    return false;
  }

  void follow(const Chain::Line& line, Stack stack, const Known& known) {
    switch (line.does) {
      case Chain::Does::Accept:
      case Chain::Does::Drop: return emit(known, line.does == Chain::Does::Drop, line.at);
      case Chain::Does::Return:
        stack.back().line = stack.back().chain->lines.size();
        return walk(std::move(stack), known);
      case Chain::Does::Goto:
      case Chain::Does::Jump: {
        const Chain* target = chains_.find(line.target);
        const bool circular =
            std::any_of(stack.begin(), stack.end(), [&](const Place& p) { return p.chain == target; });
        if (!target || circular) {
          ok_ = false;
          return;
        }
        if (line.does == Chain::Does::Jump && falls_through(*target)) return walk({{target, 0}}, known);
        if (line.does == Chain::Does::Goto) leave(stack);
        stack.push_back({target, 0});
        return walk(std::move(stack), known);
      }
    }
  }

  // A packet that is sent elsewhere for good does not come back to this chain, but to the one before.
  static void leave(Stack& stack) {
    if (stack.size() > 1)
      stack.pop_back();
    else
      stack.back().line = stack.back().chain->lines.size();
  }

  // Whether packets that no line decides have seen all of them.
  bool falls_through(const Chain& chain, std::size_t depth = 0) const {
    return depth < most_deep && std::all_of(chain.lines.begin(), chain.lines.end(), [&](const Chain::Line& line) {
             if (line.does == Chain::Does::Jump) {
               const Chain* target = chains_.find(line.target);
               return target && falls_through(*target, depth + 1);
             }
             return line.does == Chain::Does::Accept || line.does == Chain::Does::Drop ||
                    (line.does == Chain::Does::Return && is_certain(line.when));
           });
  }
  static bool is_certain(const Condition& c) {
    return c.in.empty() && c.out.empty() &&
           std::none_of(c.fields.begin(), c.fields.end(), [](const auto& f) { return f.has_value(); });
  }

  static constexpr std::size_t most_deep = 16;

  const Chains& chains_;
  const Chain* base_ = nullptr;
  std::size_t most_;
  Filter cases_;
  bool ok_ = true;
};

}  // namespace

void Chains::tell_of(const std::vector<std::string>& bases, Diagnostics& diagnostics) const {
  std::vector<std::string> reached = bases;
  for (std::size_t i = 0; i < reached.size(); ++i)
    if (const Chain* chain = find(reached[i]))
      for (const Chain::Line& line : chain->lines)
        if (!line.target.empty() && std::find(reached.begin(), reached.end(), line.target) == reached.end())
          reached.push_back(line.target);
  for (const auto& [chain, about] : notes_)
    if (std::find(reached.begin(), reached.end(), chain) != reached.end()) diagnostics.add(about);
}

std::optional<Filter> Chains::flatten(const std::string& base, std::size_t most) const {
  return Flat(*this, most).run(*find(base));
}

}  // namespace whynot::front::net
