// policy: privilege-drop
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv) {
  unsigned n = argc;
  if (n > 5) setuid(1000);
  if (n > 7) system("ls");
  if (n > 3) system("id"); // SITE
  return 0;
}
