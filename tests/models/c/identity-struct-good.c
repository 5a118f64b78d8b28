// policy: double-free
#include <stdlib.h>
#include <string.h>
struct s { char *name, *value; int n; };
static struct s *make(const char *a, const char *b) { struct s *x = calloc(1, sizeof *x); x->name = strdup(a); x->value = strdup(b); return x; }
static void drop(struct s *x) { free(x->name); free(x->value); free(x); }
int main(int argc, char **argv) { struct s *a = make("a", "b"), *b = make("c", argv[0]); a->n = argc; b->n = a->n + 1; drop(a); drop(b); return 0; }
