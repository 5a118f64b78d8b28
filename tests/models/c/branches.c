// policy: privilege-drop
#include <stdlib.h>
#include <unistd.h>
extern int a[20];
int main(void) {
  for (int i = 0; i < 3; ++i) a[i] = 0;
  if (a[0]) a[1] = 2;
  if (a[1]) a[2] = 2;
  if (a[2]) a[3] = 2;
  if (a[3]) a[4] = 2;
  if (a[4]) a[5] = 2;
  if (a[5]) a[6] = 2;
  if (a[6]) a[7] = 2;
  if (a[7]) a[8] = 2;
  if (a[8]) a[9] = 2;
  if (a[9]) a[10] = 2;
  if (a[10]) a[11] = 2;
  if (a[11]) a[12] = 2;
  if (a[12]) system("a");  // SITE
  if (a[13]) a[14] = 2;
  if (a[14]) a[15] = 2;
  if (a[15]) a[16] = 2;
  if (a[16]) a[17] = 2;
  execl("/bin/ls", "ls", (char *)0);  // SITE
  return 0;
}
