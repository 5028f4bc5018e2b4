#include "library.h"
#include <stdio.h>
#include <tessera_library.h>

// Written once, before the first read.
static tn_curl curl;

static bool start(char *problem) {
  CURLcode code = curl.global_init(CURL_GLOBAL_DEFAULT);
  if (code == CURLE_OK) return true;
  snprintf(problem, TL_MESSAGE_SIZE, "libcurl cannot begin: %s", curl.easy_strerror(code));
  return false;
}

static const tl_symbol symbols[] = {
#define F(name) {"curl_" #name, &curl.name, false},
  TN_CURL_FUNCTIONS(F)
#undef F
};

// Debian builds libcurl with OpenSSL or with GnuTLS; both work.
static tl_library library = {
    .purpose = "a download", .names = {"libcurl.so.4", "libcurl-gnutls.so.4"}, .package = "libcurl4", .version = "7.68", TL_SYMBOLS(symbols),
    .start = start};

const tn_curl *tn_curl_library(void) { return tl_open(&library) ? &curl : NULL; }

const char *tn_curl_problem(void) { return tl_open(&library) ? "" : library.problem; }
