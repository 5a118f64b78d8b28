// policy: double-free
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) { char buf[100], *a = strdup("x"), *b = strndup("abc", 2); snprintf(buf, sizeof buf, "%s%s", a, b); char *c = strdup(buf); char *e = strchr(buf, 'x'); if (e) *e = 0; free(a); free(b); free(c); return 0; }
