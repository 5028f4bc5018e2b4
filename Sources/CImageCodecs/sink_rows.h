// Rows as a file has them on their way to a sink: the part that is wanted, colours to sRGB where a profile wants it, then premultiplied. One thread.
#pragma once
#include "color.h"
#include "size.h"
#include <stdbool.h>

// Borrows all that it points to.
typedef struct {
  ic_sink *sink;         // for rows as wide as the part
  const ic_color *color; // NULL: colours are sRGB
  uint8_t *room;         // 4 bytes for each pixel of the part's width; only for `color`
  ic_part part;          // of the picture
  int32_t row;           // of the picture, the one that comes next
} ic_rows;

// Takes the next row: pixels of 1...4 channels (gray, gray and alpha, RGB, RGBA), those of the transform where there is one.
void ic_rows_put(ic_rows *rows, const uint8_t *from, int channels);
// Whether the last row of the part was taken.
bool ic_rows_are_complete(const ic_rows *rows);
