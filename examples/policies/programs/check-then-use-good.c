#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int argc, char **argv) {
  struct stat about;
  if (argc < 3 || stat(argv[1], &about) != 0) return 1;
  int fd = open(argv[2], O_RDONLY);
  return fd < 0 ? 1 : close(fd);
}
