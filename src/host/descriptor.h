// A file descriptor that is closed when its owner goes.
#pragma once
#include <unistd.h>

#include <utility>

namespace whynot::host {

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }

  explicit operator bool() const { return number_ >= 0; }
  operator int() const { return number_; }
  // False when what was written did not get there.
  bool close() { return number_ < 0 || ::close(std::exchange(number_, -1)) == 0; }

 private:
  int number_;
};

}  // namespace whynot::host
