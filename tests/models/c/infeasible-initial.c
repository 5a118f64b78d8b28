// policy: privilege-drop
// What a variable of the file holds at first is known; another one is written before it is read.
#include <stdlib.h>
#include <unistd.h>
static int debug;
static int level = 2;
static const char *shell = NULL;
int main(int argc, char **argv) {
  if (debug) system("debug");
  if (level != 2) system("level");
  if (shell) execl(shell, "sh", (char *)0);
  if (argc > 1) level = 3;
  if (level == 3) system("late");  // SITE
  return 0;
}
