// policy: privilege-drop
#include <stdlib.h>
int main(int argc, char **argv) {
  const char *s = "xyz";
  if (s[0] == 97) system("never");
  if (s[0] == 120) system("a"); // SITE
  return 0;
}
