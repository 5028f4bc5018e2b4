#include "library.h"
#include "video_convert.h"
#include <tessera_library.h>

// Written once, before the first read.
static vc_yuv yuv;

static const tl_symbol symbols[] = {
#define F(name) {#name, &yuv.name, false},
  VC_YUV_FUNCTIONS(F)
  VC_YUV_CONSTANTS(F)
#undef F
};
static tl_library library = {.purpose = "a video frame", .names = {"libyuv.so.0"}, .package = "libyuv0", TL_SYMBOLS(symbols)};

const vc_yuv *vc_yuv_library(void) { return tl_open(&library) ? &yuv : NULL; }

const char *vc_library_problem(void) { return tl_open(&library) ? "" : library.problem; }
