#include "functions.h"

double mean(long a, long b) { return (double)sum_integers(a, 0, 0, 0, 0, 0, 0, 0, 0, 0) / 2 + (double)b / 2; }

int apply(int (*function)(void)) { return function(); }
