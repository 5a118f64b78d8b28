/* The program of Fig. 1 of the paper, in C:
 *   whynot paths --c fig1.c -a fig1-c.efsa */
#include <unistd.h>

int main(int argc, char **argv) {
  char byte = 0;
  (void)argv;
  if (seteuid(0) != 0) return 1;
  if (argc > 1)
    return (int)read(0, &byte, 1);
  return (int)write(1, &byte, 1);
}
