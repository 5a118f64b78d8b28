// policy: privilege-drop
#include <stdlib.h>
#include <unistd.h>
static int bad(int a, int b) { return a == 0 || b == 0 || a > b; }
int main(int argc, char **argv) {
  if (bad(argc, 3)) return 1;
  system("ls");  // SITE
  return 0;
}
