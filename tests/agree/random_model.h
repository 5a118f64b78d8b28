// Random SMV models with properties, as text: the front end is tested along with the engines.  The same seed
// gives the same model.  Small on purpose: every engine, and every brute-force oracle, can treat them.
#pragma once
#include <cstdint>
#include <functional>
#include <string>

namespace whynot::agree {

struct Shape {
  bool fairness = true;  // JUSTICE, COMPASSION
  bool partial = true;   // TRANS and INVAR that may leave states without successors
  bool inputs = true;    // IVAR
  bool modules = true;   // a second module with an instance or two
  bool words = true;
  std::size_t properties = 4;
  std::size_t computes = 0;  // COMPUTE MIN and MAX, after the others
};

std::string random_model(std::uint64_t seed, const Shape& = {});

// The smallest text found by leaving out lines for which `fails` is still true.
std::string shrink(std::string text, const std::function<bool(const std::string&)>& fails);

}  // namespace whynot::agree
