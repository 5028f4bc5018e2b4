/// PNG (libpng, zlib) and JPEG (libjpeg-turbo) from memory to premultiplied pixels, and helpers for decoders of other formats.
///
/// Pixels are 32-bit, bytes B G R A, premultiplied, rows from the top. Colours of an ICC profile, and of cICP, gAMA and cHRM in PNG, are
/// converted to sRGB by lcms2 if the package is built with the part `color`; otherwise they are taken as sRGB. No function keeps a pointer
/// after it returns, except sinks. All functions may be called on any thread, also concurrently.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Maximum width and height in pixels of a decoded picture.
#define IC_MAX_SIDE 16384

typedef enum {
  IC_OK = 0,
  IC_NOT_AN_IMAGE = 1, ///< Not of the decoder's format.
  IC_UNSUPPORTED = 2,  ///< A valid variant of the format that is not supported (12-bit JPEG, for example).
  IC_CORRUPT = 3,
  IC_TRUNCATED = 4, ///< The data is truncated.
  IC_TOO_LARGE = 5, ///< A side exceeds IC_MAX_SIDE, or decoding needs more memory than the limit.
  IC_NO_MEMORY = 6,
  IC_CANCELLED = 7,
  IC_BAD_ARGUMENT = 8,
  IC_UNREADABLE = 9, ///< An ic_read reported a failure.
} ic_status;

/// Size of the buffer for the name of a profile.
#define IC_PROFILE_NAME_SIZE 64

/// Parsed header.
typedef struct {
  int32_t width;       ///< Pixels as stored, before orientation. May exceed the limits: probing does not check them.
  int32_t height;      ///< Pixels as stored, before orientation.
  int32_t orientation; ///< EXIF orientation, 1...8; 1 if there is none.
  int32_t is_opaque;   ///< 1 if all pixels have alpha 1.
  char profile[IC_PROFILE_NAME_SIZE]; ///< Description of the embedded ICC profile; empty if there is none.
} ic_info;

/// Size of a message buffer, including the final zero.
#define IC_MESSAGE_SIZE 240

/// Polled while decoding. A nonzero result stops the call, which returns IC_CANCELLED.
typedef int (*ic_cancelled)(void *context);

/// Reads the next bytes of a file, up to `count`, into `to`. Returns the number of bytes, 0 at the end, or -1 if the file cannot be read.
typedef int64_t (*ic_read)(void *file, uint8_t *to, size_t count);

/// Decoding request. Borrows all that it points to.
///
/// `width` and `height` are 1 up to the stored size, or up to the size of the crop. A smaller size is decoded by averaging the covered
/// area, row by row, so that no buffer of the full size is needed (except for interlaced PNG). JPEG is first scaled in the DCT by the
/// smallest number of eighths that is large enough. On failure the pixels are undefined.
typedef struct {
  const uint8_t *bytes;
  size_t length;
  ic_read read; ///< Reads the data after `bytes`, which then has at least 8 bytes; NULL if there is no more. PNG only, never loaded as a whole.
  void *file;
  int32_t width, height; ///< Size of the result, pixels.
  uint8_t *pixels;       ///< `height` rows of `width` pixels.
  size_t stride;         ///< Bytes from one row to the next.
  size_t byte_limit;     ///< Limit of the memory used in addition to `pixels`.
  ic_cancelled cancelled; ///< May be NULL.
  void *context;
  char *message; ///< IC_MESSAGE_SIZE bytes; receives the reason of a failure.
  int32_t crop_x, crop_y, crop_width, crop_height; ///< Part to decode, stored pixels; a width of 0 means all.
} ic_request;

/// Parses the header of a PNG. The bytes may be the beginning of a file: IC_TRUNCATED means that more are needed. `message`
/// (IC_MESSAGE_SIZE bytes) receives the reason of a failure.
ic_status ic_png_probe(const uint8_t *bytes, size_t length, ic_info *info, char *message);
/// Decodes a PNG, in stored orientation.
ic_status ic_png_decode(const ic_request *request);

/// Returns the checksum (CRC-32) of a PNG chunk, over its kind and content.
uint32_t ic_png_checksum(const uint8_t *bytes, size_t length);

/// Container of deflated bytes.
typedef enum {
  IC_CONTAINER_RAW = 0, ///< No container.
  IC_CONTAINER_GZIP = 1,
} ic_container;

/// Expands deflated bytes, to at most `limit` bytes, into a block that the caller frees with ic_inflate_free. With `is_beginning`, the
/// available part of truncated or longer data is a valid result. Returns IC_TRUNCATED, IC_TOO_LARGE, IC_CORRUPT, IC_NO_MEMORY or
/// IC_BAD_ARGUMENT, without a block.
ic_status ic_inflate(
    const uint8_t *bytes, size_t length, ic_container container, size_t limit, int is_beginning, uint8_t **out, size_t *out_length);
/// Frees a block; NULL is ignored.
void ic_inflate_free(uint8_t *block);

/// Probe and decode functions of JPEG, like those of PNG.
ic_status ic_jpeg_probe(const uint8_t *bytes, size_t length, ic_info *info, char *message);
ic_status ic_jpeg_decode(const ic_request *request);

/// Picture whose bytes are still arriving: progressive JPEG or interlaced PNG, drawn from the scans or passes received so far. One thread
/// at a time.
typedef struct ic_arriving ic_arriving;

