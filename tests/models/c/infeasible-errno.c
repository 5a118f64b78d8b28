// policy: privilege-drop
#include <stdlib.h>
#include <unistd.h>
enum mode { SHOW, WORK, STOP };
static enum mode mode_of(int argc) {
  if (argc == 1) return SHOW;
  return argc == 2 ? WORK : STOP;
}
int main(int argc, char **argv) {
  enum mode mode = mode_of(argc);
  if (mode == WORK) setuid(1000);
  if (argc == 2) system("ls");
  return 0;
}
