// Image data of a PNG, from its first IDAT chunk to the end of the file: chunks and their checksums, zlib, filters.
//
// libpng inflates row by row and reverses filters byte by byte. Here zlib fills a strip of many rows in one call.
#if !__has_include(<zlib.h>)
#error "zlib is missing: apt-get install zlib1g-dev"
#endif
#include "png_data.h"

#include "failure.h"
#include "unfilter.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { STRIP = 16 << 10 }; // bytes inflated in one call, unless a row is longer

typedef struct {
  ic_source *source;
  const ic_request *request;
  ic_rows *rows;
  uint32_t width, height;
  int channels;
  size_t row_bytes; // without the filter byte before it
  uint32_t row;     // next row
  char kind[4];     // kind of the chunk
  uint32_t left;    // unread bytes of the chunk
  uint32_t checksum;
  z_stream zlib;
  uint8_t *room;   // previous row, then the strip
  size_t capacity; // size of the strip
  size_t filled;   // used bytes of the strip
} data;

static ic_status corrupt(data *d, const char *why) { return ic_fail(d->request->message, IC_CORRUPT, "PNG: %s", why); }

static size_t strip_bytes(size_t row_bytes, uint32_t height) {
  size_t row = row_bytes + 1, all = row * height; // below 2^17 * 2^14
  if (all <= STRIP) return all;
  return row > STRIP ? row : STRIP;
}

size_t ic_png_data_cost(uint32_t width, uint32_t height, int channels) {
  size_t row_bytes = (size_t)width * (size_t)channels;
  return row_bytes + strip_bytes(row_bytes, height);
}

static uint32_t big_endian(const uint8_t *p) { return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3]; }

static ic_status read_bytes(data *d, uint8_t *to, size_t count) {
  ic_source *s = d->source;
  while (count > 0) {
    ic_status status = ic_source_fill(s, d->request->message);
    if (status != IC_OK) return status;
    size_t some = s->length - s->position;
    if (some > count) some = count;
    memcpy(to, s->bytes + s->position, some);
    s->position += some;
    to += some;
    count -= some;
  }
  return IC_OK;
}

// Returns the available bytes of the chunk, at least one; `left` must not be 0.
static ic_status take(data *d, const uint8_t **bytes, uint32_t *count) {
  ic_source *s = d->source;
  ic_status status = ic_source_fill(s, d->request->message);
  if (status != IC_OK) return status;
  size_t some = s->length - s->position;
  if (some > d->left) some = d->left;
  *bytes = s->bytes + s->position;
  *count = (uint32_t)some;
  d->checksum = (uint32_t)crc32(d->checksum, *bytes, *count);
  s->position += some;
  d->left -= *count;
  return IC_OK;
}

static void begin_chunk(data *d, const char *kind, uint32_t length) {
  memcpy(d->kind, kind, 4);
  d->left = length;
  d->checksum = (uint32_t)crc32(0, (const Bytef *)kind, 4);
}

// Skips the rest of the chunk and verifies its checksum. Damage of an ancillary chunk is ignored.
static ic_status end_chunk(data *d) {
  while (d->left > 0) {
    const uint8_t *bytes;
    uint32_t count;
    ic_status status = take(d, &bytes, &count);
    if (status != IC_OK) return status;
  }
  uint8_t stored[4];
  ic_status status = read_bytes(d, stored, 4);
  if (status != IC_OK) return status;
  if (big_endian(stored) == d->checksum || d->kind[0] & 0x20) return IC_OK;
  return ic_fail(d->request->message, IC_CORRUPT, "PNG: %.4s: CRC error", d->kind);
}

static ic_status next_chunk(data *d) {
  uint8_t head[8];
  ic_status status = read_bytes(d, head, 8);
  if (status != IC_OK) return status;
  uint32_t length = big_endian(head);
  if (length > 0x7FFFFFFF) return corrupt(d, "a chunk is longer than 2^31 bytes");
  for (int i = 4; i < 8; i++)
    if ((head[i] | 0x20) < 'a' || (head[i] | 0x20) > 'z') return corrupt(d, "a chunk has no name");
  begin_chunk(d, (const char *)head + 4, length);
  return IC_OK;
}

static bool is(const data *d, const char *kind) { return memcmp(d->kind, kind, 4) == 0; }

