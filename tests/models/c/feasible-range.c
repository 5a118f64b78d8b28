// policy: privilege-drop
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv) {
  if (argc > 5) setuid(1000);
  if (argc > 3) system("ls");  // SITE
  return 0;
}
