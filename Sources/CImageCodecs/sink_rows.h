// Prepares rows of a file for a sink: clips them to the requested part, converts colours to sRGB if there is a profile, then premultiplies.
// One thread.
#pragma once
#include "color.h"
#include "size.h"
#include <stdbool.h>

// Row state. Borrows all that it points to.
typedef struct {
  ic_sink *sink;         // sink for rows as wide as the part
  const ic_color *color; // NULL if colours are sRGB
  uint8_t *room;         // 4 bytes for each pixel of the part's width; only for `color`
  ic_part part;          // part of the picture
  int32_t row;           // next row of the picture
} ic_rows;

// Processes the next row: pixels of 1...4 channels (gray, gray and alpha, RGB, RGBA), or those of the transform if there is one.
void ic_rows_put(ic_rows *rows, const uint8_t *from, int channels);
// Whether the last row of the part has been processed.
bool ic_rows_are_complete(const ic_rows *rows);
