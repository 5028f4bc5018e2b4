// Rows of every format to and from premultiplied argb8888.
//
// An 8-bit level v becomes n bits as (v - (v >> n) + d) >> (8 - n), with dither values d from 0 ..< 2^(8 - n). 0 and 255
// stay black and white, the average over a dither cell is correct, and a level that n bits represent exactly is unchanged.
#include "row.h"

#include <string.h>

#include "support/extremes.h"
#include "support/kernels.h"

// Bayer's 8 x 8 matrix: 0...63.
static const uint8_t bayer[8][8] = {
    {0, 32, 8, 40, 2, 34, 10, 42},  {48, 16, 56, 24, 50, 18, 58, 26}, {12, 44, 4, 36, 14, 46, 6, 38},  {60, 28, 52, 20, 62, 30, 54, 22},
    {3, 35, 11, 43, 1, 33, 9, 41},  {51, 19, 59, 27, 49, 17, 57, 25}, {15, 47, 7, 39, 13, 45, 5, 37},  {63, 31, 55, 23, 61, 29, 53, 21},
};

// The eight addends for `bits` bits, beginning with column x of row y.
static void dither_row(uint8_t out[8], int32_t x, int32_t y, int bits, bool dither) {
  for (int i = 0; i < 8; i++) {
    int b = bayer[y & 7][(x + i) & 7], steps = 1 << (8 - bits);
    out[i] = (uint8_t)(!dither ? steps / 2 : steps <= 64 ? b * steps / 64 : b * 2 + 1);
  }
}

void cr_row_unpack(cr_format format, const uint8_t *row, int32_t x, int32_t n, uint32_t *out) {
  switch (format) {
    case CR_ARGB8888: memcpy(out, row + (size_t)x * 4, (size_t)n * 4); break;
    case CR_XRGB8888: cr_k->make_opaque(out, (const uint32_t *)(const void *)row + x, (size_t)n); break;
    case CR_RGB888: {
      const uint8_t *p = row + (size_t)x * 3;
      for (int32_t i = 0; i < n; i++) out[i] = 0xff000000u | (uint32_t)p[3 * i] << 16 | (uint32_t)p[3 * i + 1] << 8 | p[3 * i + 2];
      break;
    }
    case CR_RGB565: cr_k->unpack565(out, (const uint16_t *)(const void *)row + x, (size_t)n); break;
    case CR_GRAY8:
      for (int32_t i = 0; i < n; i++) out[i] = 0xff000000u | row[x + i] * 0x010101u;
      break;
    case CR_COVERAGE8:
      for (int32_t i = 0; i < n; i++) out[i] = row[x + i] * 0x01010101u;
      break;
    case CR_GRAY4:
      for (int32_t i = 0; i < n; i++) {
        int32_t k = x + i;
        out[i] = 0xff000000u | ((row[k >> 1] >> (k & 1 ? 0 : 4)) & 15) * 0x111111u;
      }
      break;
    case CR_MONO1:
      for (int32_t i = 0; i < n; i++) {
        int32_t k = x + i;
        out[i] = (row[k >> 3] >> (7 - (k & 7))) & 1 ? 0xffffffffu : 0xff000000u;
      }
      break;
    default: break;
  }
}

void cr_row_pack(cr_format format, uint8_t *row, int32_t x, int32_t y, int32_t n, const uint32_t *in, bool dither) {
  uint8_t d[8], e[8], gray[256];
  switch (format) {
    case CR_ARGB8888: memcpy(row + (size_t)x * 4, in, (size_t)n * 4); break;
    case CR_XRGB8888: cr_k->make_opaque((uint32_t *)(void *)row + x, in, (size_t)n); break;
    case CR_RGB888: {
      uint8_t *p = row + (size_t)x * 3;
      for (int32_t i = 0; i < n; i++) {
        p[3 * i] = (uint8_t)(in[i] >> 16);
        p[3 * i + 1] = (uint8_t)(in[i] >> 8);
        p[3 * i + 2] = (uint8_t)in[i];
      }
      break;
    }
    case CR_RGB565:
      dither_row(d, x, y, 5, dither);
      dither_row(e, x, y, 6, dither);
      cr_k->pack565((uint16_t *)(void *)row + x, in, d, e, (size_t)n);
      break;
    case CR_GRAY8: cr_k->luma(row + x, in, (size_t)n); break;
    case CR_COVERAGE8: cr_k->alpha_of(row + x, in, (size_t)n); break;
    case CR_GRAY4:
    case CR_MONO1: {
      const int bits = format == CR_GRAY4 ? 4 : 1;
      dither_row(d, 0, y, bits, dither);
      for (int32_t done = 0; done < n; done += 256) {
        int32_t part = cr_min(256, n - done);
        cr_k->luma(gray, in + done, (size_t)part);
        for (int32_t i = 0; i < part; i++) {
          int32_t k = x + done + i;
          int v = (gray[i] - (gray[i] >> bits) + d[k & 7]) >> (8 - bits);
          if (bits == 4) {
            int shift = k & 1 ? 0 : 4;
            row[k >> 1] = (uint8_t)((row[k >> 1] & (0xf0 >> shift)) | v << shift);
          } else {
            int bit = 0x80 >> (k & 7);
            row[k >> 3] = (uint8_t)(v ? row[k >> 3] | bit : row[k >> 3] & ~bit);
          }
        }
      }
      break;
    }
    default: break;
  }
}
