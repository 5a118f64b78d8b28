// policy: double-free
#include <stddef.h>
#include <stdlib.h>
struct link { struct link *next; };
struct item { int n; struct link in; };
int main(void) { struct item *x = malloc(sizeof *x); struct link *l = &x->in;
  struct item *y = (struct item *)((char *)l - offsetof(struct item, in));
  free(x);
  free(y);  // SITE
  return 0; }
