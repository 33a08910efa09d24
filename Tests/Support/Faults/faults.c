// Preloaded into a program, this ends it or fails it at one of the calls with which it changes or reads the files of a folder.
//
//   FAULT_FOLDER  the folder, as the system names it; calls about other files are not counted. With / all files count, but
//                 standard error, and so does memory that libraries map
//   FAULT_CALL    the only call that counts: one that changes files (write, sync, open, mkdir, rename, link, unlink, rmdir,
//                 truncate) or one that does not (statvfs, look, list, read, stat, close, map; look is to open for
//                 reading, list to take the next name from a folder).
//                 Those that change files when it is not set; all with *
//   FAULT_AT      the number of the call at which it happens, from 1
//   FAULT         kill      SIGKILL instead of the call
//                 torn      SIGKILL after half of a write, or after any other call
//                 fail:N    the call fails with the error number N
//                 full:N    half of a write is written, and from then on all of FAULT_CALL fail with N
//                 signal:N  the signal N comes before the call
//                 signals:N:G  and again, a second later as the program sees it, before the G-th call after that
//                 twice:N   the signal N comes twice in a row before the call
//                 vanish    everything in the folder is removed before the call
//                 readonly  the folder, which has to be a mount, is mounted read-only before the call
//   FAULT_LOG     a file that gets a line for each call that was counted
//   FAULT_FREE    the bytes that statvfs calls free
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <libgen.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

enum verdict { go_on, fail_now, half_then_fail, half_then_die, die_after };

static atomic_int calls;
static atomic_int seconds_ahead;

static const char *setting(const char *name) {
  const char *value = getenv(name);
  return value ? value : "";
}

