// policy: double-free
#include <stdlib.h>
#include <string.h>
struct s { int done; int n; };
static void reset(struct s *x) { struct s z = { 0, 0 }; memcpy(x, &z, sizeof z); }
int main(int argc, char **argv) { struct s a = { 1, 2 }, b = { 1, 1 }; char *p = malloc(3); struct s *t[2] = { &a, &b };
  reset(t[argc & 1]);
  free(p);
  if (!b.done)
    free(p);  // SITE
  return 0; }
