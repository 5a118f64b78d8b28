// policy: privilege-drop
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
  if (argc < 2) return 1;
  int mode = 0;
  if (strcmp(argv[1], "a") == 0) mode = 1;
  else if (strcmp(argv[1], "b") == 0) mode = 2;
  if (mode == 1 && strcmp(argv[1], "b") == 0) system("never");
  if (mode == 2) system("a"); // SITE
  return 0;
}
