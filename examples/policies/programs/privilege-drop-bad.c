#include <stdlib.h>
#include <unistd.h>

static void become_user(int careful) {
  if (careful && setuid(1000) != 0) exit(1);
}

int main(int argc, char **argv) {
  become_user(argc > 1);
  return system("ls");  // SITE
}
