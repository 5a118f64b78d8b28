// policy: chroot-chdir
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv) {
  int jailed = chroot("/srv");
  if (jailed == 0) chdir("/");
  if (jailed != 0) return 1;
  fopen("x", "r");
  return 0;
}
