// policy: double-free
#include <stdlib.h>
static char *p;
static void cleanup(void) { if (p) free(p); }
static void die(void) { exit(2); }
int main(int argc, char **argv) {
  atexit(cleanup);
  p = malloc(10);
  if (argc > 1) {
    free(p);
    p = NULL;
    die();
  }
  return 0;
}
