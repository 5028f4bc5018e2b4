// Blending of two premultiplied colours: the modes of COLR version 1, as in the W3C's Compositing and Blending Level 1.
#include "color_blend.h"

#include <math.h>

/// Numbers as in OpenType.
enum {
  MIX_CLEAR, MIX_SRC, MIX_DEST, MIX_SRC_OVER, MIX_DEST_OVER, MIX_SRC_IN, MIX_DEST_IN, MIX_SRC_OUT, MIX_DEST_OUT, MIX_SRC_ATOP, MIX_DEST_ATOP, MIX_XOR, MIX_PLUS,
  MIX_SCREEN, MIX_OVERLAY, MIX_DARKEN, MIX_LIGHTEN, MIX_COLOR_DODGE, MIX_COLOR_BURN, MIX_HARD_LIGHT, MIX_SOFT_LIGHT, MIX_DIFFERENCE,
  MIX_EXCLUSION, MIX_MULTIPLY, MIX_HSL_HUE, MIX_HSL_SATURATION, MIX_HSL_COLOR, MIX_HSL_LUMINOSITY
};

static float multiplied(float a, float b) { return a * b; }
static float screened(float b, float s) { return b + s - b * s; }
static float hard(float b, float s) { return s <= 0.5f ? multiplied(b, 2 * s) : screened(b, 2 * s - 1); }
static float soft(float b, float s) {
  if (s <= 0.5f) return b - (1 - 2 * s) * b * (1 - b);
  const float d = b <= 0.25f ? ((16 * b - 12) * b + 4) * b : sqrtf(b);
  return b + (2 * s - 1) * (d - b);
}

/// One channel of a separable mode, not premultiplied.
static float separable(unsigned mode, float b, float s) {
  switch (mode) {
  case MIX_SCREEN: return screened(b, s);
  case MIX_OVERLAY: return hard(s, b);
  case MIX_DARKEN: return fminf(b, s);
  case MIX_LIGHTEN: return fmaxf(b, s);
  case MIX_COLOR_DODGE: return b <= 0 ? 0 : s >= 1 ? 1 : fminf(1, b / (1 - s));
  case MIX_COLOR_BURN: return b >= 1 ? 1 : s <= 0 ? 0 : 1 - fminf(1, (1 - b) / s);
  case MIX_HARD_LIGHT: return hard(b, s);
  case MIX_SOFT_LIGHT: return soft(b, s);
  case MIX_DIFFERENCE: return fabsf(b - s);
  case MIX_EXCLUSION: return b + s - 2 * b * s;
  case MIX_MULTIPLY: return multiplied(b, s);
  default: return s;
  }
}

typedef struct {
  float c[3];  // red, green, blue
} rgb;

static float luminosity(rgb v) { return 0.3f * v.c[0] + 0.59f * v.c[1] + 0.11f * v.c[2]; }
static float least(rgb v) { return fminf(v.c[0], fminf(v.c[1], v.c[2])); }
static float most(rgb v) { return fmaxf(v.c[0], fmaxf(v.c[1], v.c[2])); }

static rgb with_luminosity(rgb v, float l) {
  const float d = l - luminosity(v);
  for (int i = 0; i < 3; i++) v.c[i] += d;
  const float n = least(v), x = most(v);
  l = luminosity(v);
  for (int i = 0; i < 3; i++) {
    if (n < 0) v.c[i] = l + (v.c[i] - l) * l / (l - n);
    if (x > 1) v.c[i] = l + (v.c[i] - l) * (1 - l) / (x - l);
  }
  return v;
}

static rgb with_saturation(rgb v, float s) {
  const float n = least(v), x = most(v);
  for (int i = 0; i < 3; i++) v.c[i] = x > n ? (v.c[i] - n) * s / (x - n) : 0;
  return v;
}

static rgb mixed(unsigned mode, rgb b, rgb s) {
  switch (mode) {
  case MIX_HSL_HUE: return with_luminosity(with_saturation(s, most(b) - least(b)), luminosity(b));
  case MIX_HSL_SATURATION: return with_luminosity(with_saturation(b, most(s) - least(s)), luminosity(b));
  case MIX_HSL_COLOR: return with_luminosity(s, luminosity(b));
  case MIX_HSL_LUMINOSITY: return with_luminosity(b, luminosity(s));
  default: break;
  }
  rgb out;
  for (int i = 0; i < 3; i++) out.c[i] = separable(mode, b.c[i], s.c[i]);
  return out;
}

static rgb plain(const float c[4]) {
  rgb out;
  for (int i = 0; i < 3; i++) out.c[i] = c[3] > 0 ? fminf(1, c[i] / c[3]) : 0;
  return out;
}

void cr_blend_colors(unsigned mode, const float s[4], const float b[4], float out[4]) {
  const float sa = s[3], ba = b[3];
  float fs = 1, fb = 1 - sa;  // Porter and Duff: factors of source and backdrop; the default is the source over the backdrop
  switch (mode) {
  case MIX_CLEAR: fs = 0, fb = 0; break;
  case MIX_SRC: fb = 0; break;
  case MIX_DEST: fs = 0, fb = 1; break;
  case MIX_SRC_OVER: break;
  case MIX_DEST_OVER: fs = 1 - ba, fb = 1; break;
  case MIX_SRC_IN: fs = ba, fb = 0; break;
  case MIX_DEST_IN: fs = 0, fb = sa; break;
  case MIX_SRC_OUT: fs = 1 - ba, fb = 0; break;
  case MIX_DEST_OUT: fs = 0; break;
  case MIX_SRC_ATOP: fs = ba; break;
  case MIX_DEST_ATOP: fs = 1 - ba, fb = sa; break;
  case MIX_XOR: fs = 1 - ba; break;
  case MIX_PLUS: fb = 1; break;
  default: {
    // The blended colour if both are present, else the one that is.
    const rgb mix = mixed(mode, plain(b), plain(s));
    for (int i = 0; i < 3; i++) out[i] = s[i] * (1 - ba) + b[i] * (1 - sa) + sa * ba * mix.c[i];
    out[3] = sa + ba - sa * ba;
    return;
  }
  }
  for (int i = 0; i < 4; i++) out[i] = fminf(1, s[i] * fs + b[i] * fb);
}
