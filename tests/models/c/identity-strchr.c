// policy: double-free
#include <stdlib.h>
#include <string.h>
int main(void) { char *p = malloc(4); strcpy(p, "abc");
  char *q = strchr(p, 'a');
  free(p);
  free(q);  // SITE
  return 0; }
