// policy: use-after-free
// A text of the program is none that it has allocated.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *cache;
static char *get(void) { if (!cache) cache = strdup("none"); return cache; }
static void flush(int keep) { free(cache); if (!keep) cache = NULL; }
int main(int argc, char **argv) {
  puts(get());
  flush(argc > 1);
  puts(get());  // SITE
  return argv == NULL; }
