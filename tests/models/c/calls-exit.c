// policy: privilege-drop
#include <stdlib.h>
#include <unistd.h>
static void die(void) { exit(1); }
static void need(int ok) { if (!ok) die(); }
int main(void) {
  need(setuid(1) == 0);
  system("ls");
  return 0;
}
