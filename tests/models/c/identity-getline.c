// policy: double-free
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
int main(void) { char *a = malloc(64), *b = a; size_t n = 64; FILE *f = fopen("/etc/passwd", "r");
  if (!f || getline(&b, &n, f) < 0) return 1;
  free(a);
  free(b);  // SITE
  return 0; }
