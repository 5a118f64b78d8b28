// policy: privilege-drop
#include <stdlib.h>
static const int table[3] = { 1, 0, 2 };
int main(int argc, char **argv) {
  if (table[1]) system("never");
  if (table[2] == 2) system("a"); // SITE
  return 0;
}
