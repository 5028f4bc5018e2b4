// Colours of a profile to sRGB, by lcms2, which is opened at first use. Any thread; a transform is used by any number at once.
#pragma once
#include "image_codecs.h"

// What a PNG says in gAMA and cHRM: chromaticities x and y of white, red, green and blue; gamma as the exponent of the file, 0: not said.
typedef struct {
  double gamma;
  int has_primaries;
  double white[2], red[2], green[2], blue[2];
} ic_calibration;

// A transform by gamma and chromaticities; NULL: colours are sRGB, or can only be taken as such.
ic_color *ic_color_create_calibrated(const ic_calibration *calibration, ic_color_layout layout);
// Channels of the result: 3 (RGB), or 4 (RGBA) where the layout has alpha.
int ic_color_channels(const ic_color *color);
// Writes `count` pixels of ic_color_channels bytes, not premultiplied. The two do not overlap.
void ic_color_apply(const ic_color *color, const uint8_t *from, uint8_t *to, size_t count);
