// policy: privilege-drop
#include <stdlib.h>
#include <unistd.h>
static void walk(int n) {
  if (n > 0) walk(n - 1);
  else system("ls");  // SITE
}
int main(int argc, char **argv) { walk(argc); return setuid(1); }
