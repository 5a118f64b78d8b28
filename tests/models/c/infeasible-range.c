// policy: privilege-drop
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv) {
  if (argc > 3) setuid(1000);
  if (argc > 5) system("ls");
  return 0;
}
