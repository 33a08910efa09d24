#include "functions.h"

#include <stdarg.h>
#include <stdio.h>

static int loads;
__attribute__((constructor)) static void count_load(void) { loads++; }

long sum_integers(long a, long b, long c, long d, long e, long f, long g, long h, long i, long j) {
  return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j;
}

double sum_reals(double a, double b, double c, double d, double e, double f, double g, double h, double i, long j) {
  return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + 10.0 * (double)j;
}

struct pair swap(struct pair pair) { return (struct pair){pair.other, pair.number}; }

struct large count_from(long first) {
  struct large result;
  for (int index = 0; index < 6; index++) result.values[index] = first + index;
  return result;
}

int format_text(char *text, size_t count, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(text, count, format, arguments);
  va_end(arguments);
  return length;
}

int load_count(void) { return loads; }
