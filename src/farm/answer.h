// What a report says, as far as a farm wants to know it: read from the JSON that a worker sent.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace whynot::farm {

struct PropertyAnswer {
  std::string name, text;
  std::string verdict;  // "holds", "violated", "undecided", "value"
  std::string value;    // of a COMPUTE
  std::string reason;   // why it is undecided
  std::string why;      // why it fails, in a sentence
  std::optional<std::size_t> bound, depth, line;
  std::vector<std::string> traces;

  bool is_decided() const { return verdict != "undecided"; }
  // "violated at depth 3", "undecided: no counterexample up to 20".
  std::string words() const;
};

struct Complaint {  // an error in the input
  std::string code, message;
  std::optional<std::size_t> line;
};

struct Answer {
  std::vector<PropertyAnswer> properties;
  std::vector<Complaint> errors;

  const PropertyAnswer* property(std::string_view name) const;
  // Every property that was asked has a verdict that no deeper search can change.
  bool is_conclusive() const;
};

// Nothing: it is no report.
std::optional<Answer> read_answer(std::string_view report);

// How a second opinion differs from an answer about these properties: a word against a word.  Nothing: it does not,
// though it may know less.
std::optional<std::string> contradiction(const std::vector<const PropertyAnswer*>& of, const Answer& again);
// The first of them that the second opinion does not say as well; null: all are confirmed.
const PropertyAnswer* unconfirmed(const std::vector<const PropertyAnswer*>& of, const Answer& again);

}  // namespace whynot::farm
