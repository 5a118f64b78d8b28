// policy: double-free
#include <stdlib.h>
struct pair { char *one, *two; };
int main(void) {
  struct pair p = {malloc(1), malloc(2)};
  free(p.one);
  free(p.two);
  p.one = malloc(3);
  free(p.one);
  return 0;
}
