// policy: double-free
#include <stdlib.h>
int main(void) { char *p = malloc(4); char *q = realloc(p, 2);
  if (q == p) {
    free(q);
    free(p); }  // SITE
  return 0; }
