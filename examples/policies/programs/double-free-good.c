#include <stdlib.h>

int main(void) {
  char *p = malloc(10), *q = malloc(20);
  free(p);
  free(q);
  p = NULL;
  free(p);
  return 0;
}
