#include "bmp_header.h"

#include "bytes.h"
#include "failure.h"

enum { FILE_HEADER = 14, CORE = 12, INFO = 40, V2 = 52, V3 = 56, OS2 = 64, V4 = 108, V5 = 124 };

uint64_t bc_bmp_row_bytes(const bc_bmp_header *h) { return ((uint64_t)h->width * h->bits + 31) / 32 * 4; }

// The bits of a mask must be contiguous.
static bool make_field(bc_bmp_field *f, uint32_t mask) {
  *f = (bc_bmp_field){.mask = mask};
  if (mask == 0) return true;
  f->shift = (uint32_t)__builtin_ctz(mask);
  f->top = mask >> f->shift;
  return (f->top & (f->top + 1)) == 0;
}

static bool make_fields(bc_bmp_header *h, uint32_t red, uint32_t green, uint32_t blue, uint32_t alpha) {
  if (!make_field(&h->red, red) || !make_field(&h->green, green) || !make_field(&h->blue, blue) || !make_field(&h->alpha, alpha)) return false;
  return !(red & green) && !(red & blue) && !(green & blue) && !(alpha & (red | green | blue));
}

static bc_status check_kind(bc_bmp_header *h, uint32_t size, uint32_t compression, bool is_os2, char *message) {
  switch (compression) {
  case 0: h->compression = BC_BMP_RGB; break;
  case 1: h->compression = BC_BMP_RLE8; break;
  case 2: h->compression = BC_BMP_RLE4; break;
  case 3:
    if (is_os2) return bc_fail(message, BC_UNSUPPORTED, "BMP: compressed by Huffman's method, which is not decoded");
    h->compression = BC_BMP_FIELDS;
    break;
  case 4:
    if (!is_os2) return bc_fail(message, BC_UNSUPPORTED, "BMP: a JPEG for a printer inside, which is not decoded");
    h->compression = BC_BMP_RLE24;
    break;
  case 5: return bc_fail(message, BC_UNSUPPORTED, "BMP: a PNG for a printer inside, which is not decoded");
  case 6: h->compression = BC_BMP_FIELDS; break;
  default: return bc_fail(message, BC_CORRUPT, "BMP: its header of %u bytes has the unknown compression %u", size, compression);
  }
  static const uint32_t wanted[] = {0, 8, 4};
  uint32_t bits = h->compression == BC_BMP_RLE24 ? 24 : compression < 3 ? wanted[compression] : 0;
  bool is_right = bits           ? h->bits == bits
                  : compression ? h->bits == 16 || h->bits == 32
                                : h->bits == 1 || h->bits == 2 || h->bits == 4 || h->bits == 8 || h->bits == 16 || h->bits == 24 || h->bits == 32;
  if (!is_right) return bc_fail(message, BC_CORRUPT, "BMP: %u bits a pixel with compression %u", h->bits, compression);
  if (bits && !h->is_bottom_up) return bc_fail(message, BC_CORRUPT, "BMP: compressed rows that go down");
  return BC_OK;
}

// Reads the masks of 16 and 32 bits: those of the header, those after it, or the default ones. `*after` is moved past masks after the
// header.
static bc_status read_masks(const uint8_t *bytes, size_t length, size_t start, uint32_t size, uint32_t compression, bc_bmp_header *h, size_t *after, char *message) {
  if (h->compression != BC_BMP_FIELDS) {
    if (h->bits == 16) make_fields(h, 0x7C00, 0x03E0, 0x001F, 0);
    if (h->bits == 32) make_fields(h, 0xFF0000, 0xFF00, 0xFF, 0);
    return BC_OK;
  }
  uint32_t count = compression == 6 || size >= V3 ? 4 : 3;
  if (size < V2) *after += count * 4;
  if (start + INFO + count * 4 > length) return bc_fail(message, BC_TRUNCATED, "BMP: the data ends in the masks");
  const uint8_t *p = bytes + start + INFO;
  if (!make_fields(h, bc_le32(p), bc_le32(p + 4), bc_le32(p + 8), count == 4 ? bc_le32(p + 12) : 0))
    return bc_fail(message, BC_CORRUPT, "BMP: the masks of the channels overlap or have gaps");
  return BC_OK;
}

static bc_status read_palette(
    const uint8_t *bytes, size_t length, size_t at, size_t entry, uint32_t used, bc_bmp_header *h, size_t *after, char *message) {
  uint32_t most = 1u << h->bits, count = used == 0 || used > most ? most : used;
  // If the pixels begin within the table, the file has fewer colours.
  if (h->pixels > at && (h->pixels - at) / entry < count) count = (uint32_t)((h->pixels - at) / entry);
  if (length < at || (length - at) / entry < count) return bc_fail(message, BC_TRUNCATED, "BMP: the data ends in the palette");
  for (uint32_t i = 0; i < 256; i++) h->palette[i] = 0xFF000000u;
  for (uint32_t i = 0; i < count; i++) {
    const uint8_t *p = bytes + at + i * entry;
    h->palette[i] = 0xFF000000u | (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 | p[0];
  }
  *after = at + (used > most ? (size_t)most : count) * entry;
  return BC_OK;
}

bc_status bc_bmp_read_header(const uint8_t *bytes, size_t length, bool is_entry, bc_bmp_header *h, char *message) {
  size_t start = is_entry ? 0 : FILE_HEADER;
  memset(h, 0, sizeof *h);
  if (length < start + 4) return bc_fail(message, BC_TRUNCATED, "BMP: only %zu bytes", length);
  uint32_t size = bc_le32(bytes + start);
  bool is_core = size == CORE, is_os2 = size == OS2 || (size >= 16 && size < INFO);
  if (!is_core && !is_os2 && size != INFO && size != V2 && size != V3 && size != V4 && size != V5)
    return bc_fail(message, BC_UNSUPPORTED, "BMP: a header of %u bytes, which is unknown", size);
  if (length < start + size) return bc_fail(message, BC_TRUNCATED, "BMP: the data ends in the header");
  const uint8_t *p = bytes + start;
  int64_t width, height;
  uint32_t compression = 0, used = 0;
  if (is_core) {
    width = bc_le16(p + 4), height = bc_le16(p + 6);
    h->bits = bc_le16(p + 10);
  } else {
    width = (int32_t)bc_le32(p + 4), height = (int32_t)bc_le32(p + 8);
    h->bits = bc_le16(p + 14);
    if (size >= 20) compression = bc_le32(p + 16);
    if (size >= 36) used = bc_le32(p + 32);
  }
  h->is_bottom_up = height > 0;
  if (height < 0) height = -height;
  if (is_entry) height /= 2;
  if (width < 1 || height < 1 || height > INT32_MAX) return bc_fail(message, BC_CORRUPT, "BMP: invalid size of %lld x %lld pixels", (long long)width, (long long)height);
  h->width = (int32_t)width, h->height = (int32_t)height;
  bc_status status = check_kind(h, size, compression, is_os2, message);
  if (status != BC_OK) return status;
  if (!is_entry) h->pixels = bc_le32(bytes + 10);
  size_t after = start + size;
  status = read_masks(bytes, length, start, size, compression, h, &after, message);
  if (status == BC_OK && h->bits <= 8) status = read_palette(bytes, length, after, is_core ? 3 : 4, used, h, &after, message);
  if (status != BC_OK) return status;
  if (h->pixels < start + size) { // the offset is missing or invalid: the pixels follow immediately
    if (h->bits > 8 && used <= 256) after += (size_t)used * 4;
    h->pixels = after;
  }
  return BC_OK;
}
