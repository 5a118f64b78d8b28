// policy: privilege-drop
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static void own(void) {
  char buffer[8];
  char *p = buffer;
  p[2] = 'q';
  if (buffer[2] != 'q') system("never");
  strcpy(buffer, "abc");
  if (buffer[1] == 'x') system("never");
  if (strcmp(buffer, "abc") != 0) system("never");
}
int main(int argc, char **argv) {
  if (argc != 2) return 1;
  char *s = argv[1], *t = s + 1;
  own();
  if (*s == 'a' && s[0] != 'a') system("never");
  if (t[1] == 'c' && s[2] != 'c') system("never");
  if (t[1] == 'c' && s[0] == 'd') system("a");  // SITE
  return 0;
}
