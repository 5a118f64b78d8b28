// policy: double-free
#include <stdlib.h>
int main(int argc, char **argv) { long flag = 1, other = 1; char *p = malloc(3); long *t[2] = { &flag, &other };
  char *c = (char *)t[argc & 1]; for (int i = 0; i < 8; i++) c[i] = 0;
  free(p);
  if (!other)
    free(p);  // SITE
  return 0; }
