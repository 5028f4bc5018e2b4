/// PNG (libpng, zlib) and JPEG (libjpeg-turbo) from memory to premultiplied pixels.
///
/// Pixels are 32-bit, bytes B G R A, premultiplied, rows from the top. Colours are taken as sRGB: gamma chunks and ICC profiles are ignored.
/// No function keeps a pointer after it returns. All functions may be called on any thread, at the same time.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Longest side, in pixels, of a picture that is decoded.
#define IC_MAX_SIDE 16384

typedef enum {
  IC_OK = 0,
  IC_NOT_AN_IMAGE = 1, ///< Neither PNG nor JPEG; the message names the format where it is known.
  IC_UNSUPPORTED = 2,  ///< A PNG or JPEG of a kind that is not decoded (12-bit JPEG, say).
  IC_CORRUPT = 3,
  IC_TRUNCATED = 4, ///< The data ends before the picture does.
  IC_TOO_LARGE = 5, ///< A side is over IC_MAX_SIDE, or decoding needs more memory than the limit.
  IC_NO_MEMORY = 6,
  IC_CANCELLED = 7,
  IC_BAD_ARGUMENT = 8,
  IC_UNREADABLE = 9, ///< A ic_read said so.
} ic_status;

typedef enum { IC_PNG = 1, IC_JPEG = 2 } ic_format;

/// What the header says.
typedef struct {
  int32_t format;      ///< ic_format
  int32_t width;       ///< Pixels as stored, before orientation. May be beyond the limits: probing does not judge.
  int32_t height;      ///< Pixels as stored, before orientation.
  int32_t orientation; ///< EXIF orientation, 1...8; 1 where there is none.
  int32_t is_opaque;   ///< 1 where no pixel can have alpha below 1.
} ic_info;

/// Room that a message needs at the most, its final zero included.
#define IC_MESSAGE_SIZE 240

/// Polled while decoding; non-zero: stop and return IC_CANCELLED.
typedef int (*ic_cancelled)(void *context);

/// Reads the header of a picture; the format is told by content. The bytes may be the beginning of a file:
/// IC_TRUNCATED means that more are needed. `message` (IC_MESSAGE_SIZE bytes) gets the reason of a failure, else an empty text.
ic_status ic_probe(const uint8_t *bytes, size_t length, ic_info *info, char *message);

/// Decodes into `pixels` (`height` rows of `width` pixels, `stride` bytes from one to the next), in stored orientation.
///
/// `width` and `height` are 1 up to the stored size; what is smaller is shrunk while decoding: JPEG to the smallest eighth that is large
/// enough in the DCT, then both by averaging the covered area, row by row, so that no picture of the full size exists (except for
/// interlaced PNG). `byte_limit` bounds the memory used beside `pixels`. On failure the pixels are undefined.
/// `cancelled` may be NULL. `message` as for ic_probe.
ic_status ic_decode(
    const uint8_t *bytes, size_t length, int32_t width, int32_t height, uint8_t *pixels, size_t stride, size_t byte_limit,
    ic_cancelled cancelled, void *context, char *message);

/// Gives the bytes of a file that follow those given before: up to `count` of them, into `to`. Returns how many, 0 at the end, or -1 where the file
/// cannot be read.
typedef int64_t (*ic_read)(void *file, uint8_t *to, size_t count);

/// Like ic_decode, for a PNG of which `bytes` are only the beginning, 8 at least: `read` gives what follows, a piece at a time, so that the file is
/// never in memory as a whole. IC_NOT_AN_IMAGE for other formats.
ic_status ic_decode_pieces(
    const uint8_t *bytes, size_t length, ic_read read, void *file, int32_t width, int32_t height, uint8_t *pixels, size_t stride,
    size_t byte_limit, ic_cancelled cancelled, void *context, char *message);

/// Copies `width` x `height` stored pixels from `from` to `to` as EXIF `orientation` (1...8) wants them shown; from 5 on, `to` has `height`
/// columns and `width` rows. Strides in bytes. The two must not overlap. Returns IC_BAD_ARGUMENT for another orientation.
/// `cancelled` may be NULL; it is polled every few rows.
ic_status ic_orient(
    const uint8_t *from, size_t from_stride, int32_t width, int32_t height, int32_t orientation, uint8_t *to, size_t to_stride,
    ic_cancelled cancelled, void *context);
