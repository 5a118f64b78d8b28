// policy: double-free
#include <stdlib.h>
#include <string.h>
struct s { char *p; int n; };
int main(void) { struct s a = { malloc(3), 1 }, b; memcpy(&b, &a, sizeof b); b.p = strdup("x"); free(a.p); free(b.p); return 0; }
