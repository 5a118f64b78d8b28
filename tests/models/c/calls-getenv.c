// policy: strcpy-getenv
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
static char *home(void) { return getenv("HOME"); }
static void put(char *to, const char *from) { strcat(to, from); }  // SITE
int main(void) {
  char b[99] = "", c[99];
  char *h = home();
  if (!h) return 1;
  put(b, "fixed");
  sprintf(c, "%s", h);  // SITE
  put(b, h);
  return 0;
}
