// policy: double-free
#include <stdlib.h>
int main(void) { char *p = malloc(4), *q; char *from = (char *)&p, *to = (char *)&q;
  for (unsigned i = 0; i < sizeof p; i++) to[i] = from[i];
  free(p);
  free(q);  // SITE
  return 0; }
