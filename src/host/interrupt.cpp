#include "host/interrupt.h"

#include <csignal>

namespace whynot::host {
namespace {

// The only things that a signal handler may touch.
std::atomic<bool> interrupted{false};
std::atomic<int> by{0};

void handle(int signal) {
  by.store(signal, std::memory_order_relaxed);
  interrupted.store(true, std::memory_order_relaxed);
  std::signal(signal, SIG_DFL);
}

void install() {
  std::signal(SIGINT, handle);
  std::signal(SIGTERM, handle);
}

}  // namespace

const std::atomic<bool>& interrupt_flag() {
  static const bool installed = [] {
    install();
    return true;
  }();
  static_cast<void>(installed);
  return interrupted;
}

void interrupt_now() {
  by.store(SIGINT, std::memory_order_relaxed);
  interrupted.store(true, std::memory_order_relaxed);
}

int interrupt_signal() { return by.load(std::memory_order_relaxed); }

void rearm_interrupt() {
  by.store(0, std::memory_order_relaxed);
  interrupted.store(false, std::memory_order_relaxed);
  install();
}

}  // namespace whynot::host
