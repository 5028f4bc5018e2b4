// QOI (the specification of version 1.0, qoiformat.org). Any thread.
#pragma once
#include "bitmap_codecs.h"

// Like bc_probe and bc_decoder_create, for bytes with the signature of a QOI.
bc_status bc_qoi_probe(const uint8_t *bytes, size_t length, bc_info *info, char *message);
bc_status bc_qoi_create(const uint8_t *bytes, size_t length, bc_decoder **out, bc_info *info, char *message);
