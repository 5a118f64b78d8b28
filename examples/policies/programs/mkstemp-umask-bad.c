#include <stdlib.h>
#include <sys/stat.h>

int main(int argc, char **argv) {
  char name[] = "/tmp/fileXXXXXX";
  if (argc > 1) umask(077);
  return mkstemp(name) < 0;  // SITE
}
