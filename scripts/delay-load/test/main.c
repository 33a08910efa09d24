// Prints what the functions return, the first time from eight threads at once, and whether the libraries were there before.
#include "functions.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

static int is_loaded(const char *name) {
  char line[4096];
  int found = 0;
  FILE *maps = fopen("/proc/self/maps", "r");
  while (maps && fgets(line, sizeof line, maps)) found |= strstr(line, name) != NULL;
  if (maps) fclose(maps);
  return found;
}

static void *call(void *result) {
  *(double *)result = sum_reals(0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9);
  return NULL;
}

int main(void) {
  fprintf(stderr, "before: %d %d\n", is_loaded("libfirst"), is_loaded("libsecond"));
  pthread_t threads[8];
  double results[8];
  for (int index = 0; index < 8; index++) pthread_create(&threads[index], NULL, call, &results[index]);
  for (int index = 0; index < 8; index++) pthread_join(threads[index], NULL);
  for (int index = 0; index < 8; index++) printf("%g\n", results[index]);
  for (int turn = 0; turn < 2; turn++) {
    char text[100];
    struct pair pair = swap((struct pair){3, -4});
    struct large large = count_from(1L << 40);
    printf("%ld\n", sum_integers(1, 20, 300, 4000, 50000, 600000, 7000000, 80000000, 900000000, 10000000000));
    printf("%d %d %ld %ld\n", pair.number, pair.other, large.values[0], large.values[5]);
    int length = format_text(text, sizeof text, "%d %s %.3f %ld %g %g", 1, "two", 3.25, 4L << 40, 5e100, -6.5);
    printf("%d %s\n", length, text);
    printf("%g %d\n", mean(3, 4), apply(load_count));
  }
  fprintf(stderr, "after: %d %d\n", is_loaded("libfirst"), is_loaded("libsecond"));
  return 0;
}
