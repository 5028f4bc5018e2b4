// Paints as sources. One thread for each source.
#pragma once
#include "cr_paint.h"
#include "paint/source.h"

enum { CR_LUT = 1024 };
typedef struct cr_gradient {
  double a, b, c;     // table position (or first coordinate) of device (x, y): a x + b y + c
  double a2, b2, c2;  // second coordinate for radial and conic
  double turn;        // start of a conic, 0 ..< 1
  uint32_t lut[CR_LUT];
} cr_gradient;
// A paint as a source, under the canvas's map. The storage lives as long as the source is used. False where there is nothing to paint.
bool cr_source_from_paint(const cr_paint *paint, const cr_transform *t, cr_gradient *storage, cr_source *source);
