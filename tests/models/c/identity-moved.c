// policy: double-free
#include <stdlib.h>
#include <string.h>
int main(void) { char *p[3]; for (int i = 0; i < 3; i++) p[i] = malloc(4);
  memmove(p, p + 1, 2 * sizeof *p);
  for (int i = 0; i < 3; i++)
    free(p[i]);  // SITE
  return 0; }
