// policy: double-free
#include <stdlib.h>
#include <string.h>
int main(void) { char *p = strdup("a b");
  char *q = strtok(p, " ");
  free(q);
  free(p);  // SITE
  return 0; }
