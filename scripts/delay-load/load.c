// Finds a function of a library when it is first called, and loads all libraries then. `scripts/delay-load.sh` writes the functions and the
// names of the libraries beside this; `x86_64.s` or `aarch64.s` calls it.
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sysexits.h>
#include <unistd.h>

#define HIDDEN __attribute__((visibility("hidden")))

// A function of a library. `code` first points at what calls `reel_delay_load_find`, later at the function.
struct reel_delayed_function {
  void *code;
  const char *name;
  long library;
};

// The names of the libraries, ended by NULL, and as much room for what dlopen returns.
extern HIDDEN const char *const reel_delayed_names[];
extern HIDDEN void *reel_delayed_libraries[];

// The descriptor to which the command writes errors, if it has one of its own: it drops what libraries print to standard error at times.
extern int reel_error_descriptor(void) __attribute__((weak));

// Ends the command: the caller can't go on without the function.
static void end(void) {
  const char *reason = dlerror();
  struct rlimit addresses;
  int is_limited = getrlimit(RLIMIT_AS, &addresses) == 0 && addresses.rlim_cur != RLIM_INFINITY;
  dprintf(
      reel_error_descriptor ? reel_error_descriptor() : STDERR_FILENO, "capture: FFmpeg can't be loaded: %s; %s\n",
      reason ? reason : "the reason is unknown",
      is_limited ? "install its libraries for this system, or raise the limit with ulimit -v" : "install its libraries for this system");
  _Exit(EX_OSFILE);
}

static void load(void) {
  for (int index = 0; reel_delayed_names[index]; index++) {
    reel_delayed_libraries[index] = dlopen(reel_delayed_names[index], RTLD_LAZY | RTLD_LOCAL);
    if (!reel_delayed_libraries[index]) end();
  }
}

// Returns the code of a function, and keeps it for the next call. Several threads may ask at once.
HIDDEN void *reel_delay_load_find(struct reel_delayed_function *function) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  void *code = dlsym(reel_delayed_libraries[function->library], function->name);
  if (!code) end();
  __atomic_store_n(&function->code, code, __ATOMIC_RELEASE);
  return code;
}
