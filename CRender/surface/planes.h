// Rows of planes as pixels. Any thread; borrows the planes.
#pragma once
#include "cr_planes.h"

// Planes with the factors of their conversion.
typedef struct cr_planar {
  cr_planes planes;
  int16_t factors[6];  // as in kernel_table.h
} cr_planar;

// False if the planes have a size, stride, layout or matrix out of range.
bool cr_planar_prepare(cr_planar *planar, const cr_planes *planes);
// Pixels x ..< x + n of row y, all inside the picture: premultiplied, opaque.
void cr_planar_row(const cr_planar *planar, int32_t x, int32_t y, int32_t n, uint32_t *out);
