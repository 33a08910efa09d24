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
#include <xcb/xinput.h>

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

/// Asks for clicks, and for keys, wherever they go; the number of the extension in events, or 0 if the server has none.
///
/// Raw events come from version 2.1 on even while a program has grabbed the pointer.
static inline uint8_t reel_select_input(xcb_connection_t *connection, xcb_window_t root, int with_keys) {
  const xcb_query_extension_reply_t *extension = xcb_get_extension_data(connection, &xcb_input_id);
  if (!extension || !extension->present) return 0;
  xcb_input_xi_query_version_reply_t *version =
      xcb_input_xi_query_version_reply(connection, xcb_input_xi_query_version(connection, 2, 1), NULL);
  if (!version) return 0;
  int is_new = version->major_version > 2 || (version->major_version == 2 && version->minor_version >= 1);
  free(version);
  if (!is_new) return 0;
  struct {
    xcb_input_event_mask_t head;
    uint32_t mask;
  } events = {{XCB_INPUT_DEVICE_ALL_MASTER, 1}, XCB_INPUT_XI_EVENT_MASK_RAW_BUTTON_PRESS};
  if (with_keys) events.mask |= XCB_INPUT_XI_EVENT_MASK_RAW_KEY_PRESS | XCB_INPUT_XI_EVENT_MASK_RAW_KEY_RELEASE;
  xcb_input_xi_select_events(connection, root, 1, &events.head);
  return extension->major_opcode;
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
