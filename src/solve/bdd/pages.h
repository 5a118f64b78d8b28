// Arrays that come straight from the operating system: zeroed, huge pages where it pays, and room reserved
// without cost: what is reserved is no memory, and counts as none (RLIMIT_DATA), until it is asked for.  A diagram of
// millions of nodes is walked at random, so that the TLB decides its speed.
#pragma once
#include <algorithm>
#include <cstddef>
#include <utility>

namespace whynot::solve::bdd {

// Zeroed memory of at least `bytes`, or null.  The first `small` bytes are not put on huge pages: clearing
// one costs more than most managers' whole work.
void* map_pages(std::size_t bytes, std::size_t small);
// Addresses only, which nobody may touch before they are made usable.
void* reserve_pages(std::size_t bytes, std::size_t small);
// False when the memory is not to be had.  REQUIRES whole pages of what was reserved.
bool use_pages(void* memory, std::size_t bytes);
void unmap_pages(void* memory, std::size_t bytes);

// An array with room for more.
template <class T>
class GrowingPages {
 public:
  GrowingPages() = default;
  // Room for `size` of them, none of which may be touched yet; empty when there is not so much room.
  GrowingPages(std::size_t size, std::size_t small_bytes)
      : data_(static_cast<T*>(reserve_pages(size * sizeof(T), small_bytes))), size_(data_ ? size : 0) {}
  GrowingPages(GrowingPages&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)),
        usable_(std::exchange(other.usable_, 0)) {}
  GrowingPages& operator=(GrowingPages&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(usable_, other.usable_);
    return *this;
  }
  ~GrowingPages() { unmap_pages(data_, size_ * sizeof(T)); }

  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  std::size_t size() const { return size_; }
  // Makes the first `count` usable, and some more; false when the memory is not to be had.
  bool use(std::size_t count) {
    if (count <= usable_) return true;
    constexpr std::size_t step = (std::size_t{2} << 20) / sizeof(T);
    const std::size_t wanted = std::min((count + count / 8) / step * step + step, size_);
    if (!use_pages(data_, wanted * sizeof(T))) return false;
    usable_ = wanted;
    return true;
  }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0, usable_ = 0;
};

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
