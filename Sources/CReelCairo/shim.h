// The seam to Cairo and Pango. A line stands here only where Swift cannot import the original.
#pragma once

#include <cairo.h>
#include <fontconfig/fontconfig.h>
#include <pango/pangocairo.h>

#ifdef __linux__
// Whether AddressSanitizer watches the process: weak symbols have no counterpart in Swift. Looking for the name with dlsym would wait for
// libraries that another thread is loading.
extern void __asan_init(void) __attribute__((weak));
static inline int reel_has_address_sanitizer(void) { return __asan_init != 0; }
#endif
