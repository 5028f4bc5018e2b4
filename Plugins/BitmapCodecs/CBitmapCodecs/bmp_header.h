// What the headers of a BMP say: all kinds from OS/2 1.x to V5 (BITMAPCOREHEADER ... BITMAPV5HEADER of wingdi.h). Any thread.
#pragma once
#include "bitmap_codecs.h"
#include <stdbool.h>

typedef enum { BC_BMP_RGB = 0, BC_BMP_RLE8 = 1, BC_BMP_RLE4 = 2, BC_BMP_FIELDS = 3, BC_BMP_RLE24 = 100 } bc_bmp_compression;

// A channel of a pixel of 16 or 32 bits; `top` is its largest value, 0: the channel is missing.
typedef struct {
  uint32_t mask, shift, top;
} bc_bmp_field;

typedef struct {
  int32_t width, height; // pixels, 1...INT32_MAX
  bool is_bottom_up;
  uint32_t bits;
  bc_bmp_compression compression;
  bc_bmp_field red, green, blue, alpha; // of 16 and 32 bits a pixel
  uint32_t palette[256];                // premultiplied pixels, bytes B G R A as a little-endian word
  size_t pixels;                        // where they begin, bytes from the start of the file or entry
} bc_bmp_header;

// Reads the header of a file (`is_entry` false) or of an entry of an ICO, which has no file header and twice the height.
bc_status bc_bmp_read_header(const uint8_t *bytes, size_t length, bool is_entry, bc_bmp_header *header, char *message);
// Bytes of a stored row, padded to 4; of compressed kinds as if they were not. `width` up to INT32_MAX.
uint64_t bc_bmp_row_bytes(const bc_bmp_header *header);
