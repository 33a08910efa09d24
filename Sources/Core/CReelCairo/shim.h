// The seam to Cairo and Pango. A line stands here only where Swift cannot import the original.
#pragma once

#include <cairo.h>
#include <fontconfig/fontconfig.h>
#include <pango/pangocairo.h>
#include <stdbool.h>

// Returns whether a message of GLib is a warning or worse. Swift imports the flags under other names since GLib 2.88.
static inline bool reel_is_complaint(GLogLevelFlags level) {
  return level & (G_LOG_LEVEL_ERROR | G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING);
}

#ifdef __linux__
// Returns whether AddressSanitizer watches the process. Weak symbols have no counterpart in Swift.
extern void __asan_init(void) __attribute__((weak));
static inline int reel_has_address_sanitizer(void) { return __asan_init != 0; }
#endif
