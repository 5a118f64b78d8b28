// ^C: the first one asks for a graceful end (what was found is printed), the second one kills.
#pragma once
#include <atomic>

namespace whynot::host {

// Set by the handler; installs it on the first call.
const std::atomic<bool>& interrupt_flag();
// As if ^C had come.
void interrupt_now();
// The signal that set it last; 0 where none did.
int interrupt_signal();
// Forgets a ^C that has been dealt with; the next one is a first one again.
void rearm_interrupt();

}  // namespace whynot::host
