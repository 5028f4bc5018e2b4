/// Converts video frames to pixels with libyuv, which is loaded with the first frame. Any thread; calls keep no other state.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Maximum width and height of a frame in pixels.
#define VC_MAX_SIDE 16384

typedef enum {
  VC_OK = 0,
  VC_BAD_ARGUMENT = 1, ///< Invalid size, stride or format.
  VC_NO_MEMORY = 2,
  VC_NO_LIBRARY = 3, ///< libyuv is not installed; vc_library_problem returns the reason.
} vc_status;

/// Memory layout of the samples of a frame, 8 bits each.
typedef enum {
  VC_I420 = 0, ///< Planes Y, U, V; chroma halved in both directions, rounded up.
  VC_I422 = 1, ///< Planes Y, U, V; chroma halved horizontally, rounded up.
  VC_I444 = 2, ///< Planes Y, U, V of equal size.
  VC_GRAY = 3, ///< Plane Y.
  VC_NV12 = 4, ///< Plane Y; plane of U V pairs, halved in both directions, rounded up.
  VC_YUYV = 5, ///< One plane of Y U Y V.
  VC_XRGB = 6, ///< One plane of B G R x.
} vc_format;

typedef enum { VC_BT601 = 0, VC_BT709 = 1, VC_BT2020 = 2 } vc_matrix;

/// Frame in borrowed memory.
typedef struct {
  int32_t format; ///< vc_format
  int32_t width;  ///< Pixels, 1...VC_MAX_SIDE.
  int32_t height; ///< Pixels, 1...VC_MAX_SIDE.
  int32_t matrix; ///< vc_matrix; not used for XRGB.
  int32_t is_full_range; ///< 1: samples 0...255, 0: luma 16...235, chroma 16...240. Not used for XRGB.
  const uint8_t *planes[3];
  size_t strides[3]; ///< Bytes from one row of a plane to the next.
} vc_frame;

/// Converts a frame to `width` x `height` opaque pixels, bytes B G R 255, `stride` bytes a row.
///
/// If the sizes differ, the planes are scaled before the conversion (averaged when shrunk, bilinear when enlarged). At the frame's own
/// size, chroma is repeated, not interpolated.
vc_status vc_convert(const vc_frame *frame, int32_t width, int32_t height, uint8_t *pixels, size_t stride);

/// Returns the reason why libyuv cannot be used, or an empty string. Loads the library. The text is valid for the lifetime of the program.
/// Any thread.
const char *vc_library_problem(void);
