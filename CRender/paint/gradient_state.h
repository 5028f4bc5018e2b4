// What a gradient or a repeated image keeps while it is a source. One thread for each source.
#pragma once
#include "cr_paint.h"
#include "paint/source.h"

enum { CR_LUT = 1024 };
typedef struct cr_gradient {
  double a, b, c;     // table position (or first coordinate) of device (x, y): a x + b y + c
  double a2, b2, c2;  // second coordinate for radial and conic
  double turn;        // start of a conic, 0 ..< 1
  cr_spread spread;
  double focal[4];     // shading.c: centre and radius of the outer circle less those of the inner one, radius of the inner one
  const cr_surface *image;
  bool nearest;
  uint32_t lut[CR_LUT];
  // Where it is dithered `lut` is rounded down, and this is what is left, in 256ths of a level; the pattern begins at device pixel (dither_x, dither_y).
  uint32_t rest[CR_LUT];
  int32_t dither_x, dither_y;
} cr_gradient;
