// A place where computations leave what others may use again: one object of each type, made when it is first
// asked for.  The owner of the place decides how long things stay.
#pragma once
#include <map>
#include <memory>
#include <mutex>
#include <typeindex>

namespace whynot {

class Keep {
 public:
  Keep() = default;
  Keep(const Keep&) = delete;
  Keep& operator=(const Keep&) = delete;

  // The object of type T; `make` gives a shared_ptr<T> if there is none yet.  The object itself is not
  // guarded against use by two threads at once.
  template <class T, class Make>
  std::shared_ptr<T> get(Make make) {
    std::lock_guard lock(mutex_);
    std::shared_ptr<void>& drawer = drawers_[std::type_index(typeid(T))];
    if (!drawer) drawer = make();
    return std::static_pointer_cast<T>(drawer);
  }

  // Those who use an object keep it.
  void clear() {
    std::lock_guard lock(mutex_);
    drawers_.clear();
  }

 private:
  std::mutex mutex_;
  std::map<std::type_index, std::shared_ptr<void>> drawers_;
};

}  // namespace whynot
