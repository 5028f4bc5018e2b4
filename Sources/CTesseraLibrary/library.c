#include "tessera_library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; // held while a library is opened
enum { UNTRIED, OPEN, FAILED };

static void *open_file(tl_library *library) {
  const size_t count = sizeof library->names / sizeof *library->names;
  char reason[TL_MESSAGE_SIZE] = "it cannot be loaded";
  for (size_t i = 0; i < count && library->names[i]; i++) {
    void *file = dlopen(library->names[i], RTLD_NOW | RTLD_LOCAL);
    if (file) return file;
    const char *text = dlerror();
    if (text && i == 0) snprintf(reason, sizeof reason, "%s", text);
  }
  tl_fail(library->problem, sizeof library->problem, FAILED, "%s needs %s (Debian: %s): %s", library->purpose, library->names[0], library->package, reason);
  return NULL;
}

static int open_library(tl_library *library) {
  void *file = open_file(library);
  if (!file) return FAILED;
  for (size_t i = 0; i < library->symbol_count; i++) {
    const tl_symbol *symbol = &library->symbols[i];
    void *address = dlsym(file, symbol->name);
    if (address) {
      // POSIX gives pointers to data and functions one representation.
      memcpy(symbol->slot, &address, sizeof address);
    } else if (!symbol->is_optional) {
      return tl_fail(library->problem, sizeof library->problem, FAILED, "%s needs the function %s, which the installed %s does not have%s%s%s",
                     library->purpose, symbol->name, library->names[0], library->version ? "; version " : "",
                     library->version ? library->version : "", library->version ? " or later is required" : "");
    }
  }
  return !library->start || library->start(library->problem) ? OPEN : FAILED;
}

bool tl_open(tl_library *library) {
  int state = __atomic_load_n(&library->state, __ATOMIC_ACQUIRE);
  if (state == UNTRIED) {
    pthread_mutex_lock(&lock);
    state = __atomic_load_n(&library->state, __ATOMIC_ACQUIRE);
    if (state == UNTRIED) {
      state = open_library(library);
      __atomic_store_n(&library->state, state, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&lock);
  }
  return state == OPEN;
}
