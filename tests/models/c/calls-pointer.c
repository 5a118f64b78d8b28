// policy: privilege-drop
#include <stdlib.h>
#include <unistd.h>
static void safe(int n) { setuid(n); }
static void run(int n) { system("ls"); }  // SITE
static void (*actions[])(int) = {safe, run};
int main(int argc, char **argv) { actions[argc & 1](3); return 0; }
