// policy: double-free
#include <setjmp.h>
#include <stdlib.h>
static jmp_buf env, other;
static char *p;
static void fail(void) { longjmp(env, 1); }
static void work(int n) { if (n > 3) fail(); if (n > 4) { free(p); longjmp(other, 2);} }
int main(int argc, char **argv) {
  p = malloc(4);
  if (setjmp(other) != 0) return 2;
  if (setjmp(env) == 0) {
    work(argc);
    free(p);
  } else {
    free(p);
  }
  return 0;
}
