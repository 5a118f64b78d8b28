// policy: privilege-drop
#include <stdlib.h>
int main(int argc, char **argv) {
  int a[3] = { 1, 0, 2 };
  if (a[1]) system("never");
  if (a[2] == 2) system("a"); // SITE
  return 0;
}
