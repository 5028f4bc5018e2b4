/// Encoders for pictures and video, and system calls for writing files safely. Any thread; no state is kept between calls.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef enum {
  TD_OK = 0,
  TD_BAD_ARGUMENT = 1,
  TD_NO_MEMORY = 2,
  TD_FAILED = 3, ///< The message has the reason.
} td_status;

/// Size of a message buffer, including the final zero.
#define TD_MESSAGE_SIZE 160

/// Memory layout of pixels; words are little-endian.
typedef enum {
  TD_PIXELS_ARGB = 0, ///< Bytes B G R A, premultiplied.
  TD_PIXELS_XRGB = 1, ///< Bytes B G R x.
  TD_PIXELS_RGB = 2,  ///< Bytes R G B.
  TD_PIXELS_565 = 3,  ///< 16-bit words, red in the high bits.
  TD_PIXELS_GRAY8 = 4,
  TD_PIXELS_GRAY4 = 5, ///< Left pixel in the high bits.
  TD_PIXELS_GRAY1 = 6, ///< Left pixel in the high bit, 1 is white.
} td_pixels;

/// A block of pixels, rows from the top.
typedef struct {
  const uint8_t *bytes;
  size_t stride; ///< Bytes from one row to the next.
  int32_t width, height;
  int32_t pixels; ///< td_pixels
} td_picture;

/// Encodes a PNG: RGBA (unpremultiplied), RGB, or gray of 8, 4 or 1 bits, depending on the pixels.
///
/// `drops_alpha`: ARGB pixels that are all opaque, written as RGB. `compression` 0...9, the levels of zlib.
/// On TD_OK `*out` has `*length` bytes; free it with td_free. On failure it is NULL and `message` (TD_MESSAGE_SIZE) has the reason.
td_status td_png_encode(
    const td_picture *picture, int32_t drops_alpha, int32_t compression, uint8_t **out, size_t *length, char *message);

/// Frees memory from td_png_encode. NULL is allowed.
void td_free(void *memory);

/// Writes `count` pixels of a row as bytes R G B; ARGB is blended with black. Gray of 1 and 4 bits is scaled to 0...255.
void td_row_to_rgb(uint8_t *to, const uint8_t *from, size_t count, int32_t pixels);

/// Converts part of a picture to planes Y, U, V with chroma halved in both directions and centred (C420jpeg); BT.601.
///
/// The pixels are ARGB (blended with black) or XRGB. The part covers columns `x`...`x + width` and rows `y`...`y + height`, extended to
/// even numbers and clipped to the picture. Planes are those of the whole picture, packed: width x height, then twice
/// (width + 1) / 2 x (height + 1) / 2. A last odd row or column counts double. `is_full_range` 1: samples 0...255, 0: 16...235 and
/// 16...240.
td_status td_to_i420(
    const td_picture *picture, int32_t x, int32_t y, int32_t width, int32_t height, int32_t is_full_range, uint8_t *planes);
