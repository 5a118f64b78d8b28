#include <unistd.h>

#include <iostream>

#include "app/run.h"

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  return whynot::app::run({argv + 1, argv + argc}, {std::cin, std::cout, std::cerr, isatty(1) != 0, isatty(2) != 0});
}
