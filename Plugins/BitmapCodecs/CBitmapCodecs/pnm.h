// PBM, PGM, PPM (ASCII and binary) and PAM, up to 16 bits a sample; the first picture of a file (netpbm's descriptions of the formats). Any thread.
#pragma once
#include "bitmap_codecs.h"

// As bc_probe and bc_decoder_create, of bytes that begin as a PNM does.
bc_status bc_pnm_probe(const uint8_t *bytes, size_t length, bc_info *info, char *message);
bc_status bc_pnm_create(const uint8_t *bytes, size_t length, bc_decoder **out, bc_info *info, char *message);
