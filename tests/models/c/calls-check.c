// policy: check-then-use
#include <fcntl.h>
#include <sys/stat.h>
static int ok(const char *p) { struct stat s; if (lstat(p, &s)) return 0; return s.st_size > 0; }
static int grab(const char *p) { return open(p, O_RDWR); }  // SITE
static int both(const char *a, const char *b) { return ok(a) && grab(b); }
int main(int argc, char **argv) {
  both(argv[1], argv[2]);
  both(argv[3], argv[3]);
  return 0;
}
