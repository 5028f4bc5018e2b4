// Samples of a frame as rows of 16-bit numbers.
#pragma once
#include "library.h"

// How the samples of a frame are stored, and the size of what is read from them. A value.
typedef struct {
  const AVFrame *frame;
  const AVPixFmtDescriptor *format;
  int depth;     // Bits of a sample as read, 8...12.
  int drop;      // Bits that reading drops.
  int shrink;    // 1, 2, 4 or 8.
  int is_smooth; // Whether chroma is interpolated.
  int width, height; // Of the result in pixels.
} vd_planes;

// Returns 0 if the format cannot be read: samples on a device, bit streams, palettes, floats.
// Both pointers must be valid while the planes are read.
int vd_planes_init(vd_planes *planes, const AVFrame *frame, const AVPixFmtDescriptor *format, int shrink, int is_smooth);

// Reads row `y` of component `component` (0: Y or R, 1: U or G, 2: V or B): `width` numbers. `scratch` has room for `width` numbers.
void vd_planes_row(const vd_planes *planes, int component, int y, uint16_t *row, uint16_t *scratch);
