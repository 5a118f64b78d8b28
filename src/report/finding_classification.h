// Classification: trace constraints that cover all counterexamples of a property.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace whynot::report {

struct Fact {
  std::string text, predicate;
  std::vector<std::string> args;
};

struct CounterexampleClass {
  std::string constraint, sentence;
  std::vector<std::string> positions;
  std::vector<Fact> facts;
  std::string representative, canonical;  // trace ids; canonical may be empty
  std::optional<std::string> count;       // decimal
  std::optional<double> share;
  std::vector<std::string> flags;
  bool unbounded = false;                 // sufficient at any length, not only up to the bound
};

// A counterexample and a passing trace that no fact tells apart.
struct Insufficient {
  std::string counterexample, passing;    // trace ids
  std::vector<std::pair<std::string, std::uint64_t>> positions;
  std::vector<std::string> differ;        // columns
};

struct Classification {
  std::string property, mode;
  std::size_t bound = 0;
  bool complete = false;
  std::optional<std::string> total;       // decimal
  std::vector<CounterexampleClass> classes;
  std::optional<Insufficient> insufficient;
};

}  // namespace whynot::report
