// policy: double-free
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
int main(void) { char *p = malloc(3); char s[40]; snprintf(s, 40, "%lx", (unsigned long)p); setenv("P", s, 1);
  char *q = (char *)strtoul(getenv("P"), 0, 16);
  free(p);
  free(q);  // SITE
  return 0; }
