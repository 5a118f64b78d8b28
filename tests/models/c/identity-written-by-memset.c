// policy: double-free
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) { int a[2] = { 1, 1 }, b[2] = { 1, 1 }; int *t[2] = { a, b }; char *p = malloc(3); memset(t[argc & 1], 0, sizeof a);
  free(p);
  if (!b[1])
    free(p);  // SITE
  return 0; }
