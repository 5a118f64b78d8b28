#include <stdlib.h>
#include <unistd.h>

int main(void) {
  int failed = setuid(1000);
  if (failed) return 1;
  return system("ls");
}
