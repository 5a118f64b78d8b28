#include <stdio.h>
#include <unistd.h>

static FILE *start_log(void) { return fopen("log", "a"); }  // SITE

int main(void) {
  if (chroot("/srv/jail") != 0) return 1;
  FILE *log = start_log();
  if (chdir("/") != 0) return 1;
  return log ? fclose(log) : 1;
}
