// policy: privilege-drop
#include <stdlib.h>
#include <unistd.h>
static int drop, run;
int main(int argc, char **argv) {
  int c;
  while ((c = getopt(argc, argv, "dr")) != -1) {
    switch (c) {
      case 'd': drop = 1; break;
      case 'r': run = 1; break;
      default: return 1;
    }
  }
  if (drop) setuid(1000);
  if (run) system("ls"); // SITE
  if (drop) system("id");
  return 0;
}
