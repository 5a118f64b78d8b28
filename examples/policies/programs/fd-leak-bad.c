#include <fcntl.h>
#include <unistd.h>

int main(void) {
  int fd = open("secret", O_RDONLY);
  if (fd < 0) return 1;
  execl("/bin/ls", "ls", (char *)0);  // SITE
  return 1;
}
