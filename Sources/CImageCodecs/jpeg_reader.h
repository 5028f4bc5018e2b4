// libjpeg with status codes for its errors, and what decoding needs of it: colours, sizes, memory, rows. One thread for each reader.
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

// All that changes between setjmp and longjmp lives here, reached by pointer, so that nothing is lost in a register.
typedef struct {
  struct jpeg_decompress_struct jpeg;
  struct jpeg_error_mgr errors;
  struct jpeg_source_mgr source;
  struct jpeg_progress_mgr progress;
  jmp_buf jump;
  const ic_request *request; // NULL while probing
  char *message;
  ic_status status;
  bool ended; // the data is used up
  ic_sink *sink;
  uint8_t *row; // one row of CMYK, or of colours that are not sRGB
  uint8_t *turned; // that row in sRGB
  ic_color *color; // NULL: colours are sRGB
  JOCTET *profile;
} ic_jpeg;

// Prepares a reader; its `jump` is set before anything else is called, which ends there on failure. `request` may be NULL.
void ic_jpeg_open(ic_jpeg *r, const ic_request *request, char *message);
// Has libjpeg read from the source whose functions are set, by default one that is told bytes and where they end.
void ic_jpeg_begin(ic_jpeg *r, bool keeps_exif);
// Frees what the reader holds; returns its status.
ic_status ic_jpeg_close(ic_jpeg *r);
// Ends at the jump.
_Noreturn void ic_jpeg_stop(ic_jpeg *r, ic_status status);
// The same for data that ends in the middle, or with the error that libjpeg has noted.
_Noreturn void ic_jpeg_fail(j_common_ptr jpeg);
// What the header says, once it is read.
void ic_jpeg_describe(ic_jpeg *r, ic_info *info);
// Ends at the jump where nobody wants the picture any more, or it has more scans than pictures have.
void ic_jpeg_poll(ic_jpeg *r);

// Whether pixels are CMYK in the file.
bool ic_jpeg_is_cmyk(const ic_jpeg *r);
// Chooses in which colours libjpeg gives its rows, and makes the transform of an embedded profile.
void ic_jpeg_choose_colors(ic_jpeg *r);
// Sets the smallest number of eighths at which the part is at least as large as wanted. Returns the part at that scale.
ic_part ic_jpeg_choose_scale(ic_jpeg *r);
// Ends at the jump where decoding needs more memory than the request allows. `keeps_scans`: libjpeg holds the coefficients of the whole picture.
void ic_jpeg_check_memory(ic_jpeg *r, const ic_part *part, bool keeps_scans);
// Bytes of those coefficients.
size_t ic_jpeg_coefficient_bytes(const ic_jpeg *r);
// Makes room for rows and a sink for the request, and reads rows up to the last of the part.
void ic_jpeg_read_part(ic_jpeg *r, ic_part part);
