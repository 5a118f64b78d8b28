// The control locations of a program that does more than its text calls: which functions wait for their time (signal
// handlers, threads, what is to run at the end), and whether one of them runs, or a longjmp unwinds the stack.
// A program that has nothing of the kind has one location without a name.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace whynot::front::c {

struct Waiting {
  enum class Kind : std::uint8_t { Handler, Thread, AtExit } kind = Kind::Handler;
  std::string function;

  friend bool operator==(const Waiting&, const Waiting&) = default;
};

struct Mode {
  enum class Is : std::uint8_t { Runs, Handles, Jumps } is = Is::Runs;
  std::uint32_t waiting = 0;  // a bit for each that waits
  std::size_t buffer = 0;     // of a jump
};

class Modes {
 public:
  // What was found in the program; what is there already is not added again.
  void add(const Waiting&);
  void add_jump(const std::string& buffer);  // empty: nobody knows which

  bool plain() const { return waiting_.empty() && buffers_.empty(); }
  const std::vector<Waiting>& waiting() const { return waiting_; }
  const std::vector<std::string>& buffers() const { return buffers_; }

  // Beyond a few, those that wait are not told apart: once one of them waits, each of its kind may run.
  bool tells_apart() const { return waiting_.size() <= most_told_apart; }
  std::uint32_t bit(const Waiting&) const;
  // The jump that a call with this buffer is; beyond a few they are one.
  std::size_t jump_of(const std::string& buffer) const;
  std::size_t jumps() const { return buffers_.size() <= most_buffers ? buffers_.size() : 1; }
  bool may_land(std::size_t jump, const std::string& buffer) const;

  std::vector<Mode> running() const;  // in which steps of the text are taken
  std::vector<std::uint32_t> sets() const;
  std::string name(const Mode&) const;
  std::vector<std::string> names() const;  // of all

 private:
  static constexpr std::size_t most_told_apart = 3, most_buffers = 2;

  std::uint32_t interrupting() const;  // the bits of handlers and threads

  std::vector<Waiting> waiting_;
  std::vector<std::string> buffers_;
};

}  // namespace whynot::front::c
