// policy: privilege-drop
#include <stdlib.h>
#include <unistd.h>
struct options { int drop; int run; };
static void act(struct options *o) {
  if (o->drop) setuid(1000);
  o->run = 1;
  if (o->drop && o->run) system("ls");
}
int main(int argc, char **argv) {
  struct options o = {argc > 1, 0};
  act(&o);
  return 0;
}
