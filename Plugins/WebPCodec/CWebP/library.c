#include "library.h"

#include "failure.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
// Written once, before the first read.
static wp_functions functions;
static char problem[WP_MESSAGE_SIZE];

static void *open_library(const char *name, const char *package) {
  void *file = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (file) return file;
  const char *reason = dlerror();
  wp_fail(problem, WP_NO_LIBRARY, "WebP needs %s (Debian: %s): %s", name, package, reason ? reason : "it cannot be loaded");
  return NULL;
}

static void load(void) {
  void *decoder = open_library("libwebp.so.7", "libwebp7");
  void *demux = decoder ? open_library("libwebpdemux.so.2", "libwebpdemux2") : NULL;
  if (!demux) return;
#define FIND(name)                                                                                                                          \
  functions.name = (__typeof__(functions.name))dlsym(file, #name);                                                                          \
  if (!functions.name) wp_fail(problem, WP_NO_LIBRARY, "WebP needs the function %s, which libwebp does not have here", #name);
  void *file = decoder;
  WP_DECODE_FUNCTIONS(FIND)
  file = demux;
  WP_DEMUX_FUNCTIONS(FIND)
#undef FIND
}

const wp_functions *wp_library(char *message) {
  pthread_once(&once, load);
  if (!problem[0]) return &functions;
  snprintf(message, WP_MESSAGE_SIZE, "%s", problem);
  return NULL;
}
