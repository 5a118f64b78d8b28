// policy: privilege-drop
#include <stdlib.h>
static struct { int root, run; } cfg = { 1, 0 };
int main(int argc, char **argv) {
  if (cfg.run) system("never");
  if (cfg.root) system("a"); // SITE
  return 0;
}
