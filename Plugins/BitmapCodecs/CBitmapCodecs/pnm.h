// PBM, PGM, PPM (ASCII and binary) and PAM, up to 16 bits a sample; only the first picture of a file (netpbm's descriptions of the
// formats). Any thread.
#pragma once
#include "bitmap_codecs.h"

// Like bc_probe and bc_decoder_create, for bytes with the signature of a PNM.
bc_status bc_pnm_probe(const uint8_t *bytes, size_t length, bc_info *info, char *message);
bc_status bc_pnm_create(const uint8_t *bytes, size_t length, bc_decoder **out, bc_info *info, char *message);
