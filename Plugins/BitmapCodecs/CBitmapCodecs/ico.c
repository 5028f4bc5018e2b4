#include "ico.h"

#include "bmp_header.h"
#include "bmp_row.h"
#include "bytes.h"
#include "decoder.h"
#include "failure.h"
#include <stdbool.h>
#include <stdlib.h>

enum { DIRECTORY = 6, ENTRY = 16, PNG_HEADER = 26 };

static const uint8_t png_signature[8] = {0x89, 'P', 'N', 'G', 0x0D, 0x0A, 0x1A, 0x0A};

// Reads the size of an entry's picture. `bits` receives its bits per pixel.
static bc_status measure(const uint8_t *bytes, size_t length, bc_entry *e, uint32_t *bits, char *message) {
  if (e->offset > length || length - e->offset < PNG_HEADER) return bc_fail(message, BC_TRUNCATED, "ICO: the data ends before a picture's header");
  const uint8_t *p = bytes + e->offset;
  e->is_png = memcmp(p, png_signature, sizeof png_signature) == 0;
  if (e->is_png) {
    uint32_t width = bc_be32(p + 16), height = bc_be32(p + 20);
    if (width == 0 || height == 0 || width > INT32_MAX || height > INT32_MAX)
      return bc_fail(message, BC_CORRUPT, "ICO: a PNG of %u x %u pixels inside", width, height);
    e->width = (int32_t)width, e->height = (int32_t)height;
    *bits = 32;
    return BC_OK;
  }
  bc_bmp_header h;
  size_t left = length - e->offset;
  bc_status status = bc_bmp_read_header(p, e->length < left ? e->length : left, true, &h, message);
  if (status != BC_OK) return status;
  e->width = h.width, e->height = h.height;
  *bits = h.bits;
  return BC_OK;
}

// Whether `a` is a better match than `b`.
static bool is_better(const bc_entry *a, uint32_t a_bits, const bc_entry *b, uint32_t b_bits, int32_t width, int32_t height) {
  bool a_covers = a->width >= width && a->height >= height, b_covers = b->width >= width && b->height >= height;
  if (a_covers != b_covers) return a_covers;
  int64_t a_area = (int64_t)a->width * a->height, b_area = (int64_t)b->width * b->height;
  if (a_area != b_area) return a_covers ? a_area < b_area : a_area > b_area;
  return a_bits > b_bits;
}

bc_status bc_choose_entry(const uint8_t *bytes, size_t length, int32_t width, int32_t height, bc_entry *entry, char *message) {
  message[0] = 0;
  if (length < DIRECTORY) return bc_fail(message, BC_TRUNCATED, "ICO: only %zu bytes", length);
  uint32_t count = bc_le16(bytes + 4), chosen_bits = 0;
  if (count == 0) return bc_fail(message, BC_CORRUPT, "ICO: no picture inside");
  if ((length - DIRECTORY) / ENTRY < count) return bc_fail(message, BC_TRUNCATED, "ICO: the data ends in the directory of %u pictures", count);
  bool found = false, is_short = false;
  for (uint32_t i = 0; i < count; i++) {
    const uint8_t *p = bytes + DIRECTORY + i * ENTRY;
    bc_entry e = {.offset = bc_le32(p + 12), .length = bc_le32(p + 8)};
    uint32_t bits = 0;
    char why[BC_MESSAGE_SIZE];
    bc_status status = measure(bytes, length, &e, &bits, why);
    is_short |= status == BC_TRUNCATED;
    if (status != BC_OK) {
      if (!found) memcpy(message, why, sizeof why);
      continue;
    }
    if (!found || is_better(&e, bits, entry, chosen_bits, width, height)) {
      *entry = e;
      chosen_bits = bits;
    }
    found = true;
  }
  if (!found) return is_short ? BC_TRUNCATED : BC_CORRUPT;
  message[0] = 0;
  return BC_OK;
}

