// policy: double-free
#include <stdarg.h>
#include <stdlib.h>
static void release(int n, ...) { va_list ap; va_start(ap, n);
  for (int i = 0; i < n; i++) free(va_arg(ap, char *));
  va_end(ap); }
int main(void) { char *p = malloc(4); release(1, p);
  free(p);  // SITE
  return 0; }
