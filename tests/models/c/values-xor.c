// policy: privilege-drop
#include <stdlib.h>
int main(int argc, char **argv) {
  int a = argc, b = argc ^ 5;
  if (a == b) system("never");
  if (b == 4) system("a"); // SITE
  return 0;
}
