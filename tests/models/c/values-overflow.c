// policy: privilege-drop
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv) {
  unsigned char c = (unsigned char)argc;
  if (argc == 257 && c == 1) system("a"); // SITE
  unsigned u = argc - 10;
  if (argc == 1 && u > 100) system("b"); // SITE
  short s = (short)argc;
  if (argc == 65537 && s == 1) system("c"); // SITE
  if (c == 300) system("never");
  return 0;
}
