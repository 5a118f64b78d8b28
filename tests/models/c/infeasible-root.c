// policy: root-then-system
#include <stdlib.h>
#include <unistd.h>
int root;
int main(void) {
  if (root) setuid(0);
  if (!root) system("ls");
  return 0;
}
