#include <stdlib.h>

static void release(char *block) {
  free(block);  // SITE
}

int main(int argc, char **argv) {
  char *p = malloc(10), *q = p;
  release(p);
  if (argc > 1) release(q);
  return 0;
}
