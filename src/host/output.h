// A stream over a file descriptor that knows why it failed: std::cout only knows that it did, and a full disk should be
// told as what it is.
#pragma once
#include <array>
#include <ostream>
#include <streambuf>

namespace whynot::host {

class Output : private std::streambuf, public std::ostream {
 public:
  explicit Output(int descriptor);
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output() override;

  // Writes what is left; 0, or the error number of the first write that failed.
  int finish();

 private:
  int overflow(int character) override;
  int sync() override;

  static constexpr std::size_t most_pending = 16384;

  int descriptor_;
  int error_ = 0;
  std::array<char, most_pending> pending_;
};

}  // namespace whynot::host
