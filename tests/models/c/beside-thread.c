// policy: double-free
#include <pthread.h>
#include <stdlib.h>
static void *work(void *arg) { free(arg); return 0; }
int main(void) {
  pthread_t t;
  char *p = malloc(1), *q = malloc(1);
  pthread_create(&t, 0, work, p);
  free(q);
  pthread_join(t, 0);
  free(p);  // SITE
  return 0;
}
