#include "qoi.h"

#include "bytes.h"
#include "decoder.h"
#include "failure.h"
#include <stdlib.h>

enum { HEADER = 14, OP_INDEX = 0x00, OP_DIFF = 0x40, OP_LUMA = 0x80, OP_RUN = 0xC0, OP_RGB = 0xFE, OP_RGBA = 0xFF };

typedef struct {
  uint8_t red, green, blue, alpha;
} color;

typedef struct {
  bc_decoder base;
  size_t position;
  uint32_t run; // remaining repetitions of `last`
  color last;
  color seen[64];
} qoi;

bc_status bc_qoi_probe(const uint8_t *bytes, size_t length, bc_info *info, char *message) {
  if (length < HEADER) return bc_fail(message, BC_TRUNCATED, "QOI: only %zu bytes of a header of %d", length, HEADER);
  uint32_t width = bc_be32(bytes + 4), height = bc_be32(bytes + 8);
  if (width == 0 || height == 0 || width > INT32_MAX || height > INT32_MAX)
    return bc_fail(message, BC_CORRUPT, "QOI: invalid size of %u x %u pixels", width, height);
  if (bytes[12] != 3 && bytes[12] != 4)
    return bc_fail(message, BC_CORRUPT, "QOI: the number of channels must be 3 or 4, got %u", bytes[12]);
  if (bytes[13] > 1) return bc_fail(message, BC_CORRUPT, "QOI: the color space must be 0 or 1, got %u", bytes[13]);
  *info = (bc_info){.format = BC_QOI, .width = (int32_t)width, .height = (int32_t)height, .is_opaque = bytes[12] == 3};
  return BC_OK;
}

// Reads one chunk into `last` and `run`. Returns false at the end of the data.
static int read_chunk(qoi *q) {
  const uint8_t *p = q->base.bytes + q->position;
  size_t left = q->base.length - q->position;
  if (left == 0) return 0;
  uint8_t op = *p;
  size_t size = op == OP_RGBA ? 5 : op == OP_RGB ? 4 : (op & 0xC0) == OP_LUMA ? 2 : 1;
  if (left < size) return 0;
  q->position += size;
  color c = q->last;
  if (op == OP_RGB || op == OP_RGBA) {
    c = (color){p[1], p[2], p[3], op == OP_RGBA ? p[4] : c.alpha};
  } else if ((op & 0xC0) == OP_INDEX) {
    c = q->seen[op];
  } else if ((op & 0xC0) == OP_DIFF) {
    c.red = (uint8_t)(c.red + (op >> 4 & 3) - 2);
    c.green = (uint8_t)(c.green + (op >> 2 & 3) - 2);
    c.blue = (uint8_t)(c.blue + (op & 3) - 2);
  } else if ((op & 0xC0) == OP_LUMA) {
    int green = (op & 0x3F) - 32;
    c.red = (uint8_t)(c.red + green - 8 + (p[1] >> 4));
    c.green = (uint8_t)(c.green + green);
    c.blue = (uint8_t)(c.blue + green - 8 + (p[1] & 0xF));
  } else {
    q->run = op & 0x3F; // in addition to the pixel of this chunk itself
  }
  q->last = c;
  q->seen[(c.red * 3 + c.green * 5 + c.blue * 7 + c.alpha * 11) % 64] = c;
  return 1;
}

static bc_status row(bc_decoder *decoder, uint8_t *to, char *message) {
  qoi *q = (qoi *)decoder;
  for (int32_t x = 0; x < decoder->info.width; x++, to += 4) {
    if (q->run > 0) q->run--;
    else if (!read_chunk(q)) return bc_fail(message, BC_TRUNCATED, "QOI: the data ends in row %d of %d", decoder->next, decoder->info.height);
    bc_store(to, q->last.red, q->last.green, q->last.blue, decoder->info.is_opaque ? 255 : q->last.alpha);
  }
  return BC_OK;
}

bc_status bc_qoi_create(const uint8_t *bytes, size_t length, bc_decoder **out, bc_info *info, char *message) {
  bc_status status = bc_qoi_probe(bytes, length, info, message);
  if (status != BC_OK) return status;
  qoi *q = calloc(1, sizeof *q);
  if (!q) return bc_fail(message, BC_NO_MEMORY, "QOI: no memory");
  q->base.row = row;
  q->position = HEADER;
  q->last.alpha = 255;
  *out = &q->base;
  return BC_OK;
}
