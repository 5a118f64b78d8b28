// policy: privilege-drop
#include <stdlib.h>
int main(int argc, char **argv) {
  long a = argc; long b = a * 3 + 1;
  if (b == 6) system("never");
  if (b == 7) system("a"); // SITE
  return 0;
}
