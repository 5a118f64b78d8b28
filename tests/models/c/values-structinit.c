// policy: privilege-drop
#include <stdlib.h>
struct cfg { int root; int run; };
int main(int argc, char **argv) {
  struct cfg c = { 1, 0 };
  if (c.run) system("never");
  if (c.root) system("a"); // SITE
  return 0;
}
