// policy: privilege-drop
#include <stdlib.h>
#include <unistd.h>
#define A 1
#define B 2
int main(int argc, char **argv) {
  unsigned flags = 0;
  if (argc > 1) flags |= A;
  if (argc > 2) flags |= B;
  if (flags & A) setuid(1000);
  if (flags & B) system("ls");
  if (!(flags & A)) system("id"); // SITE
  return 0;
}
