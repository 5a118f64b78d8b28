// policy: double-free
#include <stdlib.h>
struct node { char *name; struct node *next; };
static void clear(struct node *n) { free(n->name); }  // SITE
int main(int argc, char **argv) {
  struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  a->name = malloc(1);
  b->name = malloc(2);
  clear(a);
  clear(b);
  if (argc > 2) clear(a);
  return 0;
}
