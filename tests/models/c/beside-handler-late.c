// policy: privilege-drop
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
static void on_term(int s) { system("rm -f lock"); }
int main(void) {
  if (setuid(1000) != 0) return 1;
  signal(SIGTERM, on_term);
  write(1, "x", 1);
  return 0;
}
