// policy: double-free
#include <stdlib.h>
static void release(char **p) { free(*p); *p = 0; }
static void release_badly(char **p) { free(*p); }
int main(int argc, char **argv) {
  char *a = malloc(1), *b = malloc(2);
  if (!a || !b) return 1;
  release(&a); free(a);
  release_badly(&b); free(b); // SITE
  return 0;
}
