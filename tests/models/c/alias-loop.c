// policy: double-free
#include <stdlib.h>
int main(int argc, char **argv) {
  char *p = malloc(1);
  for (int i = 0; i < argc; ++i) {
    if (argv[i][0] == 'x') free(p);  // SITE
  }
  return 0;
}
