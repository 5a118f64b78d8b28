// Arrays that come straight from the operating system: zeroed, huge pages where it pays, and room reserved
// without cost until it is touched.  A diagram of millions of nodes is walked at random, so that the TLB
// decides its speed.
#pragma once
#include <cstddef>
#include <utility>

namespace whynot::solve::bdd {

// Zeroed memory of at least `bytes`, or null.  The first `small` bytes are not put on huge pages: clearing
// one costs more than most managers' whole work.
void* map_pages(std::size_t bytes, std::size_t small);
void unmap_pages(void* memory, std::size_t bytes);

template <class T>
class Pages {
 public:
  Pages() = default;
  // Empty when the memory is not to be had.
  explicit Pages(std::size_t size, std::size_t small_bytes = 0)
      : data_(static_cast<T*>(map_pages(size * sizeof(T), small_bytes))), size_(data_ ? size : 0) {}
  Pages(Pages&& other) noexcept : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  Pages& operator=(Pages&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~Pages() { unmap_pages(data_, size_ * sizeof(T)); }

  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return size_ * sizeof(T); }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace whynot::solve::bdd
