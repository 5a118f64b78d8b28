// policy: privilege-drop
#include <stdlib.h>
#include <unistd.h>
int main(void) {
  for (int i = 0; i < 2; ++i) setuid(1000 + i);
  system("ls");
  return 0;
}
