#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static int is_there(const char *name) {
  struct stat about;
  return stat(name, &about) == 0;
}

static int read_it(const char *file) {
  return open(file, O_RDONLY);  // SITE
}

int main(int argc, char **argv) {
  if (argc < 2 || !is_there(argv[1])) return 1;
  return read_it(argv[1]) < 0;
}
