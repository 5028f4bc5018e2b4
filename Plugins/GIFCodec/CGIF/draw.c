// Draws an image of a GIF on a canvas.
#include "failure.h"
#include "image.h"
#include "lzw.h"
#include <stdlib.h>
#include <string.h>

// Draws `count` pixels of a row; colours that are 0 leave the canvas unchanged.
static void draw_row(uint8_t *to, const uint8_t *indices, const uint32_t *colors, size_t count) {
  for (size_t i = 0; i < count; i++) {
    uint32_t color = colors[indices[i]];
    if (color) memcpy(to + i * 4, &color, 4);
  }
}

gf_status gf_draw(
    const uint8_t *bytes, size_t length, const gf_image *image, uint8_t *canvas, int32_t width, int32_t height, size_t stride, int32_t *rows,
    gf_cancelled cancelled, void *context, char *message) {
  if (rows) *rows = 0;
  if (image->width < 1 || image->height < 1) return GF_OK;
  uint32_t colors[256];
  gf_read_colors(bytes, image, colors);
  gf_lzw lzw;
  gf_status status = gf_lzw_begin(&lzw, bytes, length, image->data, message);
  if (status != GF_OK) return status;
  uint8_t *indices = malloc((size_t)image->width);
  if (!indices) return gf_fail(message, GF_NO_MEMORY, "GIF: no memory for a row of %d pixels", image->width);
  // The part of a row within the canvas; x and y are at least 0.
  int32_t shown = image->x < width ? (width - image->x < image->width ? width - image->x : image->width) : 0;
  for (int32_t n = 0; n < image->height && status == GF_OK; n++) {
    if (n % 16 == 0 && cancelled && cancelled(context)) {
      status = gf_fail(message, GF_CANCELLED, "cancelled");
      break;
    }
    size_t written;
    status = gf_lzw_read(&lzw, indices, (size_t)image->width, &written, message);
    int32_t row = image->y + (image->is_interlaced ? gf_interlaced_row(n, image->height, NULL) : n);
    size_t count = written < (size_t)shown ? written : (size_t)shown;
    if (row < height && count > 0) draw_row(canvas + (size_t)row * stride + (size_t)image->x * 4, indices, colors, count);
    if (rows && written == (size_t)image->width) *rows = n + 1;
    if (lzw.ended && lzw.pending == 0) break;
  }
  free(indices);
  return status;
}
