// Converts rows of an uncompressed BMP. Any thread.
#pragma once
#include "bmp_header.h"

// Writes `header->width` (up to BC_MAX_SIDE) premultiplied pixels of the stored row `from`, which has bc_bmp_row_bytes.
void bc_bmp_convert_row(const bc_bmp_header *header, const uint8_t *from, uint8_t *to);
