// policy: privilege-drop
#include <stdlib.h>
struct cfg { int root; int run; };
int main(int argc, char **argv) {
  struct cfg c, d; c.root = 1; c.run = 0; d = c;
  if (d.run) system("never");
  if (d.root) system("a"); // SITE
  return 0;
}
