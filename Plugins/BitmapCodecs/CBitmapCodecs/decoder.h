// Common head of all decoders. One thread.
#pragma once
#include "bitmap_codecs.h"

struct bc_decoder {
  bc_status (*row)(bc_decoder *decoder, uint8_t *to, char *message); // writes the next row of `info.width` pixels
  const uint8_t *bytes; // borrowed: the whole file, or an entry
  size_t length;
  bc_info info;
  int32_t next;    // number of rows returned
  bc_status ended; // failure after which no row is returned
};
