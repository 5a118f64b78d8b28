// Prints the random model of a seed: `random_model 17`.
#include <cstdlib>
#include <iostream>

#include "agree/random_model.h"

int main(int argc, char** argv) {
  const std::uint64_t seed = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1;
  std::cout << whynot::agree::random_model(seed);
}
