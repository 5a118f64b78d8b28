// policy: double-free
#include <stdlib.h>
static void set(void *where, void *what) { *(void **)where = what; }
int main(void) { char *p = malloc(4); long q = 0; set(&q, p);
  free(p);
  free((char *)q);  // SITE
  return 0; }
