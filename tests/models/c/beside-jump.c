// policy: double-free
#include <setjmp.h>
#include <stdlib.h>
static jmp_buf env;
static char *p;
static void fail(void) { free(p); longjmp(env, 1); }
static void work(int n) { if (n > 3) fail(); }
int main(int argc, char **argv) {
  p = malloc(4);
  if (setjmp(env) == 0) {
    work(argc);
    free(p);
  } else {
    free(p);  // SITE
  }
  return 0;
}
