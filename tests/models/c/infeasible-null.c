// policy: strcpy-getenv
#include <stdlib.h>
#include <string.h>
int main(void) {
  char buffer[10];
  char *value = getenv("HOME");
  if (value) return 1;
  if (value) strcpy(buffer, value);
  return 0;
}
