#if !__has_include(<libavformat/avformat.h>) || !__has_include(<libavcodec/avcodec.h>) || !__has_include(<libavutil/avutil.h>)
#error "FFmpeg's headers are missing: apt-get install libavformat-dev libavcodec-dev libavutil-dev"
#endif
#include "library.h"

#include "video_decoder.h"
#include <stdio.h>
#include <tessera_library.h>

// Written once, before the first read.
static vd_av av;

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)
#define F(name) {#name, &av.name, false},
static const tl_symbol util_symbols[] = {VD_UTIL_FUNCTIONS(F)}, codec_symbols[] = {VD_CODEC_FUNCTIONS(F)}, format_symbols[] = {VD_FORMAT_FUNCTIONS(F)};
#undef F

static bool check_version(char *problem, const char *name, unsigned version, int major) {
  if ((int)(version >> 16) == major) return true;
  snprintf(problem, TL_MESSAGE_SIZE, "%s.so.%d has version %u, and this program was built for version %d", name, major, version >> 16, major);
  return false;
}

static bool start_util(char *problem) { return check_version(problem, "libavutil", av.avutil_version(), LIBAVUTIL_VERSION_MAJOR); }
static bool start_codec(char *problem) { return check_version(problem, "libavcodec", av.avcodec_version(), LIBAVCODEC_VERSION_MAJOR); }
static bool start_format(char *problem) {
  if (!check_version(problem, "libavformat", av.avformat_version(), LIBAVFORMAT_VERSION_MAJOR)) return false;
  // Errors are returned to the caller; the libraries must not write to the program's standard error.
  av.av_log_set_level(AV_LOG_QUIET);
  // A file names the sizes of its parts, and the libraries allocate them before they read. This holds for all of their users in the process.
  av.av_max_alloc(VD_MOST_ALLOCATED);
  return true;
}

// Struct layouts are those of the headers, so the file names have the headers' major versions. Each library uses those before it.
static tl_library libraries[] = {
    {.purpose = "video", .names = {"libavutil.so." TEXT(LIBAVUTIL_VERSION_MAJOR)}, .package = "libavutil" TEXT(LIBAVUTIL_VERSION_MAJOR),
     TL_SYMBOLS(util_symbols), .start = start_util},
    {.purpose = "video", .names = {"libavcodec.so." TEXT(LIBAVCODEC_VERSION_MAJOR)}, .package = "libavcodec" TEXT(LIBAVCODEC_VERSION_MAJOR),
     TL_SYMBOLS(codec_symbols), .start = start_codec},
    {.purpose = "video", .names = {"libavformat.so." TEXT(LIBAVFORMAT_VERSION_MAJOR)}, .package = "libavformat" TEXT(LIBAVFORMAT_VERSION_MAJOR),
     TL_SYMBOLS(format_symbols), .start = start_format},
};

const char *vd_library_problem(void) {
  for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
    if (!tl_open(&libraries[i])) return libraries[i].problem;
  return "";
}

const vd_av *vd_library(void) { return vd_library_problem()[0] ? NULL : &av; }
