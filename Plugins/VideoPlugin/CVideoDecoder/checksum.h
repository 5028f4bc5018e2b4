// Text of checksums.
#pragma once
#include <stdint.h>

// Writes 16 bytes as hexadecimal text (VD_CHECKSUM_SIZE bytes).
void vd_checksum_text(const uint8_t *digest, char *text);
