// The interface to Cairo and Pango, limited to what Swift cannot import directly.
#pragma once

#include <cairo-pdf.h>
#include <cairo.h>
#include <fontconfig/fontconfig.h>
#include <pango/pangocairo.h>
#include <stdbool.h>

// Returns whether a GLib message is a warning or worse. Since GLib 2.88, Swift imports the flags under other names.
static inline bool reel_is_complaint(GLogLevelFlags level) {
  return level & (G_LOG_LEVEL_ERROR | G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING);
}

#ifdef __linux__
// Returns whether the process runs under AddressSanitizer. Weak symbols have no counterpart in Swift.
extern void __asan_init(void) __attribute__((weak));
static inline int reel_has_address_sanitizer(void) { return __asan_init != 0; }
#endif