bc_status bc_ico_probe(const uint8_t *bytes, size_t length, bc_info *info, char *message) {
  bc_entry e;
  bc_status status = bc_choose_entry(bytes, length, INT32_MAX, INT32_MAX, &e, message);
  if (status != BC_OK) return status;
  *info = (bc_info){.format = bytes[2] == 2 ? BC_CUR : BC_ICO, .width = e.width, .height = e.height};
  return BC_OK;
}

typedef struct {
  bc_decoder base;
  bc_bmp_header header;
  size_t row_bytes, mask, mask_bytes; // start of the mask, bytes of a mask row
  bool has_mask, has_alpha;           // whether there is a mask; whether the fourth byte of a pixel is used
} icon;

static bc_status row(bc_decoder *decoder, uint8_t *to, char *message) {
  icon *i = (icon *)decoder;
  const bc_bmp_header *h = &i->header;
  size_t y = (size_t)decoder->next, at = h->pixels + y * i->row_bytes;
  if (at > decoder->length || decoder->length - at < i->row_bytes)
    return bc_fail(message, BC_TRUNCATED, "ICO: the data ends in row %d of %d", decoder->next, h->height);
  bc_bmp_convert_row(h, decoder->bytes + at, to);
  if (i->has_alpha || !i->has_mask) return BC_OK;
  const uint8_t *mask = decoder->bytes + i->mask + y * i->mask_bytes;
  for (size_t x = 0; x < (size_t)h->width; x++)
    if (mask[x / 8] >> (7 - x % 8) & 1) memset(to + x * 4, 0, 4);
  return BC_OK;
}

// Whether any 32-bit pixel has alpha: in pictures without an alpha channel all are zero.
static bool has_alpha(const icon *i) {
  size_t count = i->row_bytes / 4 * (size_t)i->header.height;
  for (size_t n = 0; n < count; n++)
    if (i->base.bytes[i->header.pixels + n * 4 + 3] != 0) return true;
  return false;
}

bc_status bc_ico_create(const uint8_t *bytes, size_t length, bc_decoder **out, bc_info *info, char *message) {
  icon *i = calloc(1, sizeof *i);
  if (!i) return bc_fail(message, BC_NO_MEMORY, "ICO: no memory");
  bc_bmp_header *h = &i->header;
  bc_status status = bc_bmp_read_header(bytes, length, true, h, message);
  if (status == BC_OK && h->compression != BC_BMP_RGB && h->compression != BC_BMP_FIELDS)
    status = bc_fail(message, BC_UNSUPPORTED, "ICO: a picture that is compressed by run lengths");
  if (status == BC_OK && (h->width > BC_MAX_SIDE || h->height > BC_MAX_SIDE))
    status = bc_fail(message, BC_TOO_LARGE, "its header gives %d x %d pixels; the maximum is %d per side", h->width, h->height, BC_MAX_SIDE);
  if (status == BC_OK) {
    i->row_bytes = (size_t)bc_bmp_row_bytes(h);
    i->mask_bytes = ((size_t)h->width + 31) / 32 * 4;
    i->mask = h->pixels + i->row_bytes * (size_t)h->height;
    if (i->mask > length) status = bc_fail(message, BC_TRUNCATED, "ICO: the data ends in the picture");
  }
  if (status != BC_OK) {
    free(i);
    return status;
  }
  i->has_mask = length - i->mask >= i->mask_bytes * (size_t)h->height;
  i->base.bytes = bytes;
  if (h->bits == 32 && h->compression == BC_BMP_RGB && has_alpha(i)) {
    i->has_alpha = true;
    h->alpha = (bc_bmp_field){.mask = 0xFF000000u, .shift = 24, .top = 255};
  }
  i->base.row = row;
  *info = (bc_info){.format = BC_ICO, .width = h->width, .height = h->height, .is_bottom_up = h->is_bottom_up};
  *out = &i->base;
  return BC_OK;
}
