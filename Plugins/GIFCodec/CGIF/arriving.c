// Interlaced image of a GIF while it arrives.
#include "failure.h"
#include "image.h"
#include "lzw.h"
#include <stdlib.h>
#include <string.h>

struct gf_arriving {
  gf_image image;
  gf_lzw lzw;
  bool has_begun;
  int32_t row;     // next row, in the order of the file
  size_t written;  // number of decoded indices of that row
  uint8_t indices[]; // indices of the row
};

gf_arriving *gf_arriving_create(const gf_image *image) {
  if (image->width < 1 || image->height < 1 || !image->is_interlaced) return NULL;
  gf_arriving *a = calloc(1, sizeof *a + (size_t)image->width);
  if (a) a->image = *image;
  return a;
}

void gf_arriving_destroy(gf_arriving *a) { free(a); }

// Draws the complete row, also in place of the rows below it that later passes contain.
static void draw_row(const gf_arriving *a, const uint32_t *colors, uint8_t *canvas, int32_t width, int32_t height, size_t stride) {
  static const int32_t heights[GF_PASSES] = {8, 4, 2, 1};
  const gf_image *image = &a->image;
  int pass;
  int32_t row = gf_interlaced_row(a->row, image->height, &pass);
  int32_t shown = image->x < width ? (width - image->x < image->width ? width - image->x : image->width) : 0;
  for (int32_t y = row; y < row + heights[pass] && y < image->height && y + image->y < height; y++) {
    uint8_t *to = canvas + (size_t)(y + image->y) * stride + (size_t)image->x * 4;
    for (int32_t x = 0; x < shown; x++) memcpy(to + (size_t)x * 4, &colors[a->indices[x]], 4);
  }
}

gf_status gf_arriving_draw(
    gf_arriving *a, const uint8_t *bytes, size_t length, uint8_t *canvas, int32_t width, int32_t height, size_t stride, int32_t *passes,
    char *message) {
  message[0] = 0;
  *passes = 0;
  gf_status status = GF_OK;
  if (!a->has_begun) {
    if (a->image.data >= length) return GF_OK;
    status = gf_lzw_begin(&a->lzw, bytes, length, a->image.data, message);
    if (status != GF_OK) return status;
    a->has_begun = true;
  }
  a->lzw.bytes = bytes;
  a->lzw.length = length;
  uint32_t colors[256];
  gf_read_colors(bytes, &a->image, colors);
  while (status == GF_OK && a->row < a->image.height && !(a->lzw.ended && a->lzw.pending == 0)) {
    size_t written;
    status = gf_lzw_read(&a->lzw, a->indices + a->written, (size_t)a->image.width - a->written, &written, message);
    a->written += written;
    if (a->written < (size_t)a->image.width) break;
    draw_row(a, colors, canvas, width, height, stride);
    a->row++;
    a->written = 0;
  }
  while (*passes < GF_PASSES && a->row >= gf_rows_before(*passes + 1, a->image.height)) ++*passes;
  return status == GF_TRUNCATED ? GF_OK : status;
}
