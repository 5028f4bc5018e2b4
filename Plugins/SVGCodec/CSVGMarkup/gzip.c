// gzip streams of documents, expanded into a growing block.
#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

#include "svg_markup.h"

bool sm_gzip_expand(const uint8_t *bytes, size_t size, size_t limit, uint8_t **out, size_t *out_size) {
  if (size > UINT_MAX || limit > UINT_MAX || limit == 0) return false;
  z_stream stream = {.next_in = (Bytef *)bytes, .avail_in = (uInt)size};
  // 16 selects a gzip header.
  if (inflateInit2(&stream, 15 + 16) != Z_OK) return false;
  size_t capacity = 0, used = 0;
  uint8_t *block = NULL;
  int status = Z_OK;
  while (status == Z_OK && used < limit) {
    if (used == capacity) {
      size_t larger = capacity ? capacity * 2 : 16384;
      if (larger > limit) larger = limit;
      uint8_t *grown = realloc(block, larger);
      if (!grown) break;
      block = grown, capacity = larger;
    }
    stream.next_out = block + used;
    stream.avail_out = (uInt)(capacity - used);
    status = inflate(&stream, Z_NO_FLUSH);
    used = capacity - stream.avail_out;
    // No progress means that the stream is truncated.
    if (status == Z_BUF_ERROR) break;
  }
  inflateEnd(&stream);
  if (status != Z_STREAM_END) {
    free(block);
    return false;
  }
  *out = block;
  *out_size = used;
  return true;
}

void sm_gzip_free(uint8_t *out) { free(out); }
