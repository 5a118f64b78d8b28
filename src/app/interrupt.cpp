#include "app/interrupt.h"

#include <csignal>

namespace whynot::app {
namespace {

std::atomic<bool> interrupted{false};  // the one thing a signal handler may touch

void handle(int signal) {
  interrupted.store(true, std::memory_order_relaxed);
  std::signal(signal, SIG_DFL);
}

}  // namespace

const std::atomic<bool>& interrupt_flag() {
  static const bool installed = [] {
    std::signal(SIGINT, handle);
    std::signal(SIGTERM, handle);
    return true;
  }();
  static_cast<void>(installed);
  return interrupted;
}

}  // namespace whynot::app
