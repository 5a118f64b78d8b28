// Large arrays that are read at random: aligned to huge pages, which the system is asked for.  Half of a search's
// time is spent waiting for memory; with huge pages fewer of those waits are for address translation.
#pragma once
#include <sys/mman.h>

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>

namespace whynot::engine::ots {

struct FreeArray {
  void operator()(void* p) const { std::free(p); }
};
template <class T>
using BigArray = std::unique_ptr<T[], FreeArray>;

// Not initialised.
template <class T>
BigArray<T> make_big_array(std::size_t size) {
  static_assert(std::is_trivially_destructible_v<T>);
  constexpr std::size_t page = std::size_t{1} << 21;
  const std::size_t bytes = size * sizeof(T);
  const bool huge = bytes >= page;
  void* p = huge ? std::aligned_alloc(page, (bytes + page - 1) / page * page) : std::malloc(bytes);
  if (!p) throw std::bad_alloc();
  if (huge) madvise(p, bytes, MADV_HUGEPAGE);  // a wish: without it everything works, more slowly
  return BigArray<T>(static_cast<T*>(p));
}

// Null pointers to what is made when it is needed.  Zeroed by the system, page by page as they are touched.
template <class T>
using Pointers = BigArray<std::atomic<T*>>;
template <class T>
Pointers<T> make_pointers(std::size_t size) {
  static_assert(sizeof(std::atomic<T*>) == sizeof(T*) && std::atomic<T*>::is_always_lock_free);
  void* p = std::calloc(size, sizeof(T*));
  if (!p) throw std::bad_alloc();
  return Pointers<T>(static_cast<std::atomic<T*>*>(p));
}

// For vectors that grow large.
template <class T>
struct BigAllocator {
  using value_type = T;
  BigAllocator() = default;
  template <class U>
  BigAllocator(const BigAllocator<U>&) {}
  T* allocate(std::size_t n) { return make_big_array<T>(n).release(); }
  void deallocate(T* p, std::size_t) { FreeArray{}(p); }
  friend bool operator==(BigAllocator, BigAllocator) { return true; }
};
template <class T>
using BigVector = std::vector<T, BigAllocator<T>>;

}  // namespace whynot::engine::ots
