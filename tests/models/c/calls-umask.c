// policy: mkstemp-umask
#include <stdlib.h>
#include <sys/stat.h>
static int make(char *name) { return mkstemp(name); }  // SITE
static void quiet(int n) { if (n != 3) umask(022); }
int main(int argc, char **argv) {
  char name[] = "XXXXXX";
  quiet(argc);
  return make(name);
}
