// policy: double-free
#include <stdlib.h>
int main(void) {
  char *p = malloc(3), *q, *r = malloc(4);
  q = p;
  free(p);
  free(r);
  free(q);  // SITE
  return 0;
}
