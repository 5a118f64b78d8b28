// policy: privilege-drop
#include <stdlib.h>
struct cfg { int root; int run; };
int main(int argc, char **argv) {
  struct cfg c = { 0 };
  if (c.run) system("never");
  c.run = argc;
  if (c.run) system("a"); // SITE
  return 0;
}
