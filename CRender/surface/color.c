#include "color.h"

#include "support/pixel.h"

static uint32_t channel(float v) {
  if (!(v > 0)) return 0;
  return v >= 1 ? 255 : (uint32_t)(v * 255.0f + 0.5f);
}

uint32_t cr_color_premultiplied(cr_color c) {
  uint32_t a = channel(c.alpha);
  return a << 24 | cr_mul255(channel(c.red), a) << 16 | cr_mul255(channel(c.green), a) << 8 | cr_mul255(channel(c.blue), a);
}
