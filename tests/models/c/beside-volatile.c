// policy: privilege-drop
// Only `main` writes `dropped`, and no handler runs between its steps; `wanted` may be anything at any time.
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
static volatile sig_atomic_t dropped, wanted;
static void on_term(int s) {
  (void)s;
  wanted = 1;
  if (dropped) system("bye");
}
int main(int argc, char **argv) {
  (void)argv;
  signal(SIGTERM, on_term);
  if (argc < 0) system("never");
  if (wanted) system("early");  // SITE
  setuid(1000);
  dropped = 1;
  pause();
  return 0;
}
