// libwebp and libwebpdemux, loaded once. Any thread.
#pragma once
#if !__has_include(<webp/decode.h>) || !__has_include(<webp/demux.h>)
#error "the headers of libwebp are missing: apt-get install libwebp-dev"
#endif
#include "webp_codec.h"
#include <webp/decode.h>
#include <webp/demux.h>

#define WP_DECODE_FUNCTIONS(F)                                                                                                              \
  F(WebPGetFeaturesInternal) F(WebPInitDecoderConfigInternal) F(WebPIDecode) F(WebPIUpdate) F(WebPIDelete) F(WebPIDecGetRGB) F(WebPDecode)
#define WP_DEMUX_FUNCTIONS(F) F(WebPDemuxInternal) F(WebPDemuxDelete) F(WebPDemuxGetI) F(WebPDemuxGetFrame) F(WebPDemuxNextFrame) F(WebPDemuxReleaseIterator)

typedef struct {
#define MEMBER(name) __typeof__(name) *name;
  WP_DECODE_FUNCTIONS(MEMBER)
  WP_DEMUX_FUNCTIONS(MEMBER)
#undef MEMBER
} wp_functions;

// Returns the functions, or NULL with a message (WP_MESSAGE_SIZE bytes) if a library cannot be loaded.
const wp_functions *wp_library(char *message);