// Passes complete rows of the strip to the sink, and keeps the last as the previous row.
static ic_status finish_rows(data *d) {
  uint8_t *strip = d->room + d->row_bytes, *at = strip;
  const uint8_t *above = d->room;
  while (d->row < d->height && d->filled - (size_t)(at - strip) > d->row_bytes) {
    if (d->row % 16 == 0 && d->request->cancelled && d->request->cancelled(d->request->context))
      return ic_fail(d->request->message, IC_CANCELLED, "cancelled");
    int filter = *at++;
    if (filter > 4) return ic_fail(d->request->message, IC_CORRUPT, "PNG: a row has filter %d; 4 is the last", filter);
    ic_unfilter(at, above, d->row_bytes, d->channels, filter);
    ic_rows_put(d->rows, at, d->channels);
    d->row++;
    above = at;
    at += d->row_bytes;
  }
  if (at == strip) return IC_OK;
  memcpy(d->room, above, d->row_bytes);
  d->filled -= (size_t)(at - strip);
  memmove(strip, at, d->filled);
  return IC_OK;
}

// Inflates into the strip until the bytes are used up or the data ends; then sets `ended`.
static ic_status inflate_bytes(data *d, const uint8_t *bytes, uint32_t count, bool *ended) {
  d->zlib.next_in = (Bytef *)(uintptr_t)bytes;
  d->zlib.avail_in = count;
  bool is_full;
  do {
    size_t free_bytes = d->capacity - d->filled;
    d->zlib.next_out = d->room + d->row_bytes + d->filled;
    d->zlib.avail_out = (uInt)free_bytes;
    int result = inflate(&d->zlib, Z_NO_FLUSH);
    d->filled += free_bytes - d->zlib.avail_out;
    is_full = d->zlib.avail_out == 0;
    ic_status status = finish_rows(d);
    if (status != IC_OK) return status;
    // Data after the last row is ignored.
    *ended = result == Z_STREAM_END || (d->row == d->height && d->filled > 0);
    if (*ended && d->row < d->height) return corrupt(d, "not enough image data");
    if (*ended) return IC_OK;
    if (result == Z_MEM_ERROR) return ic_fail(d->request->message, IC_NO_MEMORY, "PNG: no memory for zlib");
    if (result != Z_OK && result != Z_BUF_ERROR) return corrupt(d, d->zlib.msg ? d->zlib.msg : "damaged image data");
    // If the strip is full, zlib may hold more output.
  } while (d->zlib.avail_in > 0 || is_full);
  return IC_OK;
}

static ic_status decode(data *d) {
  ic_status status = IC_OK;
  bool ended = false;
  while (!ended) {
    while (d->left == 0) {
      if ((status = end_chunk(d)) != IC_OK || (status = next_chunk(d)) != IC_OK) return status;
      if (!is(d, "IDAT")) return corrupt(d, "not enough image data");
    }
    const uint8_t *bytes;
    uint32_t count;
    if ((status = take(d, &bytes, &count)) != IC_OK || (status = inflate_bytes(d, bytes, count, &ended)) != IC_OK) return status;
  }
  if ((status = end_chunk(d)) != IC_OK) return status;
  do {
    if ((status = next_chunk(d)) != IC_OK) return status;
    if (is(d, "IHDR")) return corrupt(d, "a second header");
    if ((status = end_chunk(d)) != IC_OK) return status;
  } while (!is(d, "IEND"));
  return IC_OK;
}

ic_status ic_png_data_decode(
    ic_source *source, uint32_t length, uint32_t width, uint32_t height, int channels, ic_rows *rows, const ic_request *request) {
  data d = {.source = source, .request = request, .rows = rows, .width = width, .height = height, .channels = channels};
  d.row_bytes = (size_t)width * (size_t)channels;
  d.capacity = strip_bytes(d.row_bytes, height);
  d.room = calloc(1, d.row_bytes + d.capacity);
  if (!d.room) return ic_fail(request->message, IC_NO_MEMORY, "PNG: no memory for its rows");
  // 0 selects the window size of the data.
  if (inflateInit2(&d.zlib, 0) != Z_OK) {
    free(d.room);
    return ic_fail(request->message, IC_NO_MEMORY, "PNG: no memory for zlib");
  }
  begin_chunk(&d, "IDAT", length);
  ic_status status = decode(&d);
  inflateEnd(&d.zlib);
  free(d.room);
  return status;
}

uint32_t ic_png_checksum(const uint8_t *bytes, size_t length) { return (uint32_t)crc32_z(0, bytes, length); }
