// State of a gradient or a repeated image as a source. One thread per source.
#pragma once
#include "cr_paint.h"
#include "paint/source.h"

enum { CR_LUT = 1024 };
typedef struct cr_gradient {
  double a, b, c;     // table position (or first coordinate) of device (x, y): a x + b y + c
  double a2, b2, c2;  // second coordinate for radial and conic
  double turn;        // start of a conic, 0 ..< 1
  cr_spread spread;
  double focal[4];     // shading.c: centre and radius of the outer circle minus those of the inner one, radius of the inner one
  const cr_surface *image;
  bool nearest;
  uint32_t lut[CR_LUT];
  // With dithering, `lut` is rounded down and this is the remainder, in 256ths of a level; the pattern starts at device pixel (dither_x,
  // dither_y).
  uint32_t rest[CR_LUT];
  int32_t dither_x, dither_y;
} cr_gradient;
