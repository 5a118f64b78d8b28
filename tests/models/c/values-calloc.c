// policy: privilege-drop
#include <stdlib.h>
struct cfg { int root; int run; };
int main(int argc, char **argv) {
  struct cfg *c = calloc(1, sizeof *c);
  if (!c) return 1;
  if (c->run) system("never");
  c->root = argc;
  if (c->root) system("a"); // SITE
  return 0;
}
