#include "loading.h"

#include "video_decoder.h"
#include <dlfcn.h>
#include <stdio.h>

void *vd_load_library(const char *const *files, const char *package, char *problem) {
  for (const char *const *file = files; *file; file++) {
    void *handle = dlopen(*file, RTLD_NOW | RTLD_LOCAL);
    if (handle) return handle;
  }
  snprintf(problem, VD_MESSAGE_SIZE, "%s cannot be loaded; Debian's package %s has the library", files[0], package);
  return NULL;
}
