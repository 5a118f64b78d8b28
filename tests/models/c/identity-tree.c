// policy: double-free
#include <search.h>
#include <stdlib.h>
static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) { void *root = 0; int *x = malloc(sizeof *x); *x = 3; tsearch(x, &root, order);
  int **f = tfind(x, &root, order);
  free(*f);
  free(x);  // SITE
  return 0; }
