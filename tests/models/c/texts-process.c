// policy: privilege-drop
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
int main(int argc, char **argv) {
  int before = getuid();
  if (before == 0 && getuid() != 0) system("never");
  if (getenv("SHELL") == 0 && getenv("SHELL")) system("never");
  if (isatty(0) && !isatty(0)) system("never");
  if (umask(022) < 0) system("never");
  if (getenv("SHELL") == 0 && getenv("HOME")) system("a");  // SITE
  if (before == 0 && argc > 1) seteuid(1000);
  if (argc > 2 && before != 0 && geteuid() == 0) system("b");  // SITE
  return 0;
}
