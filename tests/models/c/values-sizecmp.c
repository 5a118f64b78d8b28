// policy: privilege-drop
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
  size_t n = strlen(argv[0]);
  if (n < 0) system("never");
  if (n > 10 && n < 5) system("never");
  if (n > 10) system("a"); // SITE
  return 0;
}
