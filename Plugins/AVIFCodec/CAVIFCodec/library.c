#if !__has_include(<dav1d/dav1d.h>)
#error "libdav1d's headers are missing: apt-get install libdav1d-dev"
#endif
#include "library.h"

#include <tessera_library.h>

// Written once, before the first read.
static av_dav1d dav1d;

static const tl_symbol symbols[] = {
#define F(name) {"dav1d_" #name, &dav1d.name, false},
  F(default_settings) F(open) F(close) F(flush) F(send_data) F(get_picture) F(picture_unref) F(data_create) F(data_unref)
#undef F
};
static tl_library library = {.purpose = "AVIF", .names = {"libdav1d.so.6"}, .package = "libdav1d6", TL_SYMBOLS(symbols)};

const av_dav1d *av_library(void) { return tl_open(&library) ? &dav1d : NULL; }

const char *av_library_problem(void) { return tl_open(&library) ? "" : library.problem; }
