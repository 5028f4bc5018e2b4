// Interlaced PNG while it arrives. libpng's push reader writes each pass over a picture of the full size, with its pixels as blocks.
#include "png_arriving.h"

#include "failure.h"
#include "png_color.h"
#include "png_setup.h"
#include "sink_rows.h"
#include <setjmp.h>
#include <stdbool.h>
#include <stdlib.h>

enum { PASSES = 7 };

// State that changes between setjmp and longjmp is kept here and accessed by pointer, so that it is never lost in a register.
typedef struct {
  png_structp png;
  png_infop info;
  char *message;
  ic_status status; // reason for stopping libpng; IC_OK if the error is libpng's own
  ic_arrived *arrived;
  size_t byte_limit;
  size_t row_bytes;
  int channels;
  uint8_t *whole;
  ic_color *color; // NULL if colours are sRGB
} passes;

static void on_error(png_structp png, png_const_charp text) {
  passes *p = png_get_error_ptr(png);
  if (p->status == IC_OK) p->status = ic_fail(p->message, IC_CORRUPT, "PNG: %s", text);
  png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp text) {
  (void)png;
  (void)text;
}

static void stop(passes *p, ic_status status, const char *why) {
  p->status = ic_fail(p->message, status, "PNG: %s", why);
  png_error(p->png, why);
}

static double blur(int count) {
  // Average distance in columns and rows between known pixels.
  static const double gaps[PASSES + 1] = {8, 8, 6, 4, 3, 2, 1.5, 1};
  return ic_arriving_blur(1 / gaps[count]);
}

static void on_info(png_structp png, png_infop info) {
  passes *p = png_get_progressive_ptr(png);
  ic_arrived *arrived = p->arrived;
  uint32_t width = png_get_image_width(png, info), height = png_get_image_height(png, info);
  if (png_get_interlace_type(png, info) != PNG_INTERLACE_ADAM7) stop(p, IC_UNSUPPORTED, "it is not interlaced");
  if (width > IC_MAX_SIDE || height > IC_MAX_SIDE) stop(p, IC_TOO_LARGE, "a side is too long");
  arrived->info.width = (int32_t)width;
  arrived->info.height = (int32_t)height;
  arrived->info.is_opaque = !(png_get_color_type(png, info) & PNG_COLOR_MASK_ALPHA) && !png_get_valid(png, info, PNG_INFO_tRNS);
  png_uint_32 count = 0;
  png_bytep exif = NULL;
  if (png_get_eXIf_1(png, info, &count, &exif)) arrived->info.orientation = ic_exif_orientation(exif, count);
  ic_png_profile_name(png, info, arrived->info.profile);
  png_set_scale_16(png);
  png_set_expand(png); // palettes to RGB, 1, 2 and 4 bits to 8, transparent colours to alpha
  png_set_interlace_handling(png);
  png_read_update_info(png, info);
  p->channels = png_get_channels(png, info);
  p->row_bytes = png_get_rowbytes(png, info);
  arrived->memory = p->row_bytes * height; // both below 2^17
  if (arrived->memory > p->byte_limit) stop(p, IC_TOO_LARGE, "its passes need more memory than is allowed");
  p->whole = calloc(height, p->row_bytes);
  if (!p->whole) stop(p, IC_NO_MEMORY, "no memory for an interlaced picture");
  p->color = ic_png_color(png, info, (ic_color_layout)p->channels, p->byte_limit);
  arrived->blur = blur(0);
  arrived->has_info = 1;
}

static void note(passes *p, int count) {
  if (count <= p->arrived->scans) return;
  p->arrived->scans = count;
  p->arrived->blur = blur(count);
}

static void on_row(png_structp png, png_bytep row, png_uint_32 y, int pass) {
  passes *p = png_get_progressive_ptr(png);
  note(p, pass);
  if (row) png_progressive_combine_row(png, p->whole + (size_t)y * p->row_bytes, row);
}

static void on_end(png_structp png, png_infop info) {
  (void)info;
  note(png_get_progressive_ptr(png), PASSES);
}

static void destroy(void *state) {
  passes *p = state;
  png_destroy_read_struct(&p->png, &p->info, NULL);
  free(p->whole);
  ic_color_destroy(p->color);
  free(p);
}

static void *create(size_t byte_limit) {
  passes *p = calloc(1, sizeof *p);
  if (!p) return NULL;
  p->byte_limit = byte_limit;
  p->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, p, on_error, on_warning);
  if (p->png) p->info = png_create_info_struct(p->png);
  if (!p->info) {
    destroy(p);
    return NULL;
  }
  png_set_progressive_read_fn(p->png, p, on_info, on_row, on_end);
  return p;
}

static ic_status append(void *state, const uint8_t *bytes, size_t length, ic_arrived *arrived, char *message) {
  passes *p = state;
  p->message = message;
  p->arrived = arrived;
  if (setjmp(png_jmpbuf(p->png)) == 0) {
    if (!p->arrived->has_info && p->row_bytes == 0) ic_png_set_up(p->png);
    png_process_data(p->png, p->info, (png_bytep)(uintptr_t)bytes, length); // libpng only reads them
  }
  return p->status;
}

static ic_status prepare(void *state, const ic_request *request, ic_arrived *arrived) {
  (void)state;
  (void)request;
  arrived->width = arrived->info.width;
  arrived->height = arrived->info.height;
  return IC_OK;
}

static ic_status preview(void *state, const ic_request *request, ic_arrived *arrived) {
  passes *p = state;
  int32_t width = arrived->info.width, height = arrived->info.height;
  size_t needed = arrived->memory + ic_sink_cost(width, height, request->width, request->height) + (size_t)width * 4;
  if (needed > request->byte_limit)
    return ic_fail(request->message, IC_TOO_LARGE, "PNG: a preview needs %zu bytes; the limit is %zu", needed, request->byte_limit);
  ic_sink *sink = ic_sink_create(width, height, request->width, request->height, request->pixels, request->stride);
  uint8_t *room = p->color ? malloc((size_t)width * 4) : NULL;
  ic_status status = IC_OK;
  if (!sink || (p->color && !room)) status = ic_fail(request->message, IC_NO_MEMORY, "PNG: no memory for a preview");
  ic_rows rows = {.sink = sink, .color = p->color, .room = room, .part = {0, 0, width, height}};
  for (int32_t y = 0; y < height && status == IC_OK; y++) {
    if (y % 16 == 0 && request->cancelled && request->cancelled(request->context))
      status = ic_fail(request->message, IC_CANCELLED, "cancelled");
    else ic_rows_put(&rows, p->whole + (size_t)y * p->row_bytes, p->channels);
  }
  free(room);
  ic_sink_destroy(sink);
  return status;
}

const ic_arriving_format ic_arriving_png = {create, destroy, append, prepare, preview};
