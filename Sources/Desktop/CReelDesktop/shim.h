// libxcb with the extensions that films of a screen need, and two calls of the system.
//
// Written in C because xcb's identifiers of extensions are mutable global variables, which Swift refuses, and because prctl and
// syscall are variadic.
#pragma once

#include <stdlib.h>
#include <xcb/damage.h>
#include <xcb/shm.h>
#include <xcb/xcb.h>
#include <xcb/xfixes.h>

#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

static inline const xcb_query_extension_reply_t *reel_damage_extension(xcb_connection_t *connection) {
  return xcb_get_extension_data(connection, &xcb_damage_id);
}

static inline const xcb_query_extension_reply_t *reel_fixes_extension(xcb_connection_t *connection) {
  return xcb_get_extension_data(connection, &xcb_xfixes_id);
}

static inline const xcb_query_extension_reply_t *reel_shm_extension(xcb_connection_t *connection) {
  return xcb_get_extension_data(connection, &xcb_shm_id);
}

/// Makes this process the parent of descendants whose parents end.
static inline void reel_adopt_orphans(void) {
#ifdef __linux__
  prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
#endif
}

/// Returns the descriptor of memory without a name, which ends with its last user; -1 where there is none.
static inline int reel_unnamed_memory(void) {
#ifdef SYS_memfd_create
  return (int)syscall(SYS_memfd_create, "reel", 1u /* MFD_CLOEXEC */);
#else
  return -1;
#endif
}
