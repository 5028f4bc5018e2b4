#if !__has_include(<dav1d/dav1d.h>)
#error "libdav1d's headers are missing: apt-get install libdav1d-dev"
#endif
#include "library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
// Written once, before the first read.
static av_dav1d library;
static bool is_loaded;

static void load(void) {
  void *file = dlopen("libdav1d.so.6", RTLD_NOW | RTLD_LOCAL);
  if (!file) return;
  is_loaded = true;
#define F(name)                                                                                                                            \
  library.name = (__typeof__(library.name))dlsym(file, "dav1d_" #name);                                                                    \
  if (!library.name) is_loaded = false;
  F(default_settings)
  F(open)
  F(close)
  F(flush)
  F(send_data)
  F(get_picture)
  F(picture_unref)
  F(data_create)
  F(data_unref)
#undef F
}

const av_dav1d *av_library(void) {
  pthread_once(&once, load);
  return is_loaded ? &library : NULL;
}
