// policy: lock-on-one-branch
extern void lock(int *), unlock(int *);
extern void leave(void);
static int m, n;
static void both(int c) {
  if (c) lock(&m);
  unlock(&n);
  if (c) unlock(&m);
  leave();
}
static void one(int c, int d) {
  if (c) lock(&m);
  if (d) unlock(&m);
  leave();  // SITE
}
int main(int argc, char **argv) {
  both(argc);
  one(argc > 1, argc > 2);
  return 0;
}
