// policy: use-after-free
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void show(const char *s) { puts(s); }  // SITE
static char *copy(const char *s) { return strdup(s); }
int main(int argc, char **argv) {
  char *a = copy(argv[0]), *b = copy(argv[1]);
  free(a);
  show(b);
  if (argc > 3) show(a);
  return 0;
}
