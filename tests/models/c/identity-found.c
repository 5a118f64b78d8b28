// policy: double-free
#include <stdlib.h>
static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
struct e { int k; char *p; };
int main(void) { struct e t[2] = { { 1, malloc(4) }, { 2, malloc(4) } }; int k = 1;
  struct e *x = bsearch(&k, t, 2, sizeof *t, order);
  free(x->p);
  free(t[0].p);  // SITE
  return 0; }
