// EXIF: a TIFF header and what follows. Any thread.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Returns the orientation, 1...8; 1 where the tag is missing or the data is no EXIF.
int32_t ic_exif_orientation(const uint8_t *bytes, size_t length);
