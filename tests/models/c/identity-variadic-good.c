// policy: double-free
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
static void say(const char *how, ...) { va_list ap; va_start(ap, how); vprintf(how, ap); va_end(ap); }
int main(int argc, char **argv) { char *p = malloc(4), *q = malloc(5); say("%p %p %d", (void *)p, (void *)q, argc); free(p); free(q); return 0; }
