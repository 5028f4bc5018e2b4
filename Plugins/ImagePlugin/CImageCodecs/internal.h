// Shared by the decoders; not for Swift.
#pragma once
#include "image_codecs.h"
#include <stdbool.h>

// Functions whose loops gain from wider vectors are compiled twice where the processor's kind is only known at run time.
#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
#define CR_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define CR_CLONES
#endif

// What a decoder is asked for, and how it tells what went wrong.
typedef struct {
  const uint8_t *bytes;
  size_t length;
  cr_image_read read; // what follows `bytes`; NULL: nothing
  void *file;
  int32_t width, height; // wanted
  uint8_t *pixels;
  size_t stride;
  size_t byte_limit;
  cr_image_cancelled cancelled;
  void *context;
  char *message;
} cr_request;

// Writes a printf-style reason into the request's message and returns `status`.
cr_image_status cr_fail(char *message, cr_image_status status, const char *format, ...) __attribute__((format(printf, 3, 4)));

// The bytes of a file: those in memory, then what `read` gives.
typedef struct {
  const uint8_t *bytes;    // at hand
  size_t length, position; // of what is at hand
  size_t before;           // bytes of the file before that
  cr_image_read read;      // what follows; NULL: nothing
  void *file;
  uint8_t *piece; // what `read` gave; the owner frees it
} cr_source;

// Sees to it that a byte at least is at hand. Else why not, with a message (CR_IMAGE_MESSAGE_SIZE bytes).
cr_image_status cr_source_fill(cr_source *source, char *message);

// Takes the rows of a picture from the top, full width, and writes them to the target at the size wanted.
typedef struct cr_sink cr_sink;

// Bytes that a sink for these sizes allocates; 0 where rows go straight to the target. SIZE_MAX: beyond any limit.
size_t cr_sink_cost(int32_t source_width, int32_t source_height, int32_t width, int32_t height);
// NULL: no memory. Free with cr_sink_destroy.
cr_sink *cr_sink_create(int32_t source_width, int32_t source_height, const cr_request *request);
// Where the next row of source_width BGRA pixels is to be written.
uint8_t *cr_sink_row(cr_sink *sink);
// The row is written. Rows beyond the last are ignored.
void cr_sink_commit(cr_sink *sink);
void cr_sink_destroy(cr_sink *sink);

// Row conversions to premultiplied BGRA; source and target do not overlap.
void cr_row_from_gray(uint8_t *to, const uint8_t *from, size_t count);
void cr_row_from_gray_alpha(uint8_t *to, const uint8_t *from, size_t count);
void cr_row_from_rgb(uint8_t *to, const uint8_t *from, size_t count);
void cr_row_from_rgba(uint8_t *to, const uint8_t *from, size_t count);
// One of the four above, by the number of channels.
void cr_row_from_channels(uint8_t *to, const uint8_t *from, size_t count, int channels);
// `inverted`: Adobe's way, 0 is full ink.
void cr_row_from_cmyk(uint8_t *to, const uint8_t *from, size_t count, bool inverted);

// Takes the filter (0...4) of a row of `count` bytes back, in place. `above` is the row above as it was before its own filter, zeros for the
// first. `channels`: bytes of a pixel, 1...4, of which `count` is a multiple. The two rows do not overlap.
void cr_unfilter(uint8_t *row, const uint8_t *above, size_t count, int channels, int filter);

// EXIF: a TIFF header and what follows. Returns 1...8; 1 where the tag is missing or the data is no EXIF.
int32_t cr_exif_orientation(const uint8_t *bytes, size_t length);

cr_image_status cr_png_probe(const uint8_t *bytes, size_t length, cr_image_info *info, char *message);
// Decodes the rest of a PNG that is not interlaced and has 8 bits a channel, `channels` of them as stored (1...4: gray, gray and alpha, RGB, RGBA):
// from the content of its first IDAT chunk, which is `length` bytes long, to the file's end. Rows go to the sink, premultiplied.
cr_image_status cr_png_data_decode(
    cr_source *source, uint32_t length, uint32_t width, uint32_t height, int channels, cr_sink *sink, const cr_request *request);
// Bytes that this allocates, zlib's own not counted. Sides up to CR_IMAGE_MAX_SIDE.
size_t cr_png_data_cost(uint32_t width, uint32_t height, int channels);

cr_image_status cr_jpeg_probe(const uint8_t *bytes, size_t length, cr_image_info *info, char *message);
cr_image_status cr_png_decode(const cr_request *request);
cr_image_status cr_jpeg_decode(const cr_request *request);

// CR_IMAGE_OK, or why a picture of this size is not decoded to what is wanted.
cr_image_status cr_check_size(const cr_request *request, uint32_t source_width, uint32_t source_height);
