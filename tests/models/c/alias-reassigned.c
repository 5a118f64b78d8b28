// policy: double-free
#include <stdlib.h>
int main(int argc, char **argv) {
  char *p = malloc(1);
  for (int i = 0; i < argc; ++i) {
    free(p);
    p = malloc(2);
  }
  free(p);
  return 0;
}
