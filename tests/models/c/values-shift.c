// policy: privilege-drop
#include <stdlib.h>
int main(int argc, char **argv) {
  unsigned x = (unsigned)argc << 4;
  if (x & 15) system("never");
  if ((x >> 4) == 3 && argc == 3) system("a"); // SITE
  return 0;
}
