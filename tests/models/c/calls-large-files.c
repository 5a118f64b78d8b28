// policy: check-then-use
// The headers make lstat64 and open64 of it.
#define _FILE_OFFSET_BITS 64
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
int main(int argc, char **argv) {
  struct stat st;
  if (argc < 3 || lstat(argv[1], &st) != 0) return 1;
  if (!S_ISREG(st.st_mode)) return 2;
  if (fopen(argv[2], "r") == NULL) return 3;
  return open(argv[1], O_RDONLY) < 0;  // SITE
}
