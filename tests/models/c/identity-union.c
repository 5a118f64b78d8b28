// policy: double-free
#include <stdlib.h>
#include <stdint.h>
union u { char *p; uintptr_t n; };
int main(void) { union u x; x.p = malloc(4);
  uintptr_t n = x.n;
  free(x.p);
  free((char *)n);  // SITE
  return 0; }
