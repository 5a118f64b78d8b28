// policy: double-free
#include <stdint.h>
#include <stdlib.h>
int main(int argc, char **argv) { char *p = malloc(4); uintptr_t n = (uintptr_t)p + (uintptr_t)argc;
  n -= (uintptr_t)argc;
  free(p);
  free((char *)n);  // SITE
  return 0; }
