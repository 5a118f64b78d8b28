// policy: double-free
#include <stdint.h>
#include <stdlib.h>
int main(int argc, char **argv) { char *p = malloc(4), *q = malloc(5); uintptr_t a = (uintptr_t)p, b = (uintptr_t)q; free((void *)a); free((void *)b); return 0; }
