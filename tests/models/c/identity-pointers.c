// policy: double-free
#include <stdlib.h>
int main(int argc, char **argv) { char *a = malloc(4), *b = malloc(4); char **w[2] = { &a, &b };
  *w[argc & 1] = a;
  free(a);
  free(b);  // SITE
  return 0; }
