// policy: privilege-drop
#include <stdlib.h>
#include <unistd.h>
static int compare(const void *a, const void *b) { system("x"); return 0; }  // SITE
int main(void) {
  int v[3] = {3, 2, 1};
  qsort(v, 3, sizeof *v, compare);
  return setuid(1);
}
