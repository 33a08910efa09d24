// Functions whose arguments and results travel in every way that there is, of two libraries.
#pragma once
#include <stddef.h>

struct pair {
  int number, other;
};
struct large {
  long values[6];
};

// Of libfirst.
long sum_integers(long a, long b, long c, long d, long e, long f, long g, long h, long i, long j);
double sum_reals(double a, double b, double c, double d, double e, double f, double g, double h, double i, long j);
struct pair swap(struct pair pair);
struct large count_from(long first);
int format_text(char *text, size_t count, const char *format, ...);
int load_count(void);

// Of libsecond, which calls libfirst.
double mean(long a, long b);
int apply(int (*function)(void));
