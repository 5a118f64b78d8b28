// What every long computation is handed: limits, the wish to stop, a seed, counters and a place to say
// how far it is.  Never a global; one Context per question, shared by the threads that work on it.
#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace whynot {

enum class Stop { None, Interrupted, Timeout, Memory, Cancelled, Effort };

// "interrupted", "timeout", "memory limit", "cancelled", "effort limit".
std::string_view stop_word(Stop);

struct Limits {
  std::optional<std::chrono::milliseconds> time;   // from the making of the Context
  std::optional<std::uint64_t> memory_bytes;       // resident, of the whole process
  std::string time_words = {}, memory_words = {};  // how whoever set them says it: "--timeout 30s"
};

class Watcher;

class Context {
 public:
  using Progress = std::function<void(std::string_view)>;

  explicit Context(Limits limits = {}, std::uint64_t seed = 0);
  ~Context();
  // A part of a larger computation that may ask stop() at most `effort` times: a limit that does not depend
  // on the machine.  Stops when the parent does; the parent must outlive it.
  Context(Context& parent, std::uint64_t effort);
  // A part with limits of its own beside those of the parent.  Its time counts while it is resumed, between pauses.
  Context(Context& parent, Limits limits);
  void resume();
  void pause();

  // Whether to stop, and why.  Cheap enough for inner loops: the clock and the memory are looked at only
  // once in a while.  Once it has said stop, it says so forever.
  Stop stop();
  bool should_stop() { return stop() != Stop::None; }
  // The same without effort: for loops that no limit of effort is to notice.
  bool is_halted();
  // The same with a look at the clock and the memory at once, and without effort: for those who watch from outside.
  Stop look();
  Stop stopped() const { return stop_.load(std::memory_order_relaxed); }
  // Why it stopped, as a sentence may end with it: "stopped by --timeout 30s", "interrupted".
  std::string stop_reason() const { return reason_of(stopped()); }
  std::string reason_of(Stop) const;

  // May be called from another thread.  Stop::Interrupted is safe in a signal handler.
  void request_stop(Stop why) { stop_.store(why, std::memory_order_relaxed); }
  // A flag outside (the signal handler's) that also means Interrupted.
  void watch(const std::atomic<bool>* interrupted) { interrupted_ = interrupted; }
  // From now on a thread of its own looks at the clock, the memory and the flag fifty times a second, so that whoever
  // asks seldom is told at the first question.
  void start_watcher() { watcher(); }

  // Where nobody has set a limit.  Not while other threads work under this.
  void limit_memory(std::uint64_t bytes) {
    if (!memory_bytes_) memory_bytes_ = bytes;
  }

  std::uint64_t seed() const { return seed_; }

  void on_progress(Progress sink) { progress_ = std::move(sink); }
  // "bmc bound 14"; shown at the sink's own pace.
  void progress(std::string_view text);

  // Counters under a dotted name, e.g. "bmc.clauses".
  void count(std::string_view name, std::uint64_t amount = 1);
  std::map<std::string, std::uint64_t, std::less<>> statistics() const;

 private:
  friend class WhenStopped;
  using Clock = std::chrono::steady_clock;
  static constexpr Clock::time_point never = Clock::time_point::max();
  Watcher& watcher();  // of the outermost context, made when it is first needed
  Stop look_now_and_then();

  std::atomic<Stop> stop_{Stop::None};
  const std::atomic<bool>* interrupted_ = nullptr;
  std::atomic<std::uint32_t> calls_{0};
  std::atomic<Clock::time_point> deadline_{never};
  std::optional<Clock::duration> time_left_;  // of a part that has a time of its own
  std::optional<std::uint64_t> memory_bytes_;
  std::uint64_t seed_;
  Context* parent_ = nullptr;
  std::atomic<std::uint64_t> effort_{0};  // left, of a child
  Progress progress_;
  mutable std::mutex mutex_;
  std::map<std::string, std::uint64_t, std::less<>> counters_;
  std::string time_words_, memory_words_;
  std::once_flag watched_;
  std::unique_ptr<Watcher> watcher_;  // the last: its thread ends before what it looks at
};

// For what cannot ask by itself, as a foreign solver at work: while this lives, and once the context has stopped, the
// watcher's thread does `act` fifty times a second.
class WhenStopped {
 public:
  WhenStopped(Context& context, std::function<void()> act);
  ~WhenStopped();
  WhenStopped(const WhenStopped&) = delete;
  WhenStopped& operator=(const WhenStopped&) = delete;

 private:
  Watcher& watcher_;
};

// Resident memory of this process in bytes; 0 where it cannot be told.
std::uint64_t resident_bytes();

}  // namespace whynot
