/// WebP by libwebp and libwebpdemux, which are loaded with the first WebP.
///
/// Pixels are 32-bit, bytes B G R A, rows from the top. No function keeps a pointer after it returns; any thread.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef enum {
  WP_OK = 0,
  WP_NO_LIBRARY = 1,
  WP_TRUNCATED = 2, ///< The data is truncated.
  WP_CORRUPT = 3,
  WP_UNSUPPORTED = 4,
  WP_NO_MEMORY = 5,
  WP_CANCELLED = 6,
} wp_status;

/// Size of a message buffer, including the final zero.
#define WP_MESSAGE_SIZE 200

/// Parsed header.
typedef struct {
  int32_t width, height; ///< Pixels.
  int32_t has_alpha;
  int32_t is_animated;
  int32_t is_lossless; ///< 0 for animations.
  int32_t loops;       ///< Number of loops; 0 means unlimited. Only set by wp_scan.
} wp_info;

/// Frame of an animation.
typedef struct {
  int32_t x, y, width, height; ///< Position and size on the canvas, pixels.
  int32_t milliseconds;
  int32_t clears;  ///< 1 if its pixels become transparent at the end of its display time.
  int32_t blends;  ///< 1 if it is drawn over the canvas; 0 if it replaces it.
  int32_t has_alpha;
  size_t offset, length; ///< Range of its compressed data, from the first byte of the file.
} wp_frame;

/// Parses the header. The bytes may be the beginning of a file: WP_TRUNCATED means that more are needed. `message` (WP_MESSAGE_SIZE bytes)
/// receives the reason of a failure.
wp_status wp_probe(const uint8_t *bytes, size_t length, wp_info *info, char *message);

/// Callback for a frame. Returns 0 to stop.
typedef int (*wp_take)(void *context, const wp_frame *frame);

/// Passes each frame of a whole file to `take`, in order; one for a still picture.
wp_status wp_scan(const uint8_t *bytes, size_t length, wp_info *info, wp_take take, void *context, char *message);

/// Polled while decoding. A nonzero result stops the call, which returns WP_CANCELLED.
typedef int (*wp_cancelled)(void *context);

/// Decodes a still picture or the data of a frame to `width` x `height` pixels, at most its own size; `stride` bytes from one row to the
/// next.
///
/// `is_straight` selects straight alpha, which colour transforms require; otherwise the result is premultiplied. On failure the pixels are
/// undefined. Only after WP_TRUNCATED the first `rows` rows (may be NULL) are valid.
wp_status wp_decode(
    const uint8_t *bytes, size_t length, int32_t width, int32_t height, uint8_t *pixels, size_t stride, int is_straight,
    int32_t *rows, wp_cancelled cancelled, void *context, char *message);
