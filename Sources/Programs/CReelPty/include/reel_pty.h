#ifndef REEL_PTY_H
#define REEL_PTY_H

#include <stddef.h>
#include <sys/types.h>

// Written in C because posix_openpt, ptsname_r and POSIX_SPAWN_SETSID need _GNU_SOURCE or _XOPEN_SOURCE, which Swift's Glibc module
// does not define, and because setting a window size needs the variadic ioctl.

/// Opens a pseudo-terminal of a size in cells, set to UTF-8, and stores the path of the program's side.
///
/// Returns the descriptor of the other side, which is close-on-exec and non-blocking, or -1 with errno set.
int reel_pty_open(unsigned short columns, unsigned short rows, char *path, size_t length);

/// Sets a terminal's size in cells; returns -1 with errno set on failure.
int reel_pty_resize(int descriptor, unsigned short columns, unsigned short rows);

/// Reads a terminal's size in cells; returns -1 if the descriptor is not a terminal or has no size.
int reel_pty_size(int descriptor, unsigned short *columns, unsigned short *rows);

/// Starts a program found in PATH as the leader of a session with the terminal at a path. All signals have their default actions, and
/// only that terminal is open.
///
/// Returns 0, or the number of the error.
int reel_pty_spawn(const char *path, char *const arguments[], char *const environment[], pid_t *process);

/// Starts a program found in PATH with descriptors of this process as its standard streams. All signals have their default actions,
/// and nothing else is open. If `leads` is not 0, the program leads a new process group.
///
/// Returns 0, or the number of the error.
int reel_pipes_spawn(
    int input, int output, int errors, int leads, char *const arguments[], char *const environment[], pid_t *process);

#endif