// Sends a signal to this thread, which is past its handler when this returns: nothing depends on which thread runs when.
static void send(int number) {
  sigset_t set, before;
  sigemptyset(&set);
  sigaddset(&set, number);
  pthread_sigmask(SIG_UNBLOCK, &set, &before);
  raise(number);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static int is_ours(const char *path) {
  char full[PATH_MAX], copy[PATH_MAX];
  const char *folder = setting("FAULT_FOLDER");
  // The shell that becomes the program is preloaded, too.
  if (!*folder || strcmp(program_invocation_short_name, "sh") == 0) return 0;
  // The file may not be there yet; its folder is.
  snprintf(copy, sizeof copy, "%s", path);
  return realpath(dirname(copy), full) && strncmp(full, folder, strlen(folder)) == 0;
}

static int name_of(int file, char *path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t count = readlink(link, path, PATH_MAX - 1);
  path[count < 0 ? 0 : count] = 0;
  return count > 0;
}

static int path_of(int file, char *path) {
  char standard_error[PATH_MAX];
  const char *folder = setting("FAULT_FOLDER");
  if (!*folder || strcmp(program_invocation_short_name, "sh") == 0) return 0;
  if (!name_of(file, path) || strncmp(path, folder, strlen(folder)) != 0) return 0;
  return !name_of(2, standard_error) || strcmp(path, standard_error) != 0;
}

static void note(const char *call, const char *path) {
  const char *log = setting("FAULT_LOG");
  if (!*log) return;
  char line[PATH_MAX + 32];
  int count = snprintf(line, sizeof line, "%s %s\n", call, path);
  int file = REAL(open)(log, O_WRONLY | O_CREAT | O_APPEND, 0600);
  if (file < 0) return;
  ssize_t written = REAL(write)(file, line, count);
  (void)written;
  REAL(close)(file);
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *visit) {
  (void)status, (void)kind;
  if (visit->level == 0) return 0;
  return kind == FTW_DP ? REAL(rmdir)(path) : REAL(unlink)(path);
}

static int changes_files(const char *call) {
  static const char *const others[] = {"statvfs", "look", "list", "read", "stat", "close", "map"};
  for (size_t index = 0; index < sizeof others / sizeof *others; index++)
    if (strcmp(call, others[index]) == 0) return 0;
  return 1;
}

static enum verdict judge(const char *call, const char *path) {
  const char *wanted = setting("FAULT_CALL"), *fault = setting("FAULT");
  if (strcmp(wanted, "*") != 0 && (*wanted ? strcmp(wanted, call) != 0 : !changes_files(call))) return go_on;
  int number = atomic_fetch_add(&calls, 1) + 1, at = atoi(setting("FAULT_AT"));
  const char *colon = strchr(fault, ':');
  int value = colon ? atoi(colon + 1) : 0;
  note(call, path);
  if (at == 0 || number < at) return go_on;
  if (number > at) {
    if (strncmp(fault, "full:", 5) == 0) return errno = value, fail_now;
    const char *gap = colon ? strchr(colon + 1, ':') : NULL;
    if (strncmp(fault, "signals:", 8) == 0 && gap && number == at + atoi(gap + 1)) {
      atomic_store(&seconds_ahead, 1);
      send(value);
    }
    return go_on;
  }
  if (strcmp(fault, "kill") == 0) kill(getpid(), SIGKILL);
  if (strcmp(fault, "torn") == 0) return strcmp(call, "write") == 0 ? half_then_die : die_after;
  if (strncmp(fault, "fail:", 5) == 0) return errno = value, fail_now;
  if (strncmp(fault, "full:", 5) == 0) return errno = value, strcmp(call, "write") == 0 ? half_then_fail : fail_now;
  if (strncmp(fault, "signal", 6) == 0) send(value);
  if (strncmp(fault, "twice:", 6) == 0) send(value), send(value);
  if (strcmp(fault, "vanish") == 0) nftw(setting("FAULT_FOLDER"), remove_one, 16, FTW_DEPTH | FTW_PHYS);
  // Refused while a file is open for writing; a test would see the film whole then.
  if (strcmp(fault, "readonly") == 0) mount(NULL, setting("FAULT_FOLDER"), NULL, MS_REMOUNT | MS_RDONLY, NULL);
  return go_on;
}

// For calls that are made or not, with a result of -1 where they fail.
#define CALL(call, path, expression)             \
  do {                                           \
    enum verdict verdict = judge(call, path);    \
    if (verdict == fail_now) return -1;          \
    __typeof__(expression) result = expression;  \
    if (verdict != go_on) kill(getpid(), SIGKILL); \
    return result;                               \
  } while (0)

static ssize_t written(int file, size_t count, ssize_t (*half)(int, const void *, size_t, off_t), const void *bytes,
                       off_t at, int *done) {
  char path[PATH_MAX];
  *done = 1;
  if (path_of(file, path)) {
    switch (judge("write", path)) {
    case fail_now: return -1;
    case half_then_fail: return count > 1 ? half(file, bytes, count / 2, at) : -1;
    case half_then_die: half(file, bytes, count / 2, at); kill(getpid(), SIGKILL);
    default: break;
    }
  }
  *done = 0;
  return 0;
}

static ssize_t put(int file, const void *bytes, size_t count, off_t at) {
  static __typeof__(&write) real;
  if (!real) real = REAL(write);
  return at < 0 ? real(file, bytes, count) : REAL(pwrite)(file, bytes, count, at);
}

ssize_t write(int file, const void *bytes, size_t count) {
  int done;
  ssize_t result = written(file, count, put, bytes, -1, &done);
  return done ? result : put(file, bytes, count, -1);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t at) {
  int done;
  ssize_t result = written(file, count, put, bytes, at, &done);
  return done ? result : put(file, bytes, count, at);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t at) { return pwrite(file, bytes, count, at); }

// Calls that do not change files are asked about only where they are wanted: looking for their folder takes long.
static int are_wanted(const char *call) {
  const char *wanted = setting("FAULT_CALL");
  return strcmp(wanted, "*") == 0 || strcmp(wanted, call) == 0;
}

static int opened(const char *path, int flags, mode_t mode) {
  if (flags & O_CREAT && is_ours(path)) CALL("open", path, REAL(open)(path, flags, mode));
  if (!(flags & O_CREAT) && are_wanted("look") && is_ours(path)) CALL("look", path, REAL(open)(path, flags, mode));
  return REAL(open)(path, flags, mode);
}

#define OPEN(name)                                   \
  int name(const char *path, int flags, ...) {       \
    va_list rest;                                    \
    va_start(rest, flags);                           \
    mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0; \
    va_end(rest);                                    \
    return opened(path, flags, mode);                \
  }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                            \
  int name(int folder, const char *path, int flags, ...) {      \
    va_list rest;                                               \
    va_start(rest, flags);                                      \
    mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;   \
    va_end(rest);                                               \
    if (*path == '/' || folder == AT_FDCWD) return opened(path, flags, mode); \
    return REAL(name)(folder, path, flags, mode);               \
  }
OPENAT(openat)
OPENAT(openat64)

int fsync(int file) {
  char path[PATH_MAX];
  if (path_of(file, path)) CALL("sync", path, REAL(fsync)(file));
  return REAL(fsync)(file);
}

int fdatasync(int file) {
  char path[PATH_MAX];
  if (path_of(file, path)) CALL("sync", path, REAL(fdatasync)(file));
  return REAL(fdatasync)(file);
}

int ftruncate(int file, off_t size) {
  char path[PATH_MAX];
  if (path_of(file, path)) CALL("truncate", path, REAL(ftruncate)(file, size));
  return REAL(ftruncate)(file, size);
}

int ftruncate64(int file, off64_t size) { return ftruncate(file, size); }

int mkdir(const char *path, mode_t mode) {
  if (is_ours(path)) CALL("mkdir", path, REAL(mkdir)(path, mode));
  return REAL(mkdir)(path, mode);
}

char *mkdtemp(char *template) {
  if (is_ours(template)) {
    enum verdict verdict = judge("mkdir", template);
    if (verdict == fail_now) return NULL;
    char *result = REAL(mkdtemp)(template);
    if (verdict != go_on) kill(getpid(), SIGKILL);
    return result;
  }
  return REAL(mkdtemp)(template);
}

int rename(const char *path, const char *target) {
  if (is_ours(target)) CALL("rename", target, REAL(rename)(path, target));
  return REAL(rename)(path, target);
}

int link(const char *path, const char *target) {
  if (is_ours(target)) CALL("link", target, REAL(link)(path, target));
  return REAL(link)(path, target);
}

int unlink(const char *path) {
  if (is_ours(path)) CALL("unlink", path, REAL(unlink)(path));
  return REAL(unlink)(path);
}

int rmdir(const char *path) {
  if (is_ours(path)) CALL("rmdir", path, REAL(rmdir)(path));
  return REAL(rmdir)(path);
}

FILE *fopen(const char *path, const char *mode) {
  const char *call = *mode == 'r' ? "look" : "open";
  if ((*mode != 'r' || are_wanted(call)) && is_ours(path) && judge(call, path) != go_on) return NULL;
  return REAL(fopen)(path, mode);
}

#ifdef __GLIBC__
// What the C library reads for itself does not come by here otherwise.
size_t fread(void *bytes, size_t size, size_t count, FILE *file) {
  char path[PATH_MAX];
  if (are_wanted("read") && path_of(fileno(file), path) && judge("read", path) != go_on) {
    file->_flags |= 0x20; // What ferror looks at.
    return 0;
  }
  return REAL(fread)(bytes, size, count, file);
}
#endif

DIR *opendir(const char *path) {
  if (are_wanted("look") && is_ours(path) && judge("look", path) != go_on) return NULL;
  return REAL(opendir)(path);
}

#define READDIR(name, type)                                                                  \
  struct type *name(DIR *folder) {                                                           \
    char path[PATH_MAX];                                                                     \
    if (are_wanted("list") && path_of(dirfd(folder), path) && judge("list", path) != go_on)  \
      return NULL;                                                                           \
    return REAL(name)(folder);                                                               \
  }
READDIR(readdir, dirent)
READDIR(readdir64, dirent64)

ssize_t read(int file, void *bytes, size_t count) {
  char path[PATH_MAX];
  if (are_wanted("read") && path_of(file, path)) CALL("read", path, REAL(read)(file, bytes, count));
  return REAL(read)(file, bytes, count);
}

ssize_t pread(int file, void *bytes, size_t count, off_t at) {
  char path[PATH_MAX];
  if (are_wanted("read") && path_of(file, path)) CALL("read", path, REAL(pread)(file, bytes, count, at));
  return REAL(pread)(file, bytes, count, at);
}

ssize_t pread64(int file, void *bytes, size_t count, off64_t at) { return pread(file, bytes, count, at); }

int close(int file) {
  char path[PATH_MAX];
  if (!are_wanted("close") || !path_of(file, path)) return REAL(close)(file);
  enum verdict verdict = judge("close", path);
  // Linux closes the file also where it tells an error.
  int error = errno, result = REAL(close)(file);
  if (verdict != go_on) return errno = error, -1;
  return result;
}

#define STAT(name, type)                                                                            \
  int name(const char *path, struct type *status) {                                                 \
    if (are_wanted("stat") && is_ours(path)) CALL("stat", path, REAL(name)(path, status));           \
    return REAL(name)(path, status);                                                                \
  }
STAT(stat, stat)
STAT(lstat, stat)
STAT(stat64, stat64)
STAT(lstat64, stat64)

#define FSTAT(name, type)                                                                           \
  int name(int file, struct type *status) {                                                         \
    char path[PATH_MAX];                                                                            \
    if (are_wanted("stat") && path_of(file, path)) CALL("stat", path, REAL(name)(file, status));     \
    return REAL(name)(file, status);                                                                \
  }
FSTAT(fstat, stat)
FSTAT(fstat64, stat64)

void *mmap(void *address, size_t length, int protection, int flags, int file, off_t at) {
  static __typeof__(&mmap) real;
  if (!real) real = REAL(mmap);
  char path[PATH_MAX] = "memory";
  int counts = are_wanted("map") && (file < 0 ? strcmp(setting("FAULT_FOLDER"), "/") == 0 : path_of(file, path));
  if (counts && judge("map", path) != go_on) return MAP_FAILED;
  return real(address, length, protection, flags, file, at);
}

void *mmap64(void *address, size_t length, int protection, int flags, int file, off64_t at) {
  return mmap(address, length, protection, flags, file, at);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  // Handlers of signals ask for the time, and must not look for symbols; by then it was asked for before.
  static __typeof__(&clock_gettime) real;
  if (!real) real = REAL(clock_gettime);
  int result = real(clock, time);
  if (result == 0) time->tv_sec += atomic_load(&seconds_ahead);
  return result;
}

int statvfs(const char *path, struct statvfs *status) {
  int result = REAL(statvfs)(path, status);
  const char *free = setting("FAULT_FREE");
  if (result == 0 && *free) status->f_bavail = strtoull(free, NULL, 10) / (status->f_frsize ? status->f_frsize : 1);
  return judge("statvfs", path) == fail_now ? -1 : result;
}

int statvfs64(const char *path, struct statvfs64 *status) { return statvfs(path, (struct statvfs *)status); }
