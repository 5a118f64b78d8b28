#include "base/context.h"

#include <unistd.h>

#include <cstdio>

namespace whynot {

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

Context::Context(Limits limits, std::uint64_t seed) : memory_bytes_(limits.memory_bytes), seed_(seed) {
  if (limits.time) deadline_ = std::chrono::steady_clock::now() + *limits.time;
}

Context::Context(Context& parent, std::uint64_t effort) : seed_(parent.seed_), parent_(&parent), effort_(effort) {}

Stop Context::stop() {
  const Stop known = stop_.load(std::memory_order_relaxed);
  if (known != Stop::None) return known;
  if (parent_) {
    const Stop above = parent_->stop();
    const bool spent = effort_.fetch_sub(1, std::memory_order_relaxed) == 0;
    if (above != Stop::None || spent) stop_.store(above != Stop::None ? above : Stop::Effort);
    return stop_.load();
  }
  if (interrupted_ && interrupted_->load(std::memory_order_relaxed)) {
    stop_.store(Stop::Interrupted);
    return Stop::Interrupted;
  }
  // Callers ask at very different rates; one look in 64 costs the fast ones nothing.
  if (calls_.fetch_add(1, std::memory_order_relaxed) % 64 != 0) return Stop::None;
  return look();
}

Stop Context::look() {
  if (stopped() != Stop::None) return stopped();
  if (parent_ && parent_->look() != Stop::None) stop_.store(parent_->stopped());
  if (interrupted_ && interrupted_->load(std::memory_order_relaxed)) stop_.store(Stop::Interrupted);
  if (deadline_ && std::chrono::steady_clock::now() >= *deadline_) stop_.store(Stop::Timeout);
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
