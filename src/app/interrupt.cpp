#include "app/interrupt.h"

#include <csignal>

namespace whynot::app {
namespace {

std::atomic<bool> interrupted{false};  // the one thing a signal handler may touch

void handle(int signal) {
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

void rearm_interrupt() {
  interrupted.store(false, std::memory_order_relaxed);
  install();
}

}  // namespace whynot::app
