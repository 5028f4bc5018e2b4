// Tiles of MBTiles files, by libsqlite3, which is loaded at first use.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef enum {
  MD_OK = 0,
  MD_NONE,      // There is no such row.
  MD_NO_LIBRARY,
  MD_FAILED,    // The message says why.
  MD_TOO_LARGE,
  MD_NO_MEMORY,
  MD_INTERRUPTED // A query took too many steps.
} md_status;

// One open database. One thread at a time.
typedef struct md_database md_database;

// Opens a file for reading. `message` receives at most `capacity` bytes with the final zero. Any thread.
md_status md_open(const char *path, md_database **out, char *message, size_t capacity);
// Closes the database; NULL is ignored.
void md_close(md_database *database);

// Copies the tile at a zoom, column and row, with rows from the bottom, into a block that the caller frees with md_free.
md_status md_tile(md_database *database, int32_t zoom, int64_t column, int64_t row, size_t limit, uint8_t **out, size_t *length);
void md_free(uint8_t *block);

// Calls `body` with every name and value of the metadata, zero-terminated, until it returns 0.
md_status md_metadata(md_database *database, int (*body)(void *context, const char *name, const char *value), void *context);

// Calls `body` with zoom, column and row (from the bottom) of every tile, ordered, until it returns 0.
md_status md_tiles(md_database *database, int (*body)(void *context, int64_t zoom, int64_t column, int64_t row), void *context);

// Lowest and highest zoom of the tiles; MD_NONE without tiles.
md_status md_zooms(md_database *database, int32_t *lowest, int32_t *highest);

// Copies the message of the last failure.
void md_message(md_database *database, char *message, size_t capacity);
