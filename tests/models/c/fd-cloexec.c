// policy: fd-leak
#include <fcntl.h>
#include <unistd.h>
int main(int argc, char **argv) {
  int fd = open("a", O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 1;
  execl("/bin/ls", "ls", (char *)0);
  return 0;
}
