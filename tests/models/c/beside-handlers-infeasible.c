// policy: privilege-drop
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
static volatile sig_atomic_t seen;
static void on_hup(int s) { seen = s; }
static void on_int(int s) { seen = s; }
static void on_usr(int s) { seen = s; }
// Which handlers are installed tells control locations apart, and nothing of what `drop` is.
int main(int argc, char **argv) {
  int drop = argc > 1;
  if (argc > 2) signal(SIGHUP, on_hup);
  if (argc > 3) signal(SIGINT, on_int);
  if (argc > 4) signal(SIGUSR1, on_usr);
  if (drop) setuid(getuid());
  if (drop) system("ls");
  else write(1, "x", 1);
  if (!drop) return 0;
  system("true");
  return 0;
}
