// policy: double-free
#include <stdlib.h>
#include <stdint.h>
int main(void) { char *p = malloc(4); uint32_t lo = (uint32_t)(uintptr_t)p, hi = (uint32_t)((uintptr_t)p >> 32);
  free(p);
  free((char *)(((uintptr_t)hi << 32) | lo));  // SITE
  return 0; }
