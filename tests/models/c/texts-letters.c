// policy: privilege-drop
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(int argc, char **argv) {
  if (argc != 2) return 1;
  char *s = argv[1];
  if (s[0] == 'x' && strcmp(s, "abc") == 0) system("never");
  if (strcmp(s, "abc") == 0 && s[1] != 'b') system("never");
  if (strncmp(s, "ab", 2) == 0 && strcmp(s, "xy") == 0) system("never");
  if (strcmp(s, "b") < 0 && s[0] == 'c') system("never");
  if (s[0] == 'a' && strcmp(s, "abc") == 0) system("a");  // SITE
  if (s[0] == '-' && s[1] == 'v' && strcmp(s, "-v") != 0) system("b");  // SITE
  if (strcasecmp(s, "Yes") == 0 && s[0] == 'y') system("c");  // SITE
  return 0;
}
