// policy: double-free
#include <stdio.h>
#include <stdlib.h>
int main(void) { char *p = malloc(4), t[40]; sprintf(t, "%ld", (long)p);
  char *q = (char *)strtol(t, 0, 10);
  free(p);
  free(q);  // SITE
  return 0; }
