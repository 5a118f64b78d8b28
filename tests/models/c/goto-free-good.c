// policy: double-free
#include <stdlib.h>
extern int work(char *);
int main(int argc, char **argv) {
  char *a = malloc(10), *b = 0;
  int rc = -1;
  if (!a) goto out;
  b = malloc(20);
  if (!b) goto out;
  if (work(b) < 0) {
    free(b);
    b = NULL;
    goto out;
  }
  rc = 0;
out:
  free(b);
  free(a);
  return rc;
}
