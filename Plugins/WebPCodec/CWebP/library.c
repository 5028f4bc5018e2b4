#include "library.h"

#include "failure.h"

// Written once, before the first read.
static wp_functions functions;

#define F(name) {#name, &functions.name, false},
static const tl_symbol decode_symbols[] = {WP_DECODE_FUNCTIONS(F)}, demux_symbols[] = {WP_DEMUX_FUNCTIONS(F)};
#undef F
static tl_library decoder = {.purpose = "WebP", .names = {"libwebp.so.7"}, .package = "libwebp7", TL_SYMBOLS(decode_symbols)};
static tl_library demuxer = {.purpose = "WebP", .names = {"libwebpdemux.so.2"}, .package = "libwebpdemux2", TL_SYMBOLS(demux_symbols)};

const wp_functions *wp_library(char *message) {
  if (tl_open(&decoder) && tl_open(&demuxer)) return &functions;
  wp_fail(message, WP_NO_LIBRARY, "%s", decoder.problem[0] ? decoder.problem : demuxer.problem);
  return NULL;
}
