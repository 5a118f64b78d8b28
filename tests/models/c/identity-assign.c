// policy: double-free
#include <stdlib.h>
struct s { char *name; int n; };
int main(void) { struct s *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  a->name = malloc(4); a->n = 1;
  *b = *a;
  free(a->name);
  free(b->name);  // SITE
  return 0; }
