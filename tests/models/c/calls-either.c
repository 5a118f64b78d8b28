// policy: double-free
#include <stdlib.h>
static void give(char *p, int now) { if (now) free(p); }
int main(int argc, char **argv) {
  char *p = malloc(5);
  give(p, argc > 1);
  if (argc <= 1) free(p);
  return 0;
}
