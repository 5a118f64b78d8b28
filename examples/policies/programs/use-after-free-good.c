#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *p = strdup("text"), *q = strdup("other");
  if (!p || !q) return 1;
  free(p);
  puts(q);
  free(q);
  return 0;
}
