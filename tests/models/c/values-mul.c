// policy: privilege-drop
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv) {
  int x = argc * 2;
  if (x == 4) setuid(1000);
  if (argc == 2) system("ls");
  if (argc * 2 == 7) system("never");
  if (x % 3 == 1 && argc == 5) system("id"); // SITE
  return 0;
}
