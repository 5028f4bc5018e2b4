#include "image.h"

static const int32_t starts[GF_PASSES] = {0, 4, 2, 1}, steps[GF_PASSES] = {8, 8, 4, 2};

static int32_t rows_of(int pass, int32_t height) {
  return height > starts[pass] ? (height - starts[pass] + steps[pass] - 1) / steps[pass] : 0;
}

int32_t gf_interlaced_row(int32_t n, int32_t height, int *pass) {
  for (int p = 0; p < GF_PASSES; p++) {
    int32_t count = rows_of(p, height);
    if (pass) *pass = p;
    if (n < count) return starts[p] + n * steps[p];
    n -= count;
  }
  return height - 1;
}

int32_t gf_rows_before(int pass, int32_t height) {
  int32_t rows = 0;
  for (int p = 0; p < pass; p++) rows += rows_of(p, height);
  return rows;
}

void gf_read_colors(const uint8_t *bytes, const gf_image *image, uint32_t *colors) {
  for (int i = 0; i < 256; i++) colors[i] = 0; // indices beyond the table are not drawn
  for (int32_t i = 0; i < image->color_count && i < 256; i++) {
    const uint8_t *c = bytes + image->colors + (size_t)i * 3;
    colors[i] = 0xFF000000u | (uint32_t)c[0] << 16 | (uint32_t)c[1] << 8 | c[2];
  }
  if (image->color_count == 0)
    for (int i = 0; i < 256; i++) colors[i] = 0xFF000000u;
  if (image->transparent >= 0 && image->transparent < 256) colors[image->transparent] = 0;
}
