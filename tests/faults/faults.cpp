// Preloaded into the program by tests/faults/run: makes the n-th allocation, or the n-th write, fail.
//   FAULT=malloc:N       the N-th allocation after the start of main gives nothing
//   FAULT=write:N:WORD   the N-th write to anything but standard error: ENOSPC, EIO, EINTR, short (half of it), kill
// FAULT_COUNT=FILE: how many there were of both is appended to FILE at the end.
#include <dlfcn.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
}

namespace {

using Main = int (*)(int, char**, char**);

std::atomic<long> allocations, writes;
long fail_allocation = -1, fail_write = -1;
char word[16];
bool armed = false;
Main real_main;

bool allocation_fails() {
  if (!armed || ++allocations != fail_allocation) return false;
  errno = ENOMEM;
  return true;
}

int error_named(const char* name) {
  if (!std::strcmp(name, "ENOSPC")) return ENOSPC;
  return std::strcmp(name, "EINTR") ? EIO : EINTR;
}

void tell_counts() {
  const char* file = std::getenv("FAULT_COUNT");
  std::FILE* out = file ? std::fopen(file, "a") : nullptr;
  if (!out) return;
  std::fprintf(out, "%ld %ld\n", allocations.load(), writes.load());
  std::fclose(out);
}

int counted_main(int argc, char** argv, char** environment) {
  if (const char* fault = std::getenv("FAULT")) {
    std::sscanf(fault, "malloc:%ld", &fail_allocation);
    std::sscanf(fault, "write:%ld:%15s", &fail_write, word);
  }
  unsetenv("LD_PRELOAD");  // helpers are left alone
  armed = true;
  const int code = real_main(argc, argv, environment);
  armed = false;
  tell_counts();
  return code;
}

template <class Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

void* malloc(std::size_t size) noexcept { return allocation_fails() ? nullptr : __libc_malloc(size); }
void* calloc(std::size_t count, std::size_t size) noexcept {
  return allocation_fails() ? nullptr : __libc_calloc(count, size);
}
void* realloc(void* old, std::size_t size) noexcept { return allocation_fails() ? nullptr : __libc_realloc(old, size); }
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  return allocation_fails() ? nullptr : __libc_memalign(alignment, size);
}

ssize_t write(int file, const void* text, std::size_t size) {
  static const auto real = next<ssize_t (*)(int, const void*, std::size_t)>("write");
  if (!armed || file == 2 || ++writes != fail_write) return real(file, text, size);
  if (!std::strcmp(word, "short")) return real(file, text, size > 1 ? size / 2 : size);
  if (!std::strcmp(word, "kill")) {
    [[maybe_unused]] const ssize_t half = real(file, text, size / 2);
    kill(getpid(), SIGKILL);
  }
  errno = error_named(word);
  return -1;
}

// Counting begins with main: what libraries do before it is not ours to survive.
int __libc_start_main(Main start, int argc, char** argv, void (*init)(), void (*fini)(), void (*rtld_fini)(),
                      void* stack_end) {
  using Start = int (*)(Main, int, char**, void (*)(), void (*)(), void (*)(), void*);
  real_main = start;
  return next<Start>("__libc_start_main")(counted_main, argc, argv, init, fini, rtld_fini, stack_end);
}
}
