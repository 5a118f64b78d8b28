// policy: privilege-drop
#include <stdlib.h>
#include <unistd.h>
static int prepare(int careful) {
  if (!careful) return -1;
  setuid(1000);
  return 0;
}
int main(int argc, char **argv) {
  int failed = prepare(argc > 1);
  if (failed == 0) system("ls");
  return 0;
}
