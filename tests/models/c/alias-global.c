// policy: check-then-use
#include <sys/stat.h>
#include <unistd.h>
static const char *target;
static int exists(void) { struct stat s; return stat(target, &s) == 0; }
static void drop(void) { unlink(target); }  // SITE
int main(int argc, char **argv) {
  target = argv[1];
  if (exists()) drop();
  target = argv[2];
  unlink(target);
  return 0;
}
