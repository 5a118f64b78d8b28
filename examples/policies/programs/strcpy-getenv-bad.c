#include <stdlib.h>
#include <string.h>

static char home[100];

static void keep(const char *text) {
  strcpy(home, text);  // SITE
}

int main(void) {
  char *value = getenv("HOME");
  if (value) keep(value);
  return home[0] == 0;
}
