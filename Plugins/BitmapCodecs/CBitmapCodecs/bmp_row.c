#include "bmp_row.h"

#include "bytes.h"

static uint32_t channel(uint32_t pixel, const bc_bmp_field *f) {
  if (f->top == 0) return 0;
  uint64_t v = (pixel & f->mask) >> f->shift;
  return f->top == 255 ? (uint32_t)v : (uint32_t)((v * 255 + f->top / 2) / f->top);
}

void bc_bmp_convert_row(const bc_bmp_header *h, const uint8_t *from, uint8_t *to) {
  size_t width = (size_t)h->width;
  if (h->bits <= 8) {
    uint32_t bits = h->bits, mask = (1u << bits) - 1;
    for (size_t x = 0; x < width; x++) {
      size_t bit = x * bits;
      memcpy(to + x * 4, &h->palette[from[bit / 8] >> (8 - bits - bit % 8) & mask], 4);
    }
    return;
  }
  for (size_t x = 0; x < width; x++, to += 4) {
    if (h->bits == 24) {
      bc_store(to, from[x * 3 + 2], from[x * 3 + 1], from[x * 3], 255);
      continue;
    }
    uint32_t p = h->bits == 16 ? bc_le16(from + x * 2) : bc_le32(from + x * 4);
    bc_store(to, channel(p, &h->red), channel(p, &h->green), channel(p, &h->blue), h->alpha.top ? channel(p, &h->alpha) : 255);
  }
}
