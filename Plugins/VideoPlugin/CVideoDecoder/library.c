#if !__has_include(<libavformat/avformat.h>) || !__has_include(<libavcodec/avcodec.h>) || !__has_include(<libavutil/avutil.h>)
#error "FFmpeg's headers are missing: apt-get install libavformat-dev libavcodec-dev libavutil-dev"
#endif
#include "library.h"

#include "video_decoder.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
// Written once, before the first read.
static vd_av library;
static char problem[VD_MESSAGE_SIZE];

// Struct layouts are those of the headers, so the file name has the header's major version.
static void *open_library(const char *name, int major) {
  char file[64];
  snprintf(file, sizeof file, "%s.so.%d", name, major);
  void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (!handle) snprintf(problem, sizeof problem, "%s cannot be loaded; Debian's package %s%d has the library", file, name, major);
  return handle;
}

static void check_version(const char *name, unsigned version, int major) {
  if (problem[0] || (int)(version >> 16) == major) return;
  snprintf(problem, sizeof problem, "%s.so.%d has version %u, and this program was built for version %d", name, major, version >> 16, major);
}

static void load(void) {
  void *util = open_library("libavutil", LIBAVUTIL_VERSION_MAJOR);
  void *codec = util ? open_library("libavcodec", LIBAVCODEC_VERSION_MAJOR) : NULL;
  void *format = codec ? open_library("libavformat", LIBAVFORMAT_VERSION_MAJOR) : NULL;
  if (!format) return;
  void *file = NULL;
#define F(name)                                                                                                                            \
  library.name = (__typeof__(library.name))dlsym(file, #name);                                                                             \
  if (!library.name) snprintf(problem, sizeof problem, "the installed FFmpeg libraries lack the function %s", #name);
  file = util;
  VD_UTIL_FUNCTIONS(F)
  file = codec;
  VD_CODEC_FUNCTIONS(F)
  file = format;
  VD_FORMAT_FUNCTIONS(F)
#undef F
  if (problem[0]) return;
  check_version("libavutil", library.avutil_version(), LIBAVUTIL_VERSION_MAJOR);
  check_version("libavcodec", library.avcodec_version(), LIBAVCODEC_VERSION_MAJOR);
  check_version("libavformat", library.avformat_version(), LIBAVFORMAT_VERSION_MAJOR);
  if (problem[0]) return;
  // Errors are returned to the caller; the libraries must not write to the program's standard error.
  library.av_log_set_level(AV_LOG_QUIET);
  // A file names the sizes of its parts, and the libraries allocate them before they read. This holds for all of their users in the process.
  library.av_max_alloc(VD_MOST_ALLOCATED);
}

const vd_av *vd_library(void) {
  pthread_once(&once, load);
  return problem[0] ? NULL : &library;
}

const char *vd_library_problem(void) {
  pthread_once(&once, load);
  return problem;
}
