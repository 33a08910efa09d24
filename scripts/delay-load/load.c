// Finds a function of a library when it is first called, and loads all libraries then. `scripts/delay-load.sh` writes the functions and the
// names of the libraries beside this; `x86_64.s` or `aarch64.s` calls it.
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sysexits.h>

#define HIDDEN __attribute__((visibility("hidden")))

// A function of a library. `code` first points at what calls `reel_delay_load_find`, later at the function.
struct reel_delayed_function {
  void *code;
  const char *name;
  long library;
};

// The names of the libraries, ended by NULL.
extern HIDDEN const char *const reel_delayed_libraries[];

enum { MOST_LIBRARIES = 8 };
static void *libraries[MOST_LIBRARIES];

// The command ends as if the libraries had been missing at its start: what follows a call can't do without them.
static void end(void) {
  const char *reason = dlerror();
  fprintf(
      stderr, "capture: a library of FFmpeg can't be loaded: %s: install the libraries of the release that capture was built for\n",
      reason ? reason : "the reason is unknown");
  fflush(NULL);
  _Exit(EX_OSFILE);
}

static void load(void) {
  for (int index = 0; reel_delayed_libraries[index]; index++) {
    libraries[index] = dlopen(reel_delayed_libraries[index], RTLD_LAZY | RTLD_LOCAL);
    if (!libraries[index]) end();
  }
}

// Returns the code of a function, and keeps it for the next call. Several threads may ask at once.
HIDDEN void *reel_delay_load_find(struct reel_delayed_function *function) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  void *code = dlsym(libraries[function->library], function->name);
  if (!code) end();
  __atomic_store_n(&function->code, code, __ATOMIC_RELEASE);
  return code;
}
