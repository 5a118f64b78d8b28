// policy: privilege-drop
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(int argc, char **argv) {
  if (argc < 3) return 1;
  if (!strcmp(argv[1], "drop")) setuid(1);
  if (!strcmp(argv[1], "drop")) system("never");
  if (!strcmp(argv[2], "drop")) system("a"); // SITE
  return 0;
}
