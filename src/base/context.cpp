// Looks at the limits now and then, and keeps one watcher thread for work that cannot ask.
#include "base/context.h"

#include <unistd.h>

#include <condition_variable>
#include <cstdio>
#include <limits>
#include <list>
#include <thread>

namespace whynot {

// One thread for a whole computation, however many parts of it are to be told.
class Watcher {
 public:
  explicit Watcher(Context& context) : context_(context), thread_([this](const auto& ends) { watch(ends); }) {}

  void add(const void* owner, Context& context, std::function<void()> act) {
    const std::lock_guard lock(mutex_);
    acts_.push_back({owner, &context, std::move(act)});
  }
  void remove(const void* owner) {  // and wait until it is not being done
    const std::lock_guard lock(mutex_);
    acts_.remove_if([&](const Act& act) { return act.owner == owner; });
  }

 private:
  struct Act {
    const void* owner;
    Context* context;
    std::function<void()> act;
  };

  void watch(const std::stop_token& ends) {
    std::unique_lock lock(mutex_);
    while (!pause_.wait_for(lock, ends, std::chrono::milliseconds(20), [&] { return ends.stop_requested(); })) {
      context_.look();
      for (Act& one : acts_)
        if (one.context->look() != Stop::None) one.act();
    }
  }

  Context& context_;
  std::mutex mutex_;
  std::condition_variable_any pause_;
  std::list<Act> acts_;
  std::jthread thread_;  // the last: it ends before what it uses
};

std::string_view stop_word(Stop stop) {
  switch (stop) {
    case Stop::None: return "not stopped";
    case Stop::Interrupted: return "interrupted";
    case Stop::Timeout: return "timeout";
    case Stop::Memory: return "memory limit";
    case Stop::Cancelled: return "cancelled";
    case Stop::Effort: return "effort limit";
  }
  return "";
}

Context::Context(Limits limits, std::uint64_t seed)
    : memory_bytes_(limits.memory_bytes),
      seed_(seed),
      time_words_(std::move(limits.time_words)),
      memory_words_(std::move(limits.memory_words)) {
  if (!limits.time) return;
  time_left_ = *limits.time;
  deadline_ = Clock::now() + *limits.time;
}

Context::Context(Context& parent, std::uint64_t effort) : seed_(parent.seed_), parent_(&parent), effort_(effort) {}

Context::Context(Context& parent, Limits limits)
    : memory_bytes_(limits.memory_bytes),
      seed_(parent.seed_),
      parent_(&parent),
      effort_(std::numeric_limits<std::uint64_t>::max()),
      time_words_(std::move(limits.time_words)),
      memory_words_(std::move(limits.memory_words)) {
  if (limits.time) time_left_ = *limits.time;
}

void Context::resume() {
  if (time_left_) deadline_ = Clock::now() + *time_left_;
}

void Context::pause() {
  const Clock::time_point deadline = deadline_.exchange(never);
  if (time_left_ && deadline != never) time_left_ = deadline - Clock::now();
}

Context::~Context() = default;

std::string Context::reason_of(Stop why) const {
  const bool own = why == Stop::Effort || why == Stop::Cancelled || (why == Stop::Timeout && !time_words_.empty()) ||
                   (why == Stop::Memory && !memory_words_.empty());
  if (parent_ && (!own || parent_->stopped() == why)) return parent_->reason_of(why);
  if (why == Stop::Timeout && !time_words_.empty()) return "stopped by " + time_words_;
  if (why == Stop::Memory && !memory_words_.empty()) return "stopped by " + memory_words_;
  return std::string(stop_word(why));
}

Watcher& Context::watcher() {
  if (parent_) return parent_->watcher();
  std::call_once(watched_, [&] { watcher_ = std::make_unique<Watcher>(*this); });
  return *watcher_;
}

WhenStopped::WhenStopped(Context& context, std::function<void()> act) : watcher_(context.watcher()) {
  watcher_.add(this, context, std::move(act));
}
WhenStopped::~WhenStopped() { watcher_.remove(this); }

bool Context::is_halted() {
  if (stopped() != Stop::None) return true;
  if (!parent_) return stop() != Stop::None;
  if (!parent_->is_halted()) return look_now_and_then() != Stop::None;
  stop_.store(parent_->stopped());
  return true;
}

Stop Context::stop() {
  const Stop known = stop_.load(std::memory_order_relaxed);
  if (known != Stop::None) return known;
  if (parent_) {
    const Stop above = parent_->stop();
    const bool spent = effort_.fetch_sub(1, std::memory_order_relaxed) == 0;
    if (above != Stop::None || spent) stop_.store(above != Stop::None ? above : Stop::Effort);
    return look_now_and_then();
  }
  if (interrupted_ && interrupted_->load(std::memory_order_relaxed)) {
    stop_.store(Stop::Interrupted);
    return Stop::Interrupted;
  }
  return look_now_and_then();
}

// Callers ask at very different rates; one look in 64 costs the fast ones nothing.
Stop Context::look_now_and_then() {
  if (parent_ && !time_left_ && !memory_bytes_) return stopped();
  if (calls_.fetch_add(1, std::memory_order_relaxed) % 64 != 0) return stopped();
  return look();
}

Stop Context::look() {
  if (stopped() != Stop::None) return stopped();
  if (parent_ && parent_->look() != Stop::None) stop_.store(parent_->stopped());
  if (interrupted_ && interrupted_->load(std::memory_order_relaxed)) stop_.store(Stop::Interrupted);
  if (const auto deadline = deadline_.load(); deadline != never && Clock::now() >= deadline) stop_.store(Stop::Timeout);
  if (memory_bytes_ && resident_bytes() > *memory_bytes_) stop_.store(Stop::Memory);
  return stop_.load();
}

void Context::progress(std::string_view text) {
  if (parent_) return parent_->progress(text);
  if (progress_) {
    std::lock_guard lock(mutex_);
    progress_(text);
  }
}

void Context::count(std::string_view name, std::uint64_t amount) {
  if (parent_) return parent_->count(name, amount);
  std::lock_guard lock(mutex_);
  auto found = counters_.find(name);
  if (found == counters_.end()) found = counters_.emplace(std::string(name), 0).first;
  found->second += amount;
}

std::map<std::string, std::uint64_t, std::less<>> Context::statistics() const {
  std::lock_guard lock(mutex_);
  return counters_;
}

std::uint64_t resident_bytes() {
  std::FILE* file = std::fopen("/proc/self/statm", "r");
  if (!file) return 0;
  unsigned long total = 0, resident = 0;
  const int read = std::fscanf(file, "%lu %lu", &total, &resident);
  std::fclose(file);
  return read == 2 ? static_cast<std::uint64_t>(resident) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) : 0;
}

}  // namespace whynot
