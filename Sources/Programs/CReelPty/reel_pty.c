#ifndef __APPLE__
#define _GNU_SOURCE
#endif

#include "reel_pty.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

int reel_pty_resize(int descriptor, unsigned short columns, unsigned short rows) {
  // Programs that show pictures ask for pixels: a cell has those of TerminalImage.cell.
  struct winsize size = {.ws_row = rows, .ws_col = columns, .ws_xpixel = 10 * columns, .ws_ypixel = 20 * rows};
  return ioctl(descriptor, TIOCSWINSZ, &size);
}

int reel_pty_size(int descriptor, unsigned short *columns, unsigned short *rows) {
  struct winsize size = {0};
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return -1;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}

/// Makes the line discipline erase multi-byte characters as one.
static int expect_utf8(const char *path) {
  int side = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (side < 0) return -1;
  struct termios modes;
  int result = tcgetattr(side, &modes);
  if (result == 0) {
    modes.c_iflag |= IUTF8;
    result = tcsetattr(side, TCSANOW, &modes);
  }
  close(side);
  return result;
}

int reel_pty_open(unsigned short columns, unsigned short rows, char *path, size_t length) {
  int terminal = posix_openpt(O_RDWR | O_NOCTTY);
  if (terminal < 0) return -1;
  int failed = fcntl(terminal, F_SETFD, FD_CLOEXEC) < 0 || fcntl(terminal, F_SETFL, O_NONBLOCK) < 0 ||
               grantpt(terminal) != 0 || unlockpt(terminal) != 0;
  if (!failed) {
    // ptsname_r returns the number of the error, and on some systems -1.
    int number = ptsname_r(terminal, path, length);
    if (number > 0) errno = number;
    failed = number != 0;
  }
  if (failed || expect_utf8(path) != 0 || reel_pty_resize(terminal, columns, rows) != 0) {
    int number = errno;
    close(terminal);
    errno = number;
    return -1;
  }
  return terminal;
}

/// Keeps this process's other descriptors from the program, where `POSIX_SPAWN_CLOEXEC_DEFAULT` does not do it.
static int close_others(posix_spawn_file_actions_t *actions) {
#ifdef __GLIBC__
#if __GLIBC_PREREQ(2, 34)
  return posix_spawn_file_actions_addclosefrom_np(actions, 3);
#endif
#endif
  (void)actions;
  return 0;
}

// Starts a program found in PATH with the descriptors that the opener sets up, and no others.
//
// The opener adds its file actions, given its own data, and returns 0 or the number of an error.
static int spawn(
    int (*opener)(posix_spawn_file_actions_t *, const void *), const void *opened, short flags, char *const arguments[],
    char *const environment[], pid_t *process) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int number = posix_spawn_file_actions_init(&actions);
  if (number != 0) return number;
  number = posix_spawnattr_init(&attributes);
  if (number != 0) {
    posix_spawn_file_actions_destroy(&actions);
    return number;
  }
  sigset_t all, none;
  sigfillset(&all);
  sigemptyset(&none);
  flags |= POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
#ifdef __APPLE__
  flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
  if ((number = opener(&actions, opened)) == 0 &&
      // The program inherits none of this process's other descriptors.
      (number = close_others(&actions)) == 0 &&
      (number = posix_spawnattr_setsigdefault(&attributes, &all)) == 0 &&
      (number = posix_spawnattr_setsigmask(&attributes, &none)) == 0 &&
      (number = posix_spawnattr_setflags(&attributes, flags)) == 0)
    number = posix_spawnp(process, arguments[0], &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return number;
}

static int open_terminal(posix_spawn_file_actions_t *actions, const void *path) {
  // The first terminal that a session leader opens becomes the session's terminal.
  int number = posix_spawn_file_actions_addopen(actions, 0, path, O_RDWR, 0);
  for (int descriptor = 1; number == 0 && descriptor <= 2; descriptor++)
    number = posix_spawn_file_actions_adddup2(actions, 0, descriptor);
  return number;
}

static int open_pipes(posix_spawn_file_actions_t *actions, const void *ends) {
  int number = 0;
  for (int descriptor = 0; number == 0 && descriptor <= 2; descriptor++)
    number = posix_spawn_file_actions_adddup2(actions, ((const int *)ends)[descriptor], descriptor);
  return number;
}

int reel_pty_spawn(const char *path, char *const arguments[], char *const environment[], pid_t *process) {
  return spawn(open_terminal, path, POSIX_SPAWN_SETSID, arguments, environment, process);
}

int reel_pipes_spawn(
    int input, int output, int errors, int leads, char *const arguments[], char *const environment[], pid_t *process) {
  int ends[] = {input, output, errors};
  return spawn(open_pipes, ends, leads ? POSIX_SPAWN_SETPGROUP : 0, arguments, environment, process);
}
