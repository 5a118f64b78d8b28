// policy: chroot-chdir
#include <stdio.h>
#include <unistd.h>
static FILE *log_file(void) { return fopen("log", "a"); }  // SITE
static void enter(void) { if (chroot("/srv")) _exit(1); }
int main(int argc, char **argv) {
  enter();
  if (argc > 1) log_file();
  else unlink("x");  // SITE
  chdir("/");
  log_file();
  return 0;
}
