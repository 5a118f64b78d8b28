// policy: privilege-drop
#include <stdlib.h>
struct f { unsigned a : 1; unsigned b : 3; };
int main(int argc, char **argv) {
  struct f f; f.a = 1; f.b = 4;
  if (f.b == 3) system("never");
  if (!f.a) system("never");
  if (f.b == 4) system("a"); // SITE
  return 0;
}
