#ifndef REEL_PTY_H
#define REEL_PTY_H

#include <stddef.h>
#include <sys/types.h>

// Why C: posix_openpt, ptsname_r and POSIX_SPAWN_SETSID are declared for _GNU_SOURCE and _XOPEN_SOURCE alone, which Swift's Glibc
// module does not set, and window sizes go through the variadic ioctl.

/// Opens a pseudo-terminal of a size, in cells, which expects UTF-8, and writes the path of the program's side.
///
/// Returns the descriptor of the other side, which is closed in programs and never blocks, or -1 with errno set.
int reel_pty_open(unsigned short columns, unsigned short rows, char *path, size_t length);

/// Tells a terminal its size, in cells; returns -1 with errno set where it failed.
int reel_pty_resize(int descriptor, unsigned short columns, unsigned short rows);

/// Reads the size of a terminal, in cells; returns -1 where it is none, or has no size.
int reel_pty_size(int descriptor, unsigned short *columns, unsigned short *rows);

/// Starts a program, found by PATH, as the leader of a session whose terminal is at a path, with all signals as usual and nothing
/// open but that terminal.
///
/// Returns 0, or the number of the error.
int reel_pty_spawn(const char *path, char *const arguments[], char *const environment[], pid_t *process);

/// Starts a program, found by PATH, whose standard streams are descriptors of this process, with all signals as usual and nothing else
/// open; it leads a process group of its own where `leads` is not 0.
///
/// Returns 0, or the number of the error.
int reel_pipes_spawn(
    int input, int output, int errors, int leads, char *const arguments[], char *const environment[], pid_t *process);

#endif
