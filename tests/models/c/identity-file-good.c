// policy: double-free
#include <stdlib.h>
#include <stdio.h>
#include <unistd.h>
#include <sys/stat.h>
int main(int argc, char **argv) { struct stat st; char *buf; if (stat("x", &st)) return 1; buf = malloc(st.st_size + 1); FILE *f = fopen("x", "r"); char *two = malloc(10);
  if (f) { size_t n = fread(buf, 1, st.st_size, f); buf[n] = 0; fclose(f); } free(buf); free(two); return 0; }
