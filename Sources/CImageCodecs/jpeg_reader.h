// libjpeg with status codes for its errors, and helpers for decoding: colours, sizes, memory, rows. One thread for each reader.
#pragma once
#if !__has_include(<jpeglib.h>)
#error "libjpeg-turbo is missing: apt-get install libjpeg-dev"
#endif
#include "color.h"
#include "size.h"
#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>

#include <jpeglib.h>
#ifndef JCS_EXTENSIONS
#error "a libjpeg-turbo with extended colour spaces is needed"
#endif

// State that changes between setjmp and longjmp is kept here and accessed by pointer, so that it is never lost in a register.
typedef struct {
  struct jpeg_decompress_struct jpeg;
  struct jpeg_error_mgr errors;
  struct jpeg_source_mgr source;
  struct jpeg_progress_mgr progress;
  jmp_buf jump;
  const ic_request *request; // NULL while probing
  char *message;
  ic_status status;
  bool ended; // whether the data is used up
  ic_sink *sink;
  uint8_t *row; // one row of CMYK, or of colours that are not sRGB
  uint8_t *turned; // that row converted to sRGB
  ic_color *color; // NULL if colours are sRGB
  JOCTET *profile;
} ic_jpeg;

// Prepares a reader. Set its `jump` before any other call; failures longjmp there. `request` may be NULL.
void ic_jpeg_open(ic_jpeg *r, const ic_request *request, char *message);
// Sets libjpeg's source to the functions already assigned, by default to one that reads a given range of bytes.
void ic_jpeg_begin(ic_jpeg *r, bool keeps_exif);
// Frees the reader's memory; returns its status.
ic_status ic_jpeg_close(ic_jpeg *r);
// Sets the status and jumps.
_Noreturn void ic_jpeg_stop(ic_jpeg *r, ic_status status);
// Jumps with the status for truncated data, or with the error that libjpeg has recorded.
_Noreturn void ic_jpeg_fail(j_common_ptr jpeg);
// Fills `info` after the header is read.
void ic_jpeg_describe(ic_jpeg *r, ic_info *info);
// Jumps if the request is cancelled, or if there are too many scans.
void ic_jpeg_poll(ic_jpeg *r);

// Whether the file's pixels are CMYK.
bool ic_jpeg_is_cmyk(const ic_jpeg *r);
// Chooses the colours of libjpeg's rows and creates the transform of an embedded profile.
void ic_jpeg_choose_colors(ic_jpeg *r);
// Sets the smallest number of eighths at which the part is at least as large as requested. Returns the part at that scale.
ic_part ic_jpeg_choose_scale(ic_jpeg *r);
// Jumps if decoding needs more memory than the request allows. `keeps_scans` means that libjpeg holds the coefficients of the whole
// picture.
void ic_jpeg_check_memory(ic_jpeg *r, const ic_part *part, bool keeps_scans);
// Returns the size of those coefficients in bytes.
size_t ic_jpeg_coefficient_bytes(const ic_jpeg *r);
// Allocates row buffers and a sink for the request, and reads all rows up to the end of the part.
void ic_jpeg_read_part(ic_jpeg *r, ic_part part);
