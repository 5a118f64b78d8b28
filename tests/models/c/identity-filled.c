// policy: double-free
#include <stdlib.h>
static void fill(char **a, int n) { char *one = malloc(4); for (int i = 0; i < n; i++) a[i] = one; }
int main(int argc, char **argv) { char *p[4]; fill(p, 4);
  free(p[0]);
  free(p[argc & 3]);  // SITE
  return 0; }
