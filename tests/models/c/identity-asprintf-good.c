// policy: double-free
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) { char *a, *b; if (asprintf(&a, "%d", argc) < 0) return 1; if (asprintf(&b, "%s!", a) < 0) { free(a); return 1; }
  puts(b); free(a); free(b); return 0; }
