#include "library.h"
#include "video_convert.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
// Written once, before the first read.
static vc_yuv library;
static bool is_loaded;
static char problem[160];

static void load(void) {
  void *file = dlopen("libyuv.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!file) {
    const char *reason = dlerror();
    snprintf(problem, sizeof problem, "%s", reason ? reason : "libyuv.so.0 cannot be loaded");
    return;
  }
  is_loaded = true;
#define F(name)                                                                                                                            \
  library.name = (__typeof__(library.name))dlsym(file, #name);                                                                             \
  if (!library.name) {                                                                                                                     \
    is_loaded = false;                                                                                                                     \
    snprintf(problem, sizeof problem, "libyuv.so.0 has no " #name);                                                                        \
  }
  VC_YUV_FUNCTIONS(F)
  VC_YUV_CONSTANTS(F)
#undef F
}

const vc_yuv *vc_yuv_library(void) {
  pthread_once(&once, load);
  return is_loaded ? &library : NULL;
}

const char *vc_library_problem(void) { return vc_yuv_library() ? "" : problem; }
