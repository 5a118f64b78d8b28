// policy: privilege-drop
#include <stdlib.h>
#include <unistd.h>
static int drop(int u) { if (setresuid(u, u, u)) return -1; return 0; }
static void work(void) { system("work"); }
int main(void) { if (drop(5) < 0) return 1; work(); return 0; }
