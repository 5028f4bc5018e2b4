// Headers of a BMP: all kinds from OS/2 1.x to V5 (BITMAPCOREHEADER ... BITMAPV5HEADER of wingdi.h). Any thread.
#pragma once
#include "bitmap_codecs.h"
#include <stdbool.h>

typedef enum { BC_BMP_RGB = 0, BC_BMP_RLE8 = 1, BC_BMP_RLE4 = 2, BC_BMP_FIELDS = 3, BC_BMP_RLE24 = 100 } bc_bmp_compression;

// Channel of a 16-bit or 32-bit pixel; `top` is its maximum value, 0 if the channel is missing.
typedef struct {
  uint32_t mask, shift, top;
} bc_bmp_field;

typedef struct {
  int32_t width, height; // pixels, 1...INT32_MAX
  bool is_bottom_up;
  uint32_t bits;
  bc_bmp_compression compression;
  bc_bmp_field red, green, blue, alpha; // for 16 and 32 bits a pixel
  uint32_t palette[256];                // premultiplied pixels, bytes B G R A as a little-endian word
  size_t pixels;                        // offset of the pixels from the start of the file or entry
} bc_bmp_header;

// Parses the header of a file (`is_entry` false) or of an entry of an ICO, which has no file header and twice the height.
bc_status bc_bmp_read_header(const uint8_t *bytes, size_t length, bool is_entry, bc_bmp_header *header, char *message);
// Returns the size of a stored row, padded to 4; for compressed kinds, that of an uncompressed row. `width` up to INT32_MAX.
uint64_t bc_bmp_row_bytes(const bc_bmp_header *header);
