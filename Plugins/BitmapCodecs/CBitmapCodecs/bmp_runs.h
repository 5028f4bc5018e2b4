// The run lengths of BMP: RLE4, RLE8 and RLE24 (of OS/2). Pixels that no run gives have the palette's first colour. One thread.
#pragma once
#include "bmp_header.h"

typedef struct {
  const uint8_t *bytes;
  size_t length, position;
  int64_t x, y;   // where the next pixel goes, rows from the lowest
  bool has_ended; // the mark of the end was read
} bc_bmp_runs;

// Writes row `y`, the one after that written before, as premultiplied pixels.
bc_status bc_bmp_runs_row(bc_bmp_runs *runs, const bc_bmp_header *header, int32_t y, uint8_t *to, char *message);
