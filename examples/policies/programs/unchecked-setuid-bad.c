#include <stdlib.h>
#include <unistd.h>

int main(void) {
  setuid(1000);
  return system("ls");  // SITE
}
