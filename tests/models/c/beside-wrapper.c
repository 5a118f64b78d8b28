// policy: privilege-drop
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static void reap(int s) { }
static void stop(int s) { system("rm -f lock"); }  // SITE
static void install(int s, void (*handler)(int)) {
  struct sigaction sa;
  memset(&sa, 0, sizeof sa);
  sa.sa_handler = handler;
  sigaction(s, &sa, NULL);
}
int main(void) {
  install(SIGCHLD, reap);
  install(SIGTERM, stop);
  pause();
  return 0;
}
