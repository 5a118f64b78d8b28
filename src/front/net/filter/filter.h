// Filters of a router as ordered cases: what iptables and nftables let through, whoever printed them.  A packet passes
// if the first case that matches it accepts.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "model/net/network.h"

namespace whynot::front::net {

using whynot::net::Field;
using whynot::net::field_count;
using whynot::net::Match;
using whynot::net::Ternary;

// Whether an interface is one of these; `eth*` are all whose names begin so.
struct InterfaceTest {
  std::vector<std::string> names;
  bool negated = false;

  // The empty name is an interface that nobody names.
  bool matches(const std::string& interface) const;
};
using InterfaceTests = std::vector<InterfaceTest>;  // all of them
bool matches(const InterfaceTests&, const std::string& interface);

struct FilterCase {
  Match when = {};
  InterfaceTests in, out;
  bool drops = false;
  Span line = {};
};
// The last case matches every packet.
using Filter = std::vector<FilterCase>;

// What a line asks of a packet: of each field one of several conditions, where there are any.
struct Condition {
  std::array<std::optional<std::vector<Ternary>>, field_count> fields = {};
  InterfaceTests in, out;

  // A further condition on a field: both must hold.
  void require(Field, const std::vector<Ternary>& any_of);
  void add(const Condition&);
  bool is_never() const;
  // As matches of whole headers, of which one must hold; nothing where there are more than `most`.
  std::optional<std::vector<Match>> matches(std::size_t most) const;
  // Conditions of which one holds wherever this one does not.
  std::vector<Condition> otherwise(const whynot::net::Widths&) const;
};

// Both together; nothing when they contradict each other.
std::optional<Match> both(const Match&, const Match&);
bool is_always(const Match&);

// Chains, as both programs have them: a base chain has a policy, the others are jumped to.
struct Chain {
  enum class Does { Accept, Drop, Return, Jump, Goto };
  struct Line {
    Condition when;
    Does does = Does::Accept;
    std::string target;  // of jumps
    Span at = {};
  };
  std::vector<Line> lines;
  bool drops = false;  // the policy
  Span at = {};
};

// A base chain with everything it jumps to, as one list.  Nothing where that has more than `most` cases, or where
// chains lead back to themselves.
class Chains {
 public:
  void add(const std::string& name, Chain chain) { chains_.emplace_back(name, std::move(chain)); }
  Chain* find(const std::string& name);
  const Chain* find(const std::string& name) const { return const_cast<Chains*>(this)->find(name); }
  std::optional<Filter> flatten(const std::string& base, std::size_t most) const;

  // What is to be said about a line of a chain, where packets come to it: those of other chains concern nobody.
  void note(const std::string& chain, Diagnostic about) { notes_.emplace_back(chain, std::move(about)); }
  void tell_of(const std::vector<std::string>& bases, Diagnostics&) const;

 private:
  std::vector<std::pair<std::string, Diagnostic>> notes_;
  std::vector<std::pair<std::string, Chain>> chains_;
};

}  // namespace whynot::front::net
