// policy: double-free
#include <stdlib.h>
int main(int argc, char **argv) { char *p[3]; for (int i = 0; i < 3; i++) p[i] = malloc(4);
  p[argc] = p[0];
  for (int i = 0; i < 3; i++)
    free(p[i]);  // SITE
  return 0; }
