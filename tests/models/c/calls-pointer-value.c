// policy: double-free
// A call through a pointer comes to the function that the pointer holds: of `argc == 1` nothing is doubled.
#include <stdlib.h>
static int (*op)(int);
static int twice(int x) { return 2 * x; }
static int negated(int x) { return -x; }
int main(int argc, char **argv) {
  char *p = malloc(3), *q = malloc(3);
  op = negated;
  if (argc > 2) op = twice;
  free(p);
  free(q);
  if (op(argc) > 0 && argc < 2) free(p);
  if (op(argc) == 6) free(q);  // SITE
  return 0;
}