typedef enum { IC_ARRIVING_JPEG = 0, IC_ARRIVING_PNG = 1 } ic_arriving_kind;

/// State of an arriving picture.
typedef struct {
  ic_info info;
  int32_t has_info;      ///< 1 if the header has arrived.
  int32_t scans;         ///< Number of complete scans or passes.
  double blur;           ///< Standard deviation of a blur that hides the missing detail of the last preview, stored pixels.
  int32_t width, height; ///< Maximum size of a preview, stored orientation; 0 until ic_arriving_prepare.
  size_t memory;         ///< Bytes held in addition to those received.
} ic_arrived;

/// `byte_limit` limits the memory used. Returns NULL if an allocation fails.
ic_arriving *ic_arriving_create(ic_arriving_kind kind, size_t byte_limit);
/// Frees the picture; NULL is ignored.
void ic_arriving_destroy(ic_arriving *arriving);
/// Returns the state. Never NULL; valid as long as the picture.
const ic_arrived *ic_arriving_state(const ic_arriving *arriving);
/// Appends bytes. IC_UNSUPPORTED means that this kind is not shown in parts. After a failure all calls fail.
ic_status ic_arriving_append(ic_arriving *arriving, const uint8_t *bytes, size_t length, char *message);
/// Sets the maximum size of previews, after the header has arrived: at least `width` x `height` of the request, or the picture's size if
/// that is smaller. The request's pixels are not used.
ic_status ic_arriving_prepare(ic_arriving *arriving, const ic_request *request);
/// Draws the picture received so far into the pixels of the request, at most the prepared size. The request's bytes and crop are not used.
/// Requires at least one complete scan. After IC_CANCELLED the call may be repeated.
ic_status ic_arriving_preview(ic_arriving *arriving, const ic_request *request);

/// Returns the orientation, 1...8, of EXIF data (a TIFF header and its content). Returns 1 if the tag is missing or the data is invalid.
/// NULL requires length 0.
int32_t ic_exif_orientation(const uint8_t *bytes, size_t length);

/// Channels of the pixels that a profile applies to.
typedef enum {
  IC_COLOR_GRAY = 1,
  IC_COLOR_GRAY_ALPHA = 2,
  IC_COLOR_RGB = 3,
  IC_COLOR_RGBA = 4,
  IC_COLOR_BGRA = 5,
  IC_COLOR_CMYK = 6, ///< 0 is full ink: Adobe's convention, which browsers apply to all JPEG files, with or without Adobe's marker.
} ic_color_layout;

/// Transform of a profile's colours to sRGB, by lcms2, which is loaded at first use.
typedef struct ic_color ic_color;

/// Creates a transform from an ICC profile. Returns NULL if none is required (the profile is visually equal to sRGB) or possible: the
/// profile is damaged or for other channels, lcms2 is not installed, or the package is built without the part `color`. Free it with
/// ic_color_destroy.
ic_color *ic_color_create(const uint8_t *profile, size_t length, ic_color_layout layout);
/// Creates a transform from code points of ITU-T H.273, as stored in AVIF and PNG. HDR transfer functions (PQ, HLG) are taken as that of
/// sRGB.
ic_color *ic_color_create_coded(int32_t primaries, int32_t transfer, ic_color_layout layout);
/// Converts `count` pixels, bytes B G R A, not premultiplied, to premultiplied sRGB, in place. The transform must be one for IC_COLOR_BGRA.
void ic_color_apply_in_place(const ic_color *color, uint8_t *pixels, size_t count);
/// Frees the transform; NULL is ignored.
void ic_color_destroy(ic_color *color);

/// Writes the description of an ICC profile, as ASCII, into `name` (IC_PROFILE_NAME_SIZE bytes); an empty string if it has none.
void ic_profile_name(const uint8_t *profile, size_t length, char *name);

/// Copies `width` x `height` stored pixels from `from` to `to` with the EXIF `orientation` (1...8) applied. From 5 on, `to` has `height`
/// columns and `width` rows. Strides in bytes. The two must not overlap. Returns IC_BAD_ARGUMENT for any other orientation. `cancelled` may
/// be NULL; it is polled every few rows.
ic_status ic_orient(
    const uint8_t *from, size_t from_stride, int32_t width, int32_t height, int32_t orientation, uint8_t *to, size_t to_stride,
    ic_cancelled cancelled, void *context);

/// Receives the full-width rows of a picture from the top and writes them to the target at the requested size. One thread.
typedef struct ic_sink ic_sink;

/// Returns the bytes that a sink for these sizes allocates; 0 if rows are written directly to the target. Sides up to IC_MAX_SIDE.
size_t ic_sink_cost(int32_t source_width, int32_t source_height, int32_t width, int32_t height);
/// Creates a sink, which borrows `pixels` (`height` rows of `stride` bytes) until it is destroyed. 1 <= width <= source_width, likewise the
/// height. Returns NULL if an allocation fails.
ic_sink *ic_sink_create(
    int32_t source_width, int32_t source_height, int32_t width, int32_t height, uint8_t *pixels, size_t stride);
/// Returns the buffer for the next row of source_width pixels; owned by the sink.
uint8_t *ic_sink_row(ic_sink *sink);
/// Processes the row in the buffer. Rows beyond the last are ignored.
void ic_sink_commit(ic_sink *sink);
/// Frees the sink; NULL is ignored.
void ic_sink_destroy(ic_sink *sink);
