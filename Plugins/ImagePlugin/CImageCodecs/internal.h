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
// `inverted`: Adobe's way, 0 is full ink.
void cr_row_from_cmyk(uint8_t *to, const uint8_t *from, size_t count, bool inverted);

// EXIF: a TIFF header and what follows. Returns 1...8; 1 where the tag is missing or the data is no EXIF.
int32_t cr_exif_orientation(const uint8_t *bytes, size_t length);

cr_image_status cr_png_probe(const uint8_t *bytes, size_t length, cr_image_info *info, char *message);
cr_image_status cr_jpeg_probe(const uint8_t *bytes, size_t length, cr_image_info *info, char *message);
cr_image_status cr_png_decode(const cr_request *request);
cr_image_status cr_jpeg_decode(const cr_request *request);

// CR_IMAGE_OK, or why a picture of this size is not decoded to what is wanted.
cr_image_status cr_check_size(const cr_request *request, uint32_t source_width, uint32_t source_height);
