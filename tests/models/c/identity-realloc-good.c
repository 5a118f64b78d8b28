// policy: double-free
#include <stdlib.h>
int main(int argc, char **argv) { char *p = malloc(4), *q = malloc(4); char *t = realloc(p, 100); if (!t) { free(p); free(q); return 1; }
  p = t; t = realloc(q, 200); if (!t) { free(p); free(q); return 1; } q = t;
  free(p); free(q); return 0; }
