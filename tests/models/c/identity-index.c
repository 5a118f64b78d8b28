// policy: double-free
#include <stdlib.h>
int main(int argc, char **argv) { char *p[2]; p[0] = malloc(4); p[1] = malloc(4);
  free(p[argc & 1]);
  free(p[1]);  // SITE
  return 0; }
