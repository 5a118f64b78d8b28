// policy: privilege-drop
#include <stdlib.h>
#include <unistd.h>
static void step(int drop) {
  if (drop) setuid(1000);
  if (!drop) return;
  system("ls");
}
int main(void) {
  step(1);
  step(0);
  return 0;
}
