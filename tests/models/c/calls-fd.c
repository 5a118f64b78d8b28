// policy: fd-leak
#include <fcntl.h>
#include <unistd.h>
static int get(void) { return open("secret", O_RDONLY); }
static void start(void) { execl("/bin/ls", "ls", (char *)0); }  // SITE
int main(int argc, char **argv) {
  int fd = get();
  if (fd < 0) return 1;
  if (argc > 1) close(fd);
  start();
  return 0;
}
