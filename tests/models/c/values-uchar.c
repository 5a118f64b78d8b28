// policy: privilege-drop
#include <stdlib.h>
int main(int argc, char **argv) {
  unsigned char c = argv[0][0];
  if (c > 255) system("never");
  if (c >= 200 && (signed char)c >= 0) system("never");
  if (c == 200) system("a"); // SITE
  return 0;
}
