// Colours of a profile to sRGB, by lcms2, which is loaded at first use. Any thread; one transform may be used by several threads together.
#pragma once
#include "image_codecs.h"

// Calibration of a PNG from gAMA and cHRM: chromaticities x and y of white, red, green and blue; gamma is the exponent of the file, 0 if
// absent.
typedef struct {
  double gamma;
  int has_primaries;
  double white[2], red[2], green[2], blue[2];
} ic_calibration;

// Creates a transform from gamma and chromaticities. Returns NULL if colours are sRGB, or can only be taken as sRGB.
ic_color *ic_color_create_calibrated(const ic_calibration *calibration, ic_color_layout layout);
// Channels of the result: 3 (RGB), or 4 (RGBA) if the layout has alpha.
int ic_color_channels(const ic_color *color);
// Writes `count` pixels of ic_color_channels bytes, not premultiplied. The two must not overlap.
void ic_color_apply(const ic_color *color, const uint8_t *from, uint8_t *to, size_t count);
