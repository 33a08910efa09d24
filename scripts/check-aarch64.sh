#!/usr/bin/env bash
# Compiles the project's C for 64-bit ARM and runs it there, by a cross compiler and qemu: scripts/check-aarch64.sh
# A Swift toolchain for that processor is not needed, and nothing of Swift is checked.
set -euo pipefail
cd "$(dirname "$(realpath "$0")")/.."

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
compile=(aarch64-linux-gnu-gcc -std=gnu11 -O2 -Wall -Wextra -Werror -static)

# A program in a pseudo-terminal and one with pipes, as tapes and desktops start them.
cat >"$scratch/main.c" <<'END'
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "reel_pty.h"

static int fail(const char *what) {
  perror(what);
  return 1;
}

// Whether a program ends with 7, and wrote this.
static int ends(pid_t process, int from, const char *wanted) {
  char text[128] = "";
  int status = 0;
  if (waitpid(process, &status, 0) != process) return 0;
  ssize_t length = read(from, text, sizeof text - 1);
  if (WEXITSTATUS(status) == 7 && strcmp(text, wanted) == 0) return 1;
  fprintf(stderr, "exit code %d, and %zd bytes: %s", WEXITSTATUS(status), length, text);
  return 0;
}

int main(void) {
  // It says how large its terminal is, and whether more than the standard streams is open. qemu starts programs of this machine.
  char *program[] = {"sh", "-c", "stty size 2>&1; [ -e /proc/self/fd/9 ] && echo more; exit 7", NULL};
  char *piped[] = {"sh", "-c", "echo out; [ -e /proc/self/fd/9 ] && echo more; exit 7", NULL};
  char path[64], *environment[] = {"PATH=/usr/bin:/bin", NULL};
  if (dup2(1, 9) < 0) return fail("dup2");
  unsigned short columns = 0, rows = 0;
  int terminal = reel_pty_open(80, 24, path, sizeof path), pipes[2];
  if (terminal < 0 || reel_pty_resize(terminal, 100, 30)) return fail("reel_pty_open");
  if (reel_pty_size(terminal, &columns, &rows) || columns != 100 || rows != 30) return fail("reel_pty_size");
  pid_t process = 0;
  if ((errno = reel_pty_spawn(path, program, environment, &process))) return fail("reel_pty_spawn");
  if (!ends(process, terminal, "30 100\r\n")) return 1;
  if (pipe(pipes)) return fail("pipe");
  if ((errno = reel_pipes_spawn(0, pipes[1], 2, 1, piped, environment, &process))) return fail("reel_pipes_spawn");
  close(pipes[1]);
  if (!ends(process, pipes[0], "out\n")) return 1;
  puts("reel: the pseudo-terminals and pipes work");
  return 0;
}
END
"${compile[@]}" -Wno-unused-result -ISources/Programs/CReelPty/include Sources/Programs/CReelPty/reel_pty.c "$scratch/main.c" -o "$scratch/program"
qemu-aarch64-static "$scratch/program"

# The shims of FFmpeg, Cairo, WebP and xcb are headers: those libraries' headers are the same for every processor.
for shim in Sources/*/*/shim.h; do
  read -ra flags < <(pkg-config --cflags libavformat libavcodec libswscale libswresample pangocairo libwebp libwebpdemux xcb xcb-shm xcb-damage xcb-xfixes librsvg-2.0)
  aarch64-linux-gnu-gcc -std=gnu11 -fsyntax-only -Wall -Werror -Wno-deprecated-declarations -idirafter /usr/include/x86_64-linux-gnu \
    -idirafter /usr/include "${flags[@]}" -x c - <<<"#include \"$PWD/$shim\"" || { echo "reel: $shim does not compile" >&2; exit 1; }
  echo "reel: $shim compiles"
done
