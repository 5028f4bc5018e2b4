/// WebP by libwebp and libwebpdemux, which are loaded with the first WebP.
///
/// Pixels are 32-bit, bytes B G R A, rows from the top. No function keeps a pointer after it returns; any thread.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef enum {
  WP_OK = 0,
  WP_NO_LIBRARY = 1,
  WP_TRUNCATED = 2, ///< The data ends in the middle.
  WP_CORRUPT = 3,
  WP_UNSUPPORTED = 4,
  WP_NO_MEMORY = 5,
  WP_CANCELLED = 6,
} wp_status;

/// Room that a message needs at the most, its final zero included.
#define WP_MESSAGE_SIZE 200

/// What the file says of itself.
typedef struct {
  int32_t width, height; ///< Pixels.
  int32_t has_alpha;
  int32_t is_animated;
  int32_t is_lossless; ///< 0 for animations.
  int32_t loops;       ///< How often it is played; 0: without end. Only wp_scan fills it.
} wp_info;

/// One frame of an animation.
typedef struct {
  int32_t x, y, width, height; ///< On the canvas, pixels.
  int32_t milliseconds;
  int32_t clears;  ///< 1: its pixels become transparent when its time is over.
  int32_t blends;  ///< 1: it is drawn over what is there; 0: it replaces it.
  int32_t has_alpha;
  size_t offset, length; ///< Of its compressed data, from the first byte of the file.
} wp_frame;

/// Reads the header. The bytes may be the beginning of a file: WP_TRUNCATED means that more are needed.
/// `message` (WP_MESSAGE_SIZE bytes) gets the reason of a failure.
wp_status wp_probe(const uint8_t *bytes, size_t length, wp_info *info, char *message);

/// Takes one frame. Returns 0 to stop.
typedef int (*wp_take)(void *context, const wp_frame *frame);

/// Hands over each frame of a whole file, in order; one for a still picture.
wp_status wp_scan(const uint8_t *bytes, size_t length, wp_info *info, wp_take take, void *context, char *message);

/// Polled while decoding; non-zero: stop and return WP_CANCELLED.
typedef int (*wp_cancelled)(void *context);

/// Decodes a still picture or the data of a frame to `width` x `height` pixels, at most its own size; `stride` bytes from one row to the next.
///
/// `is_straight`: alpha is not multiplied in, as transforms of colours want it; else it is. On failure the pixels are undefined, but for WP_TRUNCATED: the first `rows` of them (may be NULL) are those of the picture.
wp_status wp_decode(
    const uint8_t *bytes, size_t length, int32_t width, int32_t height, uint8_t *pixels, size_t stride, int is_straight,
    int32_t *rows, wp_cancelled cancelled, void *context, char *message);
