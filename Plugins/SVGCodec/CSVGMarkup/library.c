// Loads libexpat once per process.
#include "library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

static sm_expat expat;
static char failure[160];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void open_library(void) {
  void *library = dlopen("libexpat.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *reason = dlerror();
    snprintf(failure, sizeof failure, "SVG needs libexpat (Debian package libexpat1): %s", reason ? reason : "it cannot be opened");
    return;
  }
  const struct {
    const char *name;
    void **to;
  } symbols[] = {{"XML_ParserCreateNS", (void **)&expat.create},
                 {"XML_ParserFree", (void **)&expat.destroy},
                 {"XML_SetUserData", (void **)&expat.set_user_data},
                 {"XML_SetElementHandler", (void **)&expat.set_elements},
                 {"XML_SetCharacterDataHandler", (void **)&expat.set_text},
                 {"XML_SetUnknownEncodingHandler", (void **)&expat.set_encoding},
                 {"XML_SetEntityDeclHandler", (void **)&expat.set_entity},
                 {"XML_Parse", (void **)&expat.parse},
                 {"XML_StopParser", (void **)&expat.stop},
                 {"XML_GetErrorCode", (void **)&expat.error},
                 {"XML_ErrorString", (void **)&expat.message},
                 {"XML_GetCurrentLineNumber", (void **)&expat.line},
                 {"XML_GetCurrentColumnNumber", (void **)&expat.column}};
  for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
    *symbols[i].to = dlsym(library, symbols[i].name);
    if (*symbols[i].to) continue;
    snprintf(failure, sizeof failure, "SVG needs a libexpat with %s", symbols[i].name);
    return;
  }
  *(void **)&expat.set_amplification = dlsym(library, "XML_SetBillionLaughsAttackProtectionMaximumAmplification");
  *(void **)&expat.set_threshold = dlsym(library, "XML_SetBillionLaughsAttackProtectionActivationThreshold");
}

const sm_expat *sm_library(char *reason, size_t size) {
  pthread_once(&once, open_library);
  if (failure[0] == '\0') return &expat;
  snprintf(reason, size, "%s", failure);
  return NULL;
}
