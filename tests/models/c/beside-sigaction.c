// policy: double-free
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static char *buffer;
static void quiet(int s) { }
static void on_int(int s) { free(buffer); _exit(1); }  // SITE
int main(void) {
  struct sigaction sa;
  memset(&sa, 0, sizeof sa);
  sa.sa_handler = on_int;
  signal(SIGPIPE, SIG_IGN);
  signal(SIGHUP, quiet);
  buffer = malloc(10);
  sigaction(SIGINT, &sa, NULL);
  write(1, buffer, 10);
  free(buffer);
  return 0;
}
