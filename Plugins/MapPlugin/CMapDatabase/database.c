#include "include/map_database.h"

#include "library.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Largest value of a column, bytes.
#define MAX_VALUE (64 << 20)
// Steps of SQLite's machine between two calls of the progress handler, and the calls after which a query is interrupted: a file can contain a
// view that never ends.
#define STEPS 100000
#define MAX_CALLS 1000

struct md_database {
  const md_sqlite *library;
  sqlite3 *file;
  sqlite3_stmt *tile;
  int calls;
  char message[256];
};

static int on_progress(void *context) { return ++((md_database *)context)->calls > MAX_CALLS; }

static md_status failed(md_database *database, int code) {
  if (code == SQLITE_INTERRUPT) return MD_INTERRUPTED;
  if (code == SQLITE_NOMEM) return MD_NO_MEMORY;
  if (code == SQLITE_TOOBIG) return MD_TOO_LARGE;
  snprintf(database->message, sizeof database->message, "%s", database->library->errmsg(database->file));
  return MD_FAILED;
}

md_status md_open(const char *path, md_database **out, char *message, size_t capacity) {
  *out = NULL;
  if (capacity > 0) message[0] = 0;
  const md_sqlite *library = md_library();
  if (!library) {
    snprintf(message, capacity, "%s", md_library_problem());
    return MD_NO_LIBRARY;
  }
  md_database *database = calloc(1, sizeof *database);
  if (!database) return MD_NO_MEMORY;
  database->library = library;
  int code = library->open_v2(path, &database->file, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL);
  if (code == SQLITE_OK) {
    library->limit(database->file, SQLITE_LIMIT_LENGTH, MAX_VALUE);
    library->limit(database->file, SQLITE_LIMIT_ATTACHED, 0);
    library->progress_handler(database->file, STEPS, on_progress, database);
    code = library->exec(database->file, "PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON; PRAGMA cache_size=-512;", NULL, NULL, NULL);
  }
  if (code == SQLITE_OK)
    code = library->prepare_v2(
        database->file, "SELECT tile_data FROM tiles WHERE zoom_level=?1 AND tile_column=?2 AND tile_row=?3", -1, &database->tile, NULL);
  if (code != SQLITE_OK) {
    md_status status = database->file ? failed(database, code) : MD_NO_MEMORY;
    if (capacity > 0) snprintf(message, capacity, "%s", database->message);
    md_close(database);
    return status;
  }
  *out = database;
  return MD_OK;
}

void md_close(md_database *database) {
  if (!database) return;
  database->library->finalize(database->tile);
  database->library->close(database->file);
  free(database);
}

void md_free(uint8_t *block) { free(block); }

void md_message(md_database *database, char *message, size_t capacity) {
  if (capacity > 0) snprintf(message, capacity, "%s", database->message);
}

md_status md_tile(md_database *database, int32_t zoom, int64_t column, int64_t row, size_t limit, uint8_t **out, size_t *length) {
  const md_sqlite *library = database->library;
  sqlite3_stmt *tile = database->tile;
  *out = NULL;
  *length = 0;
  database->calls = 0;
  library->bind_int64(tile, 1, zoom);
  library->bind_int64(tile, 2, column);
  library->bind_int64(tile, 3, row);
  md_status status = MD_NONE;
  int code = library->step(tile);
  if (code == SQLITE_ROW) {
    const void *bytes = library->column_blob(tile, 0);
    const size_t count = (size_t)library->column_bytes(tile, 0);
    if (library->column_type(tile, 0) == SQLITE_NULL) {
      status = MD_NONE;
    } else if (count > limit) {
      status = MD_TOO_LARGE;
    } else {
      uint8_t *block = malloc(count > 0 ? count : 1);
      if (block && count > 0) memcpy(block, bytes, count);
      *out = block;
      *length = block ? count : 0;
      status = block ? MD_OK : MD_NO_MEMORY;
    }
  } else if (code != SQLITE_DONE) {
    status = failed(database, code);
  }
  library->reset(tile);
  return status;
}

md_status md_metadata(md_database *database, int (*body)(void *context, const char *name, const char *value), void *context) {
  const md_sqlite *library = database->library;
  sqlite3_stmt *rows = NULL;
  database->calls = 0;
  int code = library->prepare_v2(database->file, "SELECT name, value FROM metadata", -1, &rows, NULL);
  if (code != SQLITE_OK) return MD_NONE;
  while ((code = library->step(rows)) == SQLITE_ROW) {
    const char *name = (const char *)library->column_text(rows, 0);
    const char *value = (const char *)library->column_text(rows, 1);
    if (name && value && !body(context, name, value)) {
      code = SQLITE_DONE;
      break;
    }
  }
  md_status status = code == SQLITE_DONE ? MD_OK : failed(database, code);
  library->finalize(rows);
  return status;
}

md_status md_tiles(md_database *database, int (*body)(void *context, int64_t zoom, int64_t column, int64_t row), void *context) {
  const md_sqlite *library = database->library;
  sqlite3_stmt *rows = NULL;
  database->calls = 0;
  int code = library->prepare_v2(
      database->file, "SELECT zoom_level, tile_column, tile_row FROM tiles WHERE tile_data IS NOT NULL ORDER BY 1, 2, 3 DESC", -1, &rows, NULL);
  if (code != SQLITE_OK) return failed(database, code);
  while ((code = library->step(rows)) == SQLITE_ROW) {
    if (!body(context, library->column_int64(rows, 0), library->column_int64(rows, 1), library->column_int64(rows, 2))) {
      code = SQLITE_DONE;
      break;
    }
  }
  md_status status = code == SQLITE_DONE ? MD_OK : failed(database, code);
  library->finalize(rows);
  return status;
}

md_status md_zooms(md_database *database, int32_t *lowest, int32_t *highest) {
  const md_sqlite *library = database->library;
  sqlite3_stmt *rows = NULL;
  database->calls = 0;
  int code = library->prepare_v2(database->file, "SELECT min(zoom_level), max(zoom_level) FROM tiles", -1, &rows, NULL);
  if (code != SQLITE_OK) return failed(database, code);
  md_status status = MD_NONE;
  code = library->step(rows);
  if (code == SQLITE_ROW && library->column_type(rows, 0) != SQLITE_NULL) {
    const int64_t low = library->column_int64(rows, 0);
    const int64_t high = library->column_int64(rows, 1);
    if (low >= 0 && high <= 30 && low <= high) {
      *lowest = (int32_t)low;
      *highest = (int32_t)high;
      status = MD_OK;
    }
  } else if (code != SQLITE_ROW && code != SQLITE_DONE) {
    status = failed(database, code);
  }
  library->finalize(rows);
  return status;
}
