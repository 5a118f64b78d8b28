// policy: strcpy-getenv
// The text that is copied may read like what the environment has; it is another one.
#include <stdlib.h>
#include <string.h>
static char place[64];
int main(int argc, char **argv) {
  const char *home = getenv("HOME");
  strcpy(place, argc > 1 ? argv[1] : "none");
  if (home && strlen(home) < sizeof place) strncpy(place, home, sizeof place - 1);
  return 0; }
