/* The running example of the paper (Fig. 2), as a C program:
 *   whynot paths --c running.c -a running-c.efsa
 * The event e1 happens on the way back from a recursive call; two ways lead through the inner call. */
extern int choice(void);
extern void work(void);
extern void e1(void);

static void P(void) {
  switch (choice()) {
    case 0:
      P();
      e1();
      break;
    case 1:
      break;
    default:
      do work();
      while (choice());
  }
}

int main(void) {
  P();
  for (;;) {
  }
}
