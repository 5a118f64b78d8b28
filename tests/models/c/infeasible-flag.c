// policy: privilege-drop
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv) {
  int dropped = 0;
  if (argc > 1) {
    if (setuid(1000)) return 1;
    dropped = 1;
  }
  if (dropped) system("ls");
  return 0;
}
