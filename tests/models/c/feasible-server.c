// policy: check-then-use
// Requests in a loop, each with checks that fail on the shortest ways.
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
struct buffer { char *data; size_t size, used; int locked; };
static int level = 3;
static int sane(struct buffer *b) {
  if (b == NULL || b->data == NULL || b->locked) return -1;
  return b->used > b->size ? -2 : 0;
}
static void say(int at, const char *what) {
  if (at > level) return;
  puts(what);
}
static int get(struct buffer *b, char **name) {
  int r = sane(b);
  if (r != 0) return r;
  if ((*name = malloc(10)) == NULL) return -3;
  say(5, "got");
  return 0;
}
static int rename_one(struct buffer *b) {
  char *name, *other;
  struct stat st;
  int r;
  if ((r = get(b, &name)) != 0 || (r = get(b, &other)) != 0) return r;
  say(1, "rename");
  if (lstat(name, &st) != 0) return -4;
  if (S_ISREG(st.st_mode)) unlink(name);  // SITE
  free(other);
  return 0;
}
static int handle(struct buffer *b) {
  int r;
  if ((r = sane(b)) != 0) return r;
  switch (getchar()) {
    case 'r': return rename_one(b);
    case EOF: return 1;
  }
  return 0;
}
int main(void) {
  struct buffer b;
  b.data = malloc(100);
  b.size = 100;
  b.used = 0;
  b.locked = 0;
  if (b.data == NULL) exit(1);
  for (;;) {
    say(2, "next");
    int r = handle(&b);
    if (r < 0) exit(1);
    if (r > 0) break;
  }
  return 0;
}
