// policy: double-free
#include <stdlib.h>
#include <stdio.h>
int main(int argc, char **argv) { int a = 1, b = 1; int *t[2] = { &a, &b }; char *p = malloc(3);
  sscanf("0", "%d", t[argc & 1]);
  free(p);
  if (!b)
    free(p);  // SITE
  return 0; }
