#include "bmp_runs.h"

#include "bytes.h"
#include "failure.h"

// Output position within one row; pixels to the right of it are dropped.
typedef struct {
  const bc_bmp_header *header;
  uint8_t *to;
  bc_bmp_runs *runs;
} pen;

static void put(pen *p, const uint8_t *pixel) {
  if (p->runs->x < p->header->width) memcpy(p->to + p->runs->x * 4, pixel, 4);
  p->runs->x++;
}

static void put_index(pen *p, uint8_t index) { put(p, (const uint8_t *)&p->header->palette[index]); }

static void put_color(pen *p, const uint8_t *bgr) {
  const uint8_t pixel[4] = {bgr[0], bgr[1], bgr[2], 255};
  put(p, pixel);
}

// Returns index number `i` of those packed in `bytes`.
static uint8_t index_of(const uint8_t *bytes, uint32_t i, uint32_t bits) {
  return bits == 8 ? bytes[i] : i % 2 == 0 ? bytes[i / 2] >> 4 : bytes[i / 2] & 0xF;
}

static bc_status truncated(const bc_bmp_header *h, int64_t y, char *message) {
  return bc_fail(message, BC_TRUNCATED, "BMP: the data ends in row %lld of %d", (long long)y, h->height);
}

// Copies `count` literal pixels, padded to two bytes.
static bc_status literal(pen *p, uint32_t count, char *message) {
  bc_bmp_runs *r = p->runs;
  uint32_t bits = p->header->bits;
  size_t size = ((size_t)count * bits + 15) / 16 * 2, exact = ((size_t)count * bits + 7) / 8;
  if (r->length - r->position < exact) return truncated(p->header, r->y, message);
  const uint8_t *from = r->bytes + r->position;
  for (uint32_t i = 0; i < count; i++)
    if (bits == 24) put_color(p, from + i * 3);
    else put_index(p, index_of(from, i, bits));
  r->position += r->length - r->position < size ? exact : size;
  return BC_OK;
}

// Processes one code. `*is_done` is set at the end of the row.
static bc_status code(pen *p, bool *is_done, char *message) {
  bc_bmp_runs *r = p->runs;
  const bc_bmp_header *h = p->header;
  if (r->length - r->position < 2) return truncated(h, r->y, message);
  uint32_t count = r->bytes[r->position], second = r->bytes[r->position + 1];
  if (count > 0) {
    if (h->bits == 24) {
      if (r->length - r->position < 4) return truncated(h, r->y, message);
      for (uint32_t i = 0; i < count; i++) put_color(p, r->bytes + r->position + 1);
      r->position += 4;
      return BC_OK;
    }
    const uint8_t pair[2] = {(uint8_t)second, (uint8_t)second};
    for (uint32_t i = 0; i < count; i++) put_index(p, h->bits == 8 ? (uint8_t)second : index_of(pair, i % 2, 4));
    r->position += 2;
    return BC_OK;
  }
  r->position += 2;
  switch (second) {
  case 0:
    r->x = 0;
    r->y++;
    *is_done = true;
    return BC_OK;
  case 1: r->has_ended = *is_done = true; return BC_OK;
  case 2:
    if (r->length - r->position < 2) return truncated(h, r->y, message);
    r->x += r->bytes[r->position];
    r->y += r->bytes[r->position + 1];
    *is_done = r->bytes[r->position + 1] > 0;
    r->position += 2;
    return BC_OK;
  default: return literal(p, second, message);
  }
}

bc_status bc_bmp_runs_row(bc_bmp_runs *r, const bc_bmp_header *h, int32_t y, uint8_t *to, char *message) {
  static const uint8_t black[4] = {0, 0, 0, 255};
  for (int32_t x = 0; x < h->width; x++) memcpy(to + (size_t)x * 4, h->bits == 24 ? black : (const uint8_t *)&h->palette[0], 4);
  pen p = {h, to, r};
  bool is_done = false;
  while (!r->has_ended && r->y <= y && !is_done) {
    // Some writers omit the end mark after the last row.
    if (r->position >= r->length && r->x >= h->width && y + 1 == h->height) return BC_OK;
    bc_status status = code(&p, &is_done, message);
    if (status != BC_OK) return status;
  }
  return BC_OK;
}
