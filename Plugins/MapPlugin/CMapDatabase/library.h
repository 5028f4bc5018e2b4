// libsqlite3, loaded at first use and never closed. Any thread.
#pragma once
#include <sqlite3.h>

typedef struct {
  __typeof__(sqlite3_open_v2) *open_v2;
  __typeof__(sqlite3_close) *close;
  __typeof__(sqlite3_errmsg) *errmsg;
  __typeof__(sqlite3_exec) *exec;
  __typeof__(sqlite3_prepare_v2) *prepare_v2;
  __typeof__(sqlite3_finalize) *finalize;
  __typeof__(sqlite3_reset) *reset;
  __typeof__(sqlite3_step) *step;
  __typeof__(sqlite3_bind_int64) *bind_int64;
  __typeof__(sqlite3_column_int64) *column_int64;
  __typeof__(sqlite3_column_text) *column_text;
  __typeof__(sqlite3_column_blob) *column_blob;
  __typeof__(sqlite3_column_bytes) *column_bytes;
  __typeof__(sqlite3_column_type) *column_type;
  __typeof__(sqlite3_limit) *limit;
  __typeof__(sqlite3_progress_handler) *progress_handler;
} md_sqlite;

// Returns NULL if the library is not installed or lacks a function.
const md_sqlite *md_library(void);

// Returns the reason if the library is unavailable, otherwise an empty string. Any thread.
const char *md_library_problem(void);
