// policy: mkstemp-umask
#include <stdbool.h>
#include <stdlib.h>
#include <sys/stat.h>
static bool ready;
static void prepare(void) {
  umask(077);
  ready = true;
}
int main(int argc, char **argv) {
  char name[] = "fileXXXXXX";
  ready = false;
  if (argc > 1) prepare();
  if (ready) mkstemp(name);
  return 0;
}
