/// PNG (libpng, zlib) and JPEG (libjpeg-turbo) from memory to premultiplied pixels, and what decoders of other formats need for that.
///
/// Pixels are 32-bit, bytes B G R A, premultiplied, rows from the top. Colours of an ICC profile, and of
/// cICP, gAMA and cHRM in PNG, are turned into sRGB by lcms2 if the package is built with the part `color`; else they are taken as sRGB.
/// No function keeps a pointer after it returns, but for sinks. All functions may be called on any thread, at the same time.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Longest side, in pixels, of a picture that is decoded.
#define IC_MAX_SIDE 16384

typedef enum {
  IC_OK = 0,
  IC_NOT_AN_IMAGE = 1, ///< Not of the decoder's format.
  IC_UNSUPPORTED = 2,  ///< A kind of the format that is not decoded (12-bit JPEG, say).
  IC_CORRUPT = 3,
  IC_TRUNCATED = 4, ///< The data ends before the picture does.
  IC_TOO_LARGE = 5, ///< A side is over IC_MAX_SIDE, or decoding needs more memory than the limit.
  IC_NO_MEMORY = 6,
  IC_CANCELLED = 7,
  IC_BAD_ARGUMENT = 8,
  IC_UNREADABLE = 9, ///< A ic_read said so.
} ic_status;

/// Room that the name of a profile needs at the most.
#define IC_PROFILE_NAME_SIZE 64

/// What the header says.
typedef struct {
  int32_t width;       ///< Pixels as stored, before orientation. May be beyond the limits: probing does not judge.
  int32_t height;      ///< Pixels as stored, before orientation.
  int32_t orientation; ///< EXIF orientation, 1...8; 1 where there is none.
  int32_t is_opaque;   ///< 1 where no pixel can have alpha below 1.
  char profile[IC_PROFILE_NAME_SIZE]; ///< What the embedded ICC profile is called; empty: there is none.
} ic_info;

/// Room that a message needs at the most, its final zero included.
#define IC_MESSAGE_SIZE 240

/// Polled while decoding; non-zero: stop and return IC_CANCELLED.
typedef int (*ic_cancelled)(void *context);

/// Gives the bytes of a file that follow those given before: up to `count` of them, into `to`. Returns how many, 0 at the end, or -1 where the file
/// cannot be read.
typedef int64_t (*ic_read)(void *file, uint8_t *to, size_t count);

/// What is to be decoded, and to where. Borrows all that it points to.
///
/// `width` and `height` are 1 up to the stored size, or up to that of the crop; what is smaller is shrunk while decoding: JPEG to the smallest eighth that is large
/// enough in the DCT, then both by averaging the covered area, row by row, so that no picture of the full size exists (except for
/// interlaced PNG). On failure the pixels are undefined.
typedef struct {
  const uint8_t *bytes;
  size_t length;
  ic_read read; ///< What follows `bytes`, of which there are 8 at least; NULL: nothing. PNG only, which is then never in memory as a whole.
  void *file;
  int32_t width, height; ///< Wanted, pixels.
  uint8_t *pixels;       ///< `height` rows of `width` pixels.
  size_t stride;         ///< Bytes from one row to the next.
  size_t byte_limit;     ///< Bounds the memory used beside `pixels`.
  ic_cancelled cancelled; ///< May be NULL.
  void *context;
  char *message; ///< IC_MESSAGE_SIZE bytes; gets the reason of a failure.
  int32_t crop_x, crop_y, crop_width, crop_height; ///< Part of the picture that is wanted, stored pixels; a width of 0: all of it.
} ic_request;

/// Reads the header of a PNG. The bytes may be the beginning of a file: IC_TRUNCATED means that more are needed.
/// `message` (IC_MESSAGE_SIZE bytes) gets the reason of a failure.
ic_status ic_png_probe(const uint8_t *bytes, size_t length, ic_info *info, char *message);
/// Decodes a PNG, in stored orientation.
ic_status ic_png_decode(const ic_request *request);

/// Returns the checksum (CRC-32) of a PNG chunk: of its kind and content.
uint32_t ic_png_checksum(const uint8_t *bytes, size_t length);

/// What stands around deflated bytes.
typedef enum {
  IC_CONTAINER_RAW = 0, ///< Nothing.
  IC_CONTAINER_GZIP = 1,
} ic_container;

/// Expands deflated bytes, to at most `limit` of them, into a block that the caller frees with ic_inflate_free. `is_beginning`: what there is of data
/// that is cut off or longer than the limit counts as well. Returns IC_TRUNCATED, IC_TOO_LARGE, IC_CORRUPT, IC_NO_MEMORY or IC_BAD_ARGUMENT, without a
/// block.
ic_status ic_inflate(
    const uint8_t *bytes, size_t length, ic_container container, size_t limit, int is_beginning, uint8_t **out, size_t *out_length);
/// NULL is ignored.
void ic_inflate_free(uint8_t *block);

/// The same for JPEG.
ic_status ic_jpeg_probe(const uint8_t *bytes, size_t length, ic_info *info, char *message);
ic_status ic_jpeg_decode(const ic_request *request);

/// A picture whose bytes are still coming: progressive JPEG or interlaced PNG, drawn from the scans or passes that are there. One thread at a time.
typedef struct ic_arriving ic_arriving;

