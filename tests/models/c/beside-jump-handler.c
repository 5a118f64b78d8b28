// policy: double-free
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
static sigjmp_buf again;
static char *line;
static void on_int(int s) { siglongjmp(again, 1); }
int main(void) {
  line = malloc(8);
  signal(SIGINT, on_int);
  if (sigsetjmp(again, 1) != 0) {
    free(line);  // SITE
    return 1;
  }
  read(0, line, 8);
  free(line);
  return 0;
}
