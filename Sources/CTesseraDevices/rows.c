#include "tessera_devices.h"
#include <string.h>

#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
#define TD_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define TD_CLONES
#endif

TD_CLONES static void rgb_from_words(uint8_t *restrict to, const uint8_t *restrict from, size_t count) {
  for (size_t i = 0; i < count; i++) {
    to[i * 3] = from[i * 4 + 2];
    to[i * 3 + 1] = from[i * 4 + 1];
    to[i * 3 + 2] = from[i * 4];
  }
}

TD_CLONES static void rgb_from_565(uint8_t *restrict to, const uint8_t *restrict from, size_t count) {
  for (size_t i = 0; i < count; i++) {
    uint32_t p = (uint32_t)from[i * 2] | (uint32_t)from[i * 2 + 1] << 8, r = p >> 11, g = p >> 5 & 63, b = p & 31;
    to[i * 3] = (uint8_t)(r << 3 | r >> 2); // the highest bits repeated below: 31 becomes 255
    to[i * 3 + 1] = (uint8_t)(g << 2 | g >> 4);
    to[i * 3 + 2] = (uint8_t)(b << 3 | b >> 2);
  }
}

void td_row_to_rgb(uint8_t *to, const uint8_t *from, size_t count, int32_t pixels) {
  switch (pixels) {
  case TD_PIXELS_ARGB:
  case TD_PIXELS_XRGB: rgb_from_words(to, from, count); break;
  case TD_PIXELS_RGB: memcpy(to, from, count * 3); break;
  case TD_PIXELS_565: rgb_from_565(to, from, count); break;
  default: {
    int bits = pixels == TD_PIXELS_GRAY8 ? 8 : pixels == TD_PIXELS_GRAY4 ? 4 : 1;
    uint32_t top = (1u << bits) - 1;
    for (size_t i = 0; i < count; i++) {
      size_t bit = i * (size_t)bits;
      uint32_t v = (uint32_t)from[bit / 8] >> (8 - (size_t)bits - bit % 8) & top;
      memset(to + i * 3, (int)(v * 255 / top), 3); // 255 is a multiple of 1, 15 and 255
    }
  }
  }
}

// BT.601 in 16-bit fixed point: luma weights 0.299, 0.587, 0.114; chroma (B - Y) / 1.772 and (R - Y) / 1.402.
// Rows of the matrix sum up to the whole range (luma) or to 0 (chroma), so that grays stay gray.
typedef struct {
  int32_t y[3], u[3], v[3]; // for R, G, B
  int32_t base;             // of luma
} matrix;

static const matrix full_range = {{19595, 38470, 7471}, {-11058, -21710, 32768}, {32768, -27439, -5329}, 0};
static const matrix limited_range = {{16829, 33039, 6416}, {-9714, -19070, 28784}, {28784, -24103, -4681}, 16};

static inline uint8_t clamp(int32_t v) { return (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v); }

TD_CLONES static void luma_row(uint8_t *restrict to, const uint8_t *restrict from, size_t count, const matrix *restrict m) {
  int32_t r = m->y[0], g = m->y[1], b = m->y[2], base = (m->base << 16) + 32768;
  for (size_t i = 0; i < count; i++)
    to[i] = (uint8_t)((r * from[i * 4 + 2] + g * from[i * 4 + 1] + b * from[i * 4] + base) >> 16);
}

TD_CLONES static void chroma_row(
    uint8_t *restrict u, uint8_t *restrict v, const uint8_t *restrict above, const uint8_t *restrict below, size_t pairs,
    const matrix *restrict m) {
  // Sums of four pixels: two more bits to shift out. Half of 1 << 18 rounds.
  int32_t base = (128 << 18) + (1 << 17);
  for (size_t i = 0; i < pairs; i++) {
    const uint8_t *p = above + i * 8, *q = below + i * 8;
    int32_t b = p[0] + p[4] + q[0] + q[4], g = p[1] + p[5] + q[1] + q[5], r = p[2] + p[6] + q[2] + q[6];
    u[i] = clamp((m->u[0] * r + m->u[1] * g + m->u[2] * b + base) >> 18);
    v[i] = clamp((m->v[0] * r + m->v[1] * g + m->v[2] * b + base) >> 18);
  }
}

td_status td_to_i420(
    const td_picture *picture, int32_t x, int32_t y, int32_t width, int32_t height, int32_t is_full_range, uint8_t *planes) {
  int32_t w = picture->width, h = picture->height;
  if (w < 1 || h < 1 || x < 0 || y < 0 || width < 0 || height < 0 || x > w - width || y > h - height ||
      (picture->pixels != TD_PIXELS_ARGB && picture->pixels != TD_PIXELS_XRGB))
    return TD_BAD_ARGUMENT;
  if (width == 0 || height == 0) return TD_OK;
  const matrix *m = is_full_range ? &full_range : &limited_range;
  int32_t left = x & ~1, top = y & ~1, right = (x + width + 1) & ~1, bottom = (y + height + 1) & ~1;
  if (right > w) right = w;
  if (bottom > h) bottom = h;
  size_t half_w = ((size_t)w + 1) / 2, half_h = ((size_t)h + 1) / 2, luma = (size_t)w * (size_t)h;
  uint8_t *us = planes + luma, *vs = us + half_w * half_h;
  for (int32_t row = top; row < bottom; row += 2) {
    const uint8_t *above = picture->bytes + (size_t)row * picture->stride;
    const uint8_t *below = row + 1 < h ? above + picture->stride : above;
    luma_row(planes + (size_t)row * (size_t)w + left, above + (size_t)left * 4, (size_t)(right - left), m);
    if (row + 1 < h) luma_row(planes + (size_t)(row + 1) * (size_t)w + left, below + (size_t)left * 4, (size_t)(right - left), m);
    size_t first = (size_t)row / 2 * half_w + (size_t)left / 2, pairs = (size_t)(right - left) / 2;
    chroma_row(us + first, vs + first, above + (size_t)left * 4, below + (size_t)left * 4, pairs, m);
    if ((right - left) % 2) { // the last column of an odd width, doubled
      uint8_t twice[2][8];
      memcpy(twice[0], above + (size_t)(right - 1) * 4, 4);
      memcpy(twice[0] + 4, twice[0], 4);
      memcpy(twice[1], below + (size_t)(right - 1) * 4, 4);
      memcpy(twice[1] + 4, twice[1], 4);
      chroma_row(us + first + pairs, vs + first + pairs, twice[0], twice[1], 1, m);
    }
  }
  return TD_OK;
}
