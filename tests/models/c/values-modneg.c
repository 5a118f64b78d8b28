// policy: privilege-drop
#include <stdlib.h>
int main(int argc, char **argv) {
  int x = argc % 4;
  if (x >= 4) system("never");
  if (x == 3) system("a"); // SITE
  return 0;
}
