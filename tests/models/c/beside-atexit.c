// policy: double-free
#include <stdlib.h>
#include <unistd.h>
static char *p;
static void cleanup(void) { free(p); }  // SITE
int main(int argc, char **argv) {
  p = malloc(10);
  atexit(cleanup);
  if (argc > 1) { free(p); exit(1); }
  if (argc > 2) { free(p); _exit(1); }
  return 0;
}
