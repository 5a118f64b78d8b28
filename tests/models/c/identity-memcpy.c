// policy: double-free
#include <stdlib.h>
#include <string.h>
struct s { char *name; int n; };
int main(void) { struct s *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  a->name = malloc(4);
  memcpy(b, a, sizeof *b);
  free(a->name);
  free(b->name);  // SITE
  return 0; }