typedef enum { IC_ARRIVING_JPEG = 0, IC_ARRIVING_PNG = 1 } ic_arriving_kind;

/// How much of it is there.
typedef struct {
  ic_info info;
  int32_t has_info;      ///< 1: the header has come.
  int32_t scans;         ///< Scans or passes that have come as a whole.
  double blur;           ///< Standard deviation of a blur that hides what is missing in the last preview, stored pixels.
  int32_t width, height; ///< Largest preview, stored orientation; 0 until ic_arriving_prepare.
  size_t memory;         ///< Bytes that are held beside those that came.
} ic_arrived;

/// `byte_limit` bounds the memory used. NULL: no memory.
ic_arriving *ic_arriving_create(ic_arriving_kind kind, size_t byte_limit);
/// NULL is ignored.
void ic_arriving_destroy(ic_arriving *arriving);
/// Never NULL; valid as long as the picture.
const ic_arrived *ic_arriving_state(const ic_arriving *arriving);
/// Takes the bytes that follow. IC_UNSUPPORTED: a kind that is not shown in parts. After a failure all calls fail.
ic_status ic_arriving_append(ic_arriving *arriving, const uint8_t *bytes, size_t length, char *message);
/// Fixes the size of previews, once the header has come: at least `width` x `height` of the request, where the picture has as many; its pixels are not used.
ic_status ic_arriving_prepare(ic_arriving *arriving, const ic_request *request);
/// Draws what is there to the pixels of the request, at most the size prepared; its bytes and crop are not used. There is a scan at least. After
/// IC_CANCELLED it may be asked again.
ic_status ic_arriving_preview(ic_arriving *arriving, const ic_request *request);

/// Returns the orientation, 1...8, of EXIF data (a TIFF header and what follows); 1 where the tag is missing or the data is no EXIF. NULL: length 0.
int32_t ic_exif_orientation(const uint8_t *bytes, size_t length);

/// Channels of the pixels that a profile is for.
typedef enum {
  IC_COLOR_GRAY = 1,
  IC_COLOR_GRAY_ALPHA = 2,
  IC_COLOR_RGB = 3,
  IC_COLOR_RGBA = 4,
  IC_COLOR_BGRA = 5,
  IC_COLOR_CMYK = 6, ///< 0 is full ink: Adobe's way, which browsers take for all JPEG files, with Adobe's marker or without.
} ic_color_layout;

/// Turns colours of a profile into sRGB, by lcms2, which is opened at first use.
typedef struct ic_color ic_color;

/// Makes a transform by an ICC profile. NULL: colours need none (the profile is sRGB to the eye), or can only be taken as sRGB: the profile is
/// damaged or for other channels, lcms2 is not there, or the package is built without the part `color`. Free it with ic_color_destroy.
ic_color *ic_color_create(const uint8_t *profile, size_t length, ic_color_layout layout);
/// The same by the code points of ITU-T H.273, as AVIF and PNG write them. HDR transfers (PQ, HLG) are taken as that of sRGB.
ic_color *ic_color_create_coded(int32_t primaries, int32_t transfer, ic_color_layout layout);
/// Turns `count` pixels, bytes B G R A, not premultiplied, into premultiplied sRGB, in place; the transform is one for IC_COLOR_BGRA.
void ic_color_apply_in_place(const ic_color *color, uint8_t *pixels, size_t count);
/// NULL is ignored.
void ic_color_destroy(ic_color *color);

/// Writes what an ICC profile calls itself, as ASCII, into `name` (IC_PROFILE_NAME_SIZE bytes); an empty text where it does not.
void ic_profile_name(const uint8_t *profile, size_t length, char *name);

/// Copies `width` x `height` stored pixels from `from` to `to` as EXIF `orientation` (1...8) wants them shown; from 5 on, `to` has `height`
/// columns and `width` rows. Strides in bytes. The two must not overlap. Returns IC_BAD_ARGUMENT for another orientation.
/// `cancelled` may be NULL; it is polled every few rows.
ic_status ic_orient(
    const uint8_t *from, size_t from_stride, int32_t width, int32_t height, int32_t orientation, uint8_t *to, size_t to_stride,
    ic_cancelled cancelled, void *context);

/// Takes the rows of a picture from the top, full width, and writes them to the target at the size wanted. One thread.
typedef struct ic_sink ic_sink;

/// Bytes that a sink for these sizes allocates; 0 where rows go straight to the target. Sides up to IC_MAX_SIDE.
size_t ic_sink_cost(int32_t source_width, int32_t source_height, int32_t width, int32_t height);
/// Borrows `pixels` (`height` rows of `stride` bytes) until it is destroyed. 1 <= width <= source_width, likewise the height. NULL: no memory.
ic_sink *ic_sink_create(
    int32_t source_width, int32_t source_height, int32_t width, int32_t height, uint8_t *pixels, size_t stride);
/// Where the next row of source_width pixels is to be written; owned by the sink.
uint8_t *ic_sink_row(ic_sink *sink);
/// The row is written. Rows beyond the last are ignored.
void ic_sink_commit(ic_sink *sink);
/// NULL is ignored.
void ic_sink_destroy(ic_sink *sink);
