// policy: check-then-use
#include <sys/stat.h>
#include <unistd.h>
static void maybe(const char *name, int check, int remove) {
  struct stat s;
  if (check && stat(name, &s)) return;
  if (remove) unlink(name);
}
int main(int argc, char **argv) {
  maybe(argv[1], 1, 0);
  maybe(argv[2], 0, 1);
  return 0;
}
