#if !__has_include(<sqlite3.h>)
#error "libsqlite3's headers are missing: apt-get install libsqlite3-dev"
#endif
#include "library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
// Written once, before the first read.
static md_sqlite library;
static bool is_loaded;

static void load(void) {
  void *file = dlopen("libsqlite3.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!file) return;
  is_loaded = true;
#define F(name)                                                                                                                            \
  library.name = (__typeof__(library.name))dlsym(file, "sqlite3_" #name);                                                                  \
  if (!library.name) is_loaded = false;
  F(open_v2)
  F(close)
  F(errmsg)
  F(exec)
  F(prepare_v2)
  F(finalize)
  F(reset)
  F(step)
  F(bind_int64)
  F(column_int64)
  F(column_text)
  F(column_blob)
  F(column_bytes)
  F(column_type)
  F(limit)
  F(progress_handler)
#undef F
}

const md_sqlite *md_library(void) {
  pthread_once(&once, load);
  return is_loaded ? &library : NULL;
}
