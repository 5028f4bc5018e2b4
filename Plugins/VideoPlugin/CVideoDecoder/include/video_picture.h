/// Pictures of cameras in memory, converted to pixels with the loops of video frames. No library is loaded unless stated otherwise. Any
/// thread.
#pragma once
#include "video_decoder.h"

/// Formats: four characters of V4L2, the first in the lowest byte.
#define VD_FOURCC(a, b, c, d) ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)

/// Picture in memory: planes one behind the other. A row of chroma has the stride of luma, or half of it if U and V have planes of their own.
typedef struct {
  uint32_t format;       ///< YUYV, UYVY, NV12, NV21, YU12, YV12, RGBP (565), RGB3, BGR3, XR24 (B G R x) or GREY.
  int32_t width, height; ///< Pixels.
  uint32_t stride;       ///< Bytes of a row of the first plane.
  int32_t is_full;       ///< Whether luma uses 0...255; otherwise 16...235.
  int32_t matrix;        ///< Number of the matrix, ITU-T H.273.
} vd_picture;

/// Returns the bytes from the first sample to the last one; 0 if the format is unknown or size and stride contradict each other.
size_t vd_picture_size(const vd_picture *picture);

/// Returns the size in pixels of a converted picture.
void vd_picture_result(const vd_picture *picture, const vd_conversion *conversion, int32_t *width, int32_t *height);

/// Writes opaque pixels, bytes B G R 255, `stride` bytes a row. VD_CORRUPT: `count` bytes are not enough for the picture.
vd_status vd_picture_convert(
    const vd_picture *picture, const uint8_t *bytes, size_t count, const vd_conversion *conversion, uint8_t *pixels, size_t stride);

/// Writes the MD5 of the planes Y, U and V without padding, as hexadecimal text (VD_CHECKSUM_SIZE bytes): that of the same samples in three planes.
/// For NV12 and YU12. Loads FFmpeg's libraries.
vd_status vd_picture_checksum(const vd_picture *picture, const uint8_t *bytes, size_t count, char *text);
