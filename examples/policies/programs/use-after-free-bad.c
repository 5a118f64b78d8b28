#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry { int kind; char *name; };

static void forget(struct entry *e) { free(e->name); }

int main(int argc, char **argv) {
  struct entry e = {argc, strdup("text")};
  forget(&e);
  puts(e.name);  // SITE
  return 0;
}
