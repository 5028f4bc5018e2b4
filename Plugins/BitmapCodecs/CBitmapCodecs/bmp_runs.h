// Run-length encodings of BMP: RLE4, RLE8 and RLE24 (of OS/2). Pixels without a run have the palette's first colour. One thread.
#pragma once
#include "bmp_header.h"

typedef struct {
  const uint8_t *bytes;
  size_t length, position;
  int64_t x, y;   // position of the next pixel, rows from the lowest
  bool has_ended; // whether the end mark was read
} bc_bmp_runs;

// Writes row `y`, which must follow the previous one, as premultiplied pixels.
bc_status bc_bmp_runs_row(bc_bmp_runs *runs, const bc_bmp_header *header, int32_t y, uint8_t *to, char *message);
