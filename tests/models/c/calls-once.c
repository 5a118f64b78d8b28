// policy: double-free
#include <stdlib.h>
static char *shared;
static void done(void) {
  free(shared);
  shared = NULL;
}
int main(int argc, char **argv) {
  shared = malloc(5);
  if (argc > 1) done();
  if (argc > 2) done();
  return 0;
}
