// policy: privilege-drop
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
static void on_term(int s) { system("rm -f lock"); }  // SITE
int main(void) {
  signal(SIGTERM, on_term);
  write(1, "x", 1);
  setuid(1000);
  system("ls");
  return 0;
}
