// Primitives for single pixels.
#include <math.h>

#include "cr_filter.h"
#include "filter/plain_color.h"
#include "surface/linear.h"
#include "surface/surface.h"

static uint32_t *words(const cr_surface *s, int32_t y) { return (uint32_t *)(void *)cr_surface_row(s, y); }

static cr_status each_color(cr_surface *s, const uint8_t *red, const uint8_t *green, const uint8_t *blue, const uint8_t *alpha) {
  if (s->format != CR_ARGB8888) return CR_BAD_FORMAT;
  for (int32_t y = 0; y < s->height; y++) {
    uint32_t *row = words(s, y);
    for (int32_t x = 0; x < s->width; x++) {
      const uint32_t p = row[x], a = p >> 24;
      if (a == 0 && !alpha) continue;
      row[x] = cr_premultiplied(red[cr_plain(p >> 16 & 255, a)], green[cr_plain(p >> 8 & 255, a)], blue[cr_plain(p & 255, a)], alpha ? alpha[a] : a);
    }
  }
  return CR_OK;
}

cr_status cr_filter_to_linear(cr_surface *s) {
  const uint8_t *t = cr_linear()->from_srgb;
  return each_color(s, t, t, t, NULL);
}
cr_status cr_filter_to_srgb(cr_surface *s) {
  const uint8_t *t = cr_linear()->to_srgb;
  return each_color(s, t, t, t, NULL);
}
cr_status cr_filter_transfer(cr_surface *s, const uint8_t *tables) {
  return tables ? each_color(s, tables, tables + 256, tables + 512, tables + 768) : CR_BAD_ARGUMENT;
}

cr_status cr_filter_color_matrix(cr_surface *s, const float m[20]) {
  if (s->format != CR_ARGB8888) return CR_BAD_FORMAT;
  for (int i = 0; i < 20; i++)
    if (!isfinite(m[i])) return CR_BAD_ARGUMENT;
  for (int32_t y = 0; y < s->height; y++) {
    uint32_t *row = words(s, y);
    for (int32_t x = 0; x < s->width; x++) {
      const uint32_t p = row[x], a = p >> 24;
      const float in[4] = {(float)cr_plain(p >> 16 & 255, a), (float)cr_plain(p >> 8 & 255, a), (float)cr_plain(p & 255, a), (float)a};
      uint8_t out[4];
      for (int c = 0; c < 4; c++) {
        const float *k = m + c * 5;
        out[c] = cr_byte(k[0] * in[0] + k[1] * in[1] + k[2] * in[2] + k[3] * in[3] + k[4] * 255);
      }
      row[x] = cr_premultiplied(out[0], out[1], out[2], out[3]);
    }
  }
  return CR_OK;
}

cr_status cr_filter_arithmetic(const cr_surface *a, cr_surface *b, const float k[4]) {
  if (a->format != CR_ARGB8888 || b->format != CR_ARGB8888) return CR_BAD_FORMAT;
  if (a->width != b->width || a->height != b->height) return CR_BAD_SIZE;
  for (int i = 0; i < 4; i++)
    if (!isfinite(k[i])) return CR_BAD_ARGUMENT;
  for (int32_t y = 0; y < a->height; y++) {
    const uint32_t *from = words(a, y);
    uint32_t *to = words(b, y);
    for (int32_t x = 0; x < a->width; x++) {
      uint32_t out = 0, alpha = 0;
      for (int shift = 24; shift >= 0; shift -= 8) {
        const float p = (float)(from[x] >> shift & 255) / 255, q = (float)(to[x] >> shift & 255) / 255;
        uint32_t v = cr_byte((k[0] * p * q + k[1] * p + k[2] * q + k[3]) * 255);
        if (shift == 24) alpha = v;
        // A premultiplied colour never exceeds its alpha.
        if (v > alpha) v = alpha;
        out |= v << shift;
      }
      to[x] = out;
    }
  }
  return CR_OK;
}
