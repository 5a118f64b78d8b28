// policy: privilege-drop
#include <stdlib.h>
int main(int argc, char **argv) {
  int x = argc / 10;
  if (argc < 10 && argc > 0 && x > 0) system("never");
  if (x == 2) system("a"); // SITE
  return 0;
}
