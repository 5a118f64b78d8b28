// policy: double-free
#include <stdlib.h>
char *lookup(const char *key); void use(const char *p);
int main(int argc, char **argv) { char *a = malloc(5), *b = malloc(6); use(a); use(b); use(lookup("x")); free(a); free(b); return 0; }
