// Directories of ICO and CUR, and their pictures other than PNG. Any thread.
#pragma once
#include "bitmap_codecs.h"

// Like bc_probe, for bytes with the signature of an ICO or CUR.
bc_status bc_ico_probe(const uint8_t *bytes, size_t length, bc_info *info, char *message);
// Like bc_decoder_create_entry.
bc_status bc_ico_create(const uint8_t *bytes, size_t length, bc_decoder **out, bc_info *info, char *message);
