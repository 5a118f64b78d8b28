// policy: privilege-drop
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int mode(const char *text) {
  if (!strcmp(text, "r")) return 1;
  if (!strcmp(text, "w")) return 2;
  return 0;
}
int main(int argc, char **argv) {
  if (argc != 2) return 1;
  int m = mode(argv[1]);
  if (m == 2 && argv[1][0] == 'r') system("never");
  if (mode(argv[1]) == 1 && m == 2) system("never");
  if (m == 1) system("a");  // SITE
  return 0;
}
