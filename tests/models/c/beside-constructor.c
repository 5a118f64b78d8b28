// policy: privilege-drop
#include <stdlib.h>
#include <unistd.h>
__attribute__((constructor)) static void early(void) { system("date"); }  // SITE
int main(void) { if (setuid(1) != 0) return 1; return 0; }
