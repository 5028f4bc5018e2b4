// Expands deflated bytes into a block that grows up to a limit.
#include "image_codecs.h"

#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

enum { FIRST_BLOCK = 16 << 10 };

ic_status ic_inflate(
    const uint8_t *bytes, size_t length, ic_container container, size_t limit, int is_beginning, uint8_t **out, size_t *out_length) {
  *out = NULL;
  *out_length = 0;
  // One byte more than the limit shows whether the data ends there.
  if (length > UINT_MAX || limit == 0 || limit >= UINT_MAX) return IC_BAD_ARGUMENT;
  size_t most = limit + 1, capacity = 0, used = 0;
  z_stream stream = {.next_in = (Bytef *)bytes, .avail_in = (uInt)length};
  // 16 selects a gzip header, a negative value no header.
  if (inflateInit2(&stream, container == IC_CONTAINER_GZIP ? 15 + 16 : -15) != Z_OK) return IC_NO_MEMORY;
  uint8_t *block = NULL;
  ic_status result = IC_OK;
  int status = Z_OK;
  while (status == Z_OK && used < most) {
    if (used == capacity) {
      size_t larger = capacity ? capacity * 2 : FIRST_BLOCK; // at most twice UINT_MAX
      if (larger > most) larger = most;
      uint8_t *grown = realloc(block, larger);
      if (!grown) {
        result = IC_NO_MEMORY;
        break;
      }
      block = grown;
      capacity = larger;
    }
    stream.next_out = block + used;
    stream.avail_out = (uInt)(capacity - used);
    status = inflate(&stream, Z_NO_FLUSH);
    used = capacity - stream.avail_out;
  }
  inflateEnd(&stream);
  if (result == IC_OK && status != Z_STREAM_END) {
    if (status == Z_MEM_ERROR) result = IC_NO_MEMORY;
    else if (status == Z_OK) result = IC_TOO_LARGE;
    else if (status == Z_BUF_ERROR) result = IC_TRUNCATED;
    else result = IC_CORRUPT;
  }
  if (result == IC_OK && used > limit) result = IC_TOO_LARGE;
  if (is_beginning && (result == IC_TOO_LARGE || result == IC_TRUNCATED)) {
    result = IC_OK;
    if (used > limit) used = limit;
  }
  if (result != IC_OK) {
    free(block);
    return result;
  }
  *out = block;
  *out_length = used;
  return IC_OK;
}

void ic_inflate_free(uint8_t *block) { free(block); }
