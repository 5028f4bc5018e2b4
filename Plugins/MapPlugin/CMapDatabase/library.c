#if !__has_include(<sqlite3.h>)
#error "libsqlite3's headers are missing: apt-get install libsqlite3-dev"
#endif
#include "library.h"

#include <tessera_library.h>

// Written once, before the first read.
static md_sqlite sqlite;

static const tl_symbol symbols[] = {
#define F(name) {"sqlite3_" #name, &sqlite.name, false},
  F(open_v2) F(close) F(errmsg) F(exec) F(prepare_v2) F(finalize) F(reset) F(step) F(bind_int64) F(column_int64) F(column_text) F(column_blob) F(column_bytes) F(column_type) F(limit) F(progress_handler)
#undef F
};
static tl_library library = {.purpose = "MBTiles", .names = {"libsqlite3.so.0"}, .package = "libsqlite3-0", TL_SYMBOLS(symbols)};

const md_sqlite *md_library(void) { return tl_open(&library) ? &sqlite : NULL; }

const char *md_library_problem(void) { return tl_open(&library) ? "" : library.problem; }
