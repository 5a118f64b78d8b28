#include <stdio.h>
#include <unistd.h>

int main(void) {
  if (chroot("/srv/jail") != 0 || chdir("/") != 0) return 1;
  FILE *log = fopen("log", "a");
  return log ? fclose(log) : 1;
}
