/* An archiver that descends into directories, as a C program:
 *   whynot paths --c archiver.c -a tar-c.efsa
 * While it reads a file it may write the archive, and then go on reading another file. */
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

static int archive;

static void copy(const char *name) {
  char buffer[512];
  int in = open(name, O_RDONLY);
  if (in < 0) return;
  long got;
  while ((got = read(in, buffer, sizeof buffer)) > 0)
    if (write(archive, buffer, (size_t)got) != got) exit(2);
  close(in);
}

static void visit(const char *name) {
  DIR *folder = opendir(name);
  if (folder == NULL) {
    copy(name);
    return;
  }
  struct dirent *entry;
  while ((entry = readdir(folder)) != NULL)
    if (entry->d_name[0] != '.') visit(entry->d_name);
  closedir(folder);
}

int main(int argc, char **argv) {
  if (argc < 3) return 1;
  archive = creat(argv[1], 0600);
  for (int i = 2; i < argc; i++) visit(argv[i]);
  return close(archive);
}
