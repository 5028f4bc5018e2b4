// Conversion of samples to pixels.
#pragma once
#include "planes.h"
#include "video_decoder.h"

// Writes opaque pixels, bytes B G R 255, `stride` bytes a row. Rotation and mirroring are those of `conversion`; its other members were used for
// `planes`.
vd_status vd_convert_planes(const vd_planes *planes, const vd_conversion *conversion, uint8_t *pixels, size_t stride);
