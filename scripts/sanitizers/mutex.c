// Reports locking to ThreadSanitizer that it cannot see; loaded into the tests by scripts/sanitize.sh thread, on Linux only.
//
// Swift's Mutex takes a free lock with instructions compiled into our own code, where the sanitizer sees them. A lock held by another
// thread is taken and released by libswiftSynchronization, which is not compiled with the sanitizer, so accesses that happen one
// after another would look like a race. These functions shadow the library's functions of the same names and call them.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

// Missing in programs without the sanitizer, such as shells started by tests.
__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

static void *next(const char *name) {
  void *function = dlsym(RTLD_NEXT, name);
  if (!function) abort();
  return function;
}

// Synchronization._MutexHandle._lockSlow(Swift.UInt32) -> ()
SWIFT void lock_slow(uint32_t thread, SELF void *self) __asm__("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
SWIFT void lock_slow(uint32_t thread, SELF void *self) {
  SWIFT void (*original)(uint32_t, SELF void *) = next("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
  original(thread, self);
  if (__tsan_acquire) __tsan_acquire(self);
}

// Synchronization._MutexHandle._tryLockSlow() -> Swift.Bool
SWIFT _Bool try_lock_slow(SELF void *self) __asm__("$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF");
SWIFT _Bool try_lock_slow(SELF void *self) {
  SWIFT _Bool (*original)(SELF void *) = next("$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF");
  _Bool taken = original(self);
  if (taken && __tsan_acquire) __tsan_acquire(self);
  return taken;
}

// Synchronization._MutexHandle._unlockSlow() -> ()
SWIFT void unlock_slow(SELF void *self) __asm__("$s15Synchronization12_MutexHandleV11_unlockSlowyyF");
SWIFT void unlock_slow(SELF void *self) {
  SWIFT void (*original)(SELF void *) = next("$s15Synchronization12_MutexHandleV11_unlockSlowyyF");
  if (__tsan_release) __tsan_release(self);
  original(self);
}
