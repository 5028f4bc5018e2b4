// The directories of ICO and CUR, and the pictures in them that are no PNG. Any thread.
#pragma once
#include "bitmap_codecs.h"

// As bc_probe, of bytes that begin as an ICO or CUR does.
bc_status bc_ico_probe(const uint8_t *bytes, size_t length, bc_info *info, char *message);
// As bc_decoder_create_entry.
bc_status bc_ico_create(const uint8_t *bytes, size_t length, bc_decoder **out, bc_info *info, char *message);
