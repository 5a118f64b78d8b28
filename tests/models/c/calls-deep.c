// policy: privilege-drop
#include <stdlib.h>
#include <unistd.h>
static void four(void) { system("ls"); }  // SITE
static void three(int n) { if (n > 2) four(); }
static void two(int n) { three(n); }
static void one(int n) { two(n + 1); }
int main(int argc, char **argv) { one(argc); setuid(1); four(); return 0; }
