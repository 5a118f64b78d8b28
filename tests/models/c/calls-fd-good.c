// policy: fd-leak
#include <fcntl.h>
#include <unistd.h>
static int get(void) { return open("secret", O_RDONLY); }
static void put(int d) { close(d); }
int main(int argc, char **argv) {
  int fd = get();
  if (fd < 0) return 1;
  put(fd);
  execl("/bin/ls", "ls", (char *)0);
  return 0;
}
