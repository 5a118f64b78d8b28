#include <fcntl.h>
#include <unistd.h>

int main(void) {
  int fd = open("secret", O_RDONLY);
  if (fd >= 0) close(fd);
  execl("/bin/ls", "ls", (char *)0);
  return 1;
}
