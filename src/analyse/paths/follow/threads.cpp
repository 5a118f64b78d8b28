// Threads that are waiting for their time: what each was handed, and whether somebody has waited for its end.
#include "analyse/paths/follow/code_run.h"

namespace whynot::analyse::paths {

// `pthread_create(&thread, attributes, function, argument)`
void CodeRun::start_thread(const ImageStep& code) {
  if (arguments_.size() != 4 || code.arguments[2].is->kind != CodeOperand::Kind::Function) return;
  const CodeValue handle = born("pthread_create()", Birth::Is::New, step_number());
  const CodeValue at = place_at(arguments_[0], image_->handle_type());
  keep(at.term, {handle, image_->handle_type()});
  CodeValue argument = arguments_[3];
  rest(argument, image_->places().threads());
  threads_.push_back({image_->function(code.arguments[2].is->name), handle.term, argument});
}

void CodeRun::wait_for_thread() {
  for (Thread& thread : threads_)
    if (!arguments_.empty() && thread.handle == arguments_[0].term) thread.is_over = true;
}

// A function that runs beside the others is not told what it is handed.  False: it has run, or somebody waited for it.
bool CodeRun::resume_thread(const ImageStep& code) {
  if (!code.is->block.empty() || arguments_.size() != 1) return true;  // the text calls it
  Thread* waiting = nullptr;
  std::size_t started = 0, waits = 0;
  for (Thread& thread : threads_) {
    if (thread.function != code.callee) continue;
    ++started;
    if (thread.is_over) continue;
    ++waits;
    waiting = &thread;
  }
  if (waits == 1) {
    arguments_[0] = waiting->argument;
    waiting->is_over = true;
  }
  return started == 0 || waits > 0;
}

}  // namespace whynot::analyse::paths
