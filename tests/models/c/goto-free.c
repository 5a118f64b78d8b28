// policy: double-free
#include <stdlib.h>
#include <string.h>
extern int work(char *);
int main(int argc, char **argv) {
  char *a = malloc(10), *b = 0;
  int rc = -1;
  if (!a) goto out;
  b = malloc(20);
  if (!b) goto out_a;
  if (work(b) < 0) {
    free(b);
    goto out_b;
  }
  rc = 0;
out_b:
  free(b); // SITE
out_a:
  free(a);
out:
  return rc;
}
