// policy: privilege-drop
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv) {
  switch (argc) {
    case 1: setuid(1); break;
    case 2: setuid(2); break;
    default: return 1;
  }
  switch (argc) {
    case 1: system("a"); break;
    case 3: system("b"); break;
  }
  return 0;
}
