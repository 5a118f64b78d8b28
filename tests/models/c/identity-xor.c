// policy: double-free
#include <stdint.h>
#include <stdlib.h>
int main(void) { char *p = malloc(4); uintptr_t n = (uintptr_t)p ^ 12345u;
  free(p);
  free((char *)(n ^ 12345u));  // SITE
  return 0; }
