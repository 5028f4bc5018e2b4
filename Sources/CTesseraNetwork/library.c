#include "library.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
// Written once, before the first read.
static tn_curl library;
static bool is_loaded;
static char problem[200];

static void load(void) {
  // Debian builds libcurl with OpenSSL or with GnuTLS; both work.
  void *file = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!file) file = dlopen("libcurl-gnutls.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!file) {
    snprintf(problem, sizeof problem, "libcurl.so.4 cannot be loaded: install libcurl (Debian: libcurl4)");
    return;
  }
#define F(name)                                                                                                                            \
  library.name = (__typeof__(library.name))dlsym(file, "curl_" #name);                                                                     \
  if (!library.name) {                                                                                                                     \
    snprintf(problem, sizeof problem, "libcurl.so.4 has no curl_" #name ": 7.68 or later is needed");                                      \
    return;                                                                                                                                \
  }
  TN_CURL_FUNCTIONS(F)
#undef F
  CURLcode code = library.global_init(CURL_GLOBAL_DEFAULT);
  if (code != CURLE_OK) {
    snprintf(problem, sizeof problem, "libcurl cannot begin: %s", library.easy_strerror(code));
    return;
  }
  is_loaded = true;
}

const tn_curl *tn_curl_library(void) {
  pthread_once(&once, load);
  return is_loaded ? &library : NULL;
}

const char *tn_curl_problem(void) { return tn_curl_library() ? "" : problem; }
