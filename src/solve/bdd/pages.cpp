#include "solve/bdd/pages.h"

#include <sys/mman.h>

#include <cstdint>

namespace whynot::solve::bdd {

namespace {
constexpr std::size_t huge = std::size_t{2} << 20;
}

void* map_pages(std::size_t bytes, std::size_t small) {
  if (bytes == 0) return nullptr;
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  const std::uintptr_t from = (address + small + huge - 1) / huge * huge;
  if (from + huge <= address + bytes) madvise(reinterpret_cast<void*>(from), address + bytes - from, MADV_HUGEPAGE);
  return memory;
}

void unmap_pages(void* memory, std::size_t bytes) {
  if (memory) munmap(memory, bytes);
}

}  // namespace whynot::solve::bdd
