// policy: privilege-drop
#include <stdlib.h>
#include <string.h>
struct cfg { int root; int run; };
int main(int argc, char **argv) {
  struct cfg c; memset(&c, 0, sizeof c);
  if (c.run) system("never");
  c.root = 1;
  if (c.run) system("never");
  if (c.root) system("a"); // SITE
  return 0;
}
