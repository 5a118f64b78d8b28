#include <stdlib.h>
#include <string.h>

int main(void) {
  char home[100] = "";
  char *value = getenv("HOME");
  if (value) strncpy(home, value, sizeof home - 1);
  return home[0] == 0;
}
