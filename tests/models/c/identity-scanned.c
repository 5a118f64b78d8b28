// policy: double-free
#include <stdio.h>
#include <stdlib.h>
int main(void) { char *p = malloc(4), text[40]; void *q = 0; sprintf(text, "%p", (void *)p);
  sscanf(text, "%p", &q);
  free(p);
  free(q);  // SITE
  return 0; }
