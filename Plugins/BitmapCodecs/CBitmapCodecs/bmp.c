#include "bmp.h"

#include "bmp_row.h"
#include "bmp_runs.h"
#include "decoder.h"
#include "failure.h"
#include <stdlib.h>

typedef struct {
  bc_decoder base;
  bc_bmp_header header;
  bc_bmp_runs runs;
} bmp;

static bc_info info_of(const bc_bmp_header *h) {
  return (bc_info){
      .format = BC_BMP, .width = h->width, .height = h->height, .is_opaque = h->alpha.top == 0, .is_bottom_up = h->is_bottom_up};
}

bc_status bc_bmp_probe(const uint8_t *bytes, size_t length, bc_info *info, char *message) {
  bc_bmp_header header;
  bc_status status = bc_bmp_read_header(bytes, length, false, &header, message);
  if (status == BC_OK) *info = info_of(&header);
  return status;
}

static bc_status row(bc_decoder *decoder, uint8_t *to, char *message) {
  bmp *b = (bmp *)decoder;
  const bc_bmp_header *h = &b->header;
  if (h->compression != BC_BMP_RGB && h->compression != BC_BMP_FIELDS) return bc_bmp_runs_row(&b->runs, h, decoder->next, to, message);
  // Sides are at most BC_MAX_SIDE, so there is no overflow.
  size_t size = (size_t)bc_bmp_row_bytes(h), at = h->pixels + size * (size_t)decoder->next;
  size_t exact = ((size_t)h->width * h->bits + 7) / 8; // the last row's padding may be missing
  if (at > decoder->length || decoder->length - at < exact)
    return bc_fail(message, BC_TRUNCATED, "BMP: the data ends in row %d of %d", decoder->next, h->height);
  bc_bmp_convert_row(h, decoder->bytes + at, to);
  return BC_OK;
}

bc_status bc_bmp_create(const uint8_t *bytes, size_t length, bc_decoder **out, bc_info *info, char *message) {
  bmp *b = calloc(1, sizeof *b);
  if (!b) return bc_fail(message, BC_NO_MEMORY, "BMP: no memory");
  bc_status status = bc_bmp_read_header(bytes, length, false, &b->header, message);
  if (status != BC_OK) {
    free(b);
    return status;
  }
  size_t start = b->header.pixels < length ? b->header.pixels : length;
  b->runs = (bc_bmp_runs){.bytes = bytes, .length = length, .position = start};
  b->base.row = row;
  *info = info_of(&b->header);
  *out = &b->base;
  return BC_OK;
}
