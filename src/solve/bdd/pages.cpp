#include "solve/bdd/pages.h"

#include <sys/mman.h>

#include <cstdint>

namespace whynot::solve::bdd {

namespace {
constexpr std::size_t huge = std::size_t{2} << 20;
}

namespace {

void* map(std::size_t bytes, std::size_t small, int protection) {
  if (bytes == 0) return nullptr;
  void* memory = mmap(nullptr, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  const std::uintptr_t from = (address + small + huge - 1) / huge * huge;
  if (from + huge <= address + bytes) madvise(reinterpret_cast<void*>(from), address + bytes - from, MADV_HUGEPAGE);
  return memory;
}

}  // namespace

void* map_pages(std::size_t bytes, std::size_t small) { return map(bytes, small, PROT_READ | PROT_WRITE); }

void* reserve_pages(std::size_t bytes, std::size_t small) { return map(bytes, small, PROT_NONE); }

bool use_pages(void* memory, std::size_t bytes) { return mprotect(memory, bytes, PROT_READ | PROT_WRITE) == 0; }

void unmap_pages(void* memory, std::size_t bytes) {
  if (memory) munmap(memory, bytes);
}

}  // namespace whynot::solve::bdd
