// policy: unchecked-setuid
#include <stdio.h>
#include <unistd.h>
static void report(const char *s) { puts(s); }  // SITE
static int drop(int u) { return setuid(u); }
int main(int argc, char **argv) {
  int r = drop(4);
  if (argc > 1) report("early");
  if (r == -1) return 1;
  report("late");
  return 0;
}
