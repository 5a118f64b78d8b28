#include <stdlib.h>
#include <sys/stat.h>

int main(void) {
  char name[] = "/tmp/fileXXXXXX";
  umask(077);
  return mkstemp(name) < 0;
}
