// Luminance as alpha. Source: CSS Masking 1, section 7.10.1; the coefficients are those of SVG's luminanceToAlpha.
#include "luminance.h"

#include "surface/linear.h"

void cr_luminance_row(uint32_t *pixels, int32_t n, bool linear) {
  const cr_linear_tables *tables = linear ? cr_linear() : 0;
  for (int32_t i = 0; i < n; i++) {
    const uint32_t p = pixels[i], a = p >> 24;
    if (a == 0) {
      pixels[i] = 0;
      continue;
    }
    uint32_t r = p >> 16 & 255, g = p >> 8 & 255, b = p & 255;
    if (tables) {
      // Light is computed from the unpremultiplied colour.
      r = tables->from_srgb[(r * 255 + a / 2) / a > 255 ? 255 : (r * 255 + a / 2) / a] * a / 255;
      g = tables->from_srgb[(g * 255 + a / 2) / a > 255 ? 255 : (g * 255 + a / 2) / a] * a / 255;
      b = tables->from_srgb[(b * 255 + a / 2) / a > 255 ? 255 : (b * 255 + a / 2) / a] * a / 255;
    }
    // 0.2125, 0.7154 and 0.0721 of 65536.
    pixels[i] = (r * 13926 + g * 46885 + b * 4725 + 32768) >> 16 << 24;
  }
}
