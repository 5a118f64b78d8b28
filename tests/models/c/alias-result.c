// policy: check-then-use
#include <fcntl.h>
#include <unistd.h>
static char *pick(char **argv, int first) { return first ? argv[1] : argv[2]; }
int main(int argc, char **argv) {
  char *name = pick(argv, 1);
  if (access(name, 0)) return 1;
  open(argv[2], O_RDONLY);
  open(argv[1], O_RDONLY);  // SITE
  return 0;
}
