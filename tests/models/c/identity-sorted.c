// policy: double-free
#include <stdlib.h>
static int order(const void *a, const void *b) { char *p = *(char *const *)a, *q = *(char *const *)b; return *p - *q; }
int main(void) { char *p[2]; p[0] = malloc(4); p[1] = malloc(4); p[0][0] = 2; p[1][0] = 1; char *kept = p[0];
  qsort(p, 2, sizeof *p, order);
  free(p[1]);
  free(kept);  // SITE
  return 0; }
