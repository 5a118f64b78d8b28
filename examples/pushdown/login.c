/* The login of a file server, as a C program:
 *   whynot paths --c login.c -a login-c.efsa
 * It starts as root and gives the rights up for a user; after the session it takes them back, and serves once more. */
#include <stdlib.h>
#include <unistd.h>

extern int password_is_right(const char *user);
extern void serve_file(const char *name);

static void serve(void) { serve_file("index"); }

static void login(const char *user, int tries) {
  if (tries == 0) exit(1);
  if (!password_is_right(user)) {
    login(user, tries - 1);
    return;
  }
  seteuid(1000);
  serve();
  seteuid(0);
}

int main(void) {
  login("guest", 3);
  serve();
  return 0;
}
