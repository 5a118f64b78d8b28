// policy: double-free
#include <stdlib.h>
#include <unistd.h>
int main(void) { int fd[2]; char *p = malloc(4), *q = 0; if (pipe(fd)) return 1;
  if (write(fd[1], &p, sizeof p) != sizeof p) return 1;
  if (read(fd[0], &q, sizeof q) != sizeof q) return 1;
  free(p);
  free(q);  // SITE
  return 0; }
