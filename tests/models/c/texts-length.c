// policy: privilege-drop
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(int argc, char **argv) {
  if (argc != 2) return 1;
  char *s = argv[1];
  if (strlen(s) == 3 && s[3] != 0) system("never");
  if (strlen(s) > 3 && s[2] == 0) system("never");
  if (strlen(s) == 2 && strcmp(s, "abc") == 0) system("never");
  if (strlen(s) > 3 && s[2] == 'x') system("a");  // SITE
  if (strlen(s) > 1000) system("b");  // SITE
  return 0;
}
