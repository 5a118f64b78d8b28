// policy: privilege-drop
#include <stdlib.h>
#include <unistd.h>
int main(void) {
  int n = 0;
  for (int i = 0; i < 40; i++) n = i;
  if (n == 39) system("ls");  // SITE
  return 0;
}
