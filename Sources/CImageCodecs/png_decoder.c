#if !__has_include(<png.h>)
#error "libpng is missing: apt-get install libpng-dev"
#endif
#include "failure.h"
#include "png_color.h"
#include "png_data.h"
#include "png_setup.h"
#include "sink_rows.h"
#include "size.h"
#include "source.h"
#include <png.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// State that changes between setjmp and longjmp is kept here and accessed by pointer, so that it is never lost in a register.
typedef struct {
  png_structp png;
  png_infop info;
  ic_source source;
  uint8_t head[8]; // last 8 bytes that libpng read in one call: length and kind of a chunk
  char *message;
  ic_status status; // reason for stopping libpng; IC_OK if the error is libpng's own
  ic_sink *sink;
  uint8_t *row;   // one row as decoded by libpng
  uint8_t *whole; // all rows of an interlaced picture
  ic_color *color; // NULL if colours are sRGB
  uint8_t *turned; // one row in sRGB
} reader;

static void on_error(png_structp png, png_const_charp text) {
  reader *r = png_get_error_ptr(png);
  if (r->status == IC_OK) r->status = ic_fail(r->message, IC_CORRUPT, "PNG: %s", text);
  png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp text) {
  (void)png;
  (void)text;
}

static void stop(reader *r, ic_status status, const char *why) {
  r->status = ic_fail(r->message, status, "%s", why);
  png_error(r->png, why);
}

static void on_read(png_structp png, png_bytep to, size_t count) {
  reader *r = png_get_io_ptr(png);
  ic_source *s = &r->source;
  uint8_t *first = to;
  size_t wanted = count;
  while (count > 0) {
    ic_status status = ic_source_fill(s, r->message);
    if (status != IC_OK) {
      r->status = status;
      png_error(png, "no more data");
    }
    size_t left = s->length - s->position, some = count < left ? count : left;
    memcpy(to, s->bytes + s->position, some);
    s->position += some;
    to += some;
    count -= some;
  }
  if (wanted == sizeof r->head) memcpy(r->head, first, sizeof r->head);
}

static ic_status open_reader(reader *r, const uint8_t *bytes, size_t length, ic_read read, void *file, char *message) {
  memset(r, 0, sizeof *r);
  r->source = (ic_source){.bytes = bytes, .length = length, .read = read, .file = file};
  r->message = message;
  r->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, r, on_error, on_warning);
  if (r->png) r->info = png_create_info_struct(r->png);
  if (!r->info) return ic_fail(message, IC_NO_MEMORY, "PNG: no memory");
  return IC_OK;
}

static ic_status close_reader(reader *r) {
  png_destroy_read_struct(&r->png, &r->info, NULL);
  ic_sink_destroy(r->sink);
  free(r->row);
  free(r->whole);
  free(r->turned);
  ic_color_destroy(r->color);
  free(r->source.piece);
  return r->status;
}

// Reads up to the first image data. Only called with the jump set.
static void read_header(reader *r) {
  png_set_read_fn(r->png, r, on_read);
  ic_png_set_up(r->png);
  png_read_info(r->png, r->info);
}

ic_status ic_png_probe(const uint8_t *bytes, size_t length, ic_info *info, char *message) {
  reader r;
  *info = (ic_info){.orientation = 1};
  message[0] = 0;
  ic_status status = open_reader(&r, bytes, length, NULL, NULL, message);
  if (status != IC_OK) {
    close_reader(&r);
    return status;
  }
  if (setjmp(png_jmpbuf(r.png)) == 0) {
    read_header(&r);
    info->width = (int32_t)png_get_image_width(r.png, r.info);
    info->height = (int32_t)png_get_image_height(r.png, r.info);
    info->is_opaque = !(png_get_color_type(r.png, r.info) & PNG_COLOR_MASK_ALPHA) && !png_get_valid(r.png, r.info, PNG_INFO_tRNS);
    png_uint_32 count = 0;
    png_bytep exif = NULL;
    if (png_get_eXIf_1(r.png, r.info, &count, &exif)) info->orientation = ic_exif_orientation(exif, count);
    ic_png_profile_name(r.png, r.info, info->profile);
  }
  return close_reader(&r);
}

static void poll_cancellation(reader *r, const ic_request *request, uint32_t row) {
  if (row % 16 == 0 && request->cancelled && request->cancelled(request->context)) stop(r, IC_CANCELLED, "cancelled");
}

static void check_memory(reader *r, const ic_request *request, size_t needed) {
  if (needed <= request->byte_limit) return;
  r->status = ic_fail(
      r->message, IC_TOO_LARGE, "PNG: decoding needs %zu bytes of memory; the limit is %zu", needed, request->byte_limit);
  png_error(r->png, "too large");
}

// Whether ic_png_data_decode can read the rows: whole bytes that are the channels of pixels. The last data that libpng read is the head of
// the first IDAT chunk.
static bool is_plain(reader *r) {
  return png_get_bit_depth(r->png, r->info) == 8 && png_get_color_type(r->png, r->info) != PNG_COLOR_TYPE_PALETTE &&
         png_get_interlace_type(r->png, r->info) == PNG_INTERLACE_NONE && !png_get_valid(r->png, r->info, PNG_INFO_tRNS) &&
         memcmp(r->head + 4, "IDAT", 4) == 0;
}

static void make_sink(reader *r, const ic_request *request, ic_part part) {
  r->sink = ic_sink_create(
      part.width, part.height, request->width, request->height, request->pixels, request->stride);
  if (!r->sink) stop(r, IC_NO_MEMORY, "PNG: no memory");
}

// Creates the transform for rows with this number of channels.
static void make_color(reader *r, const ic_request *request, uint32_t width, int channels) {
  r->color = ic_png_color(r->png, r->info, (ic_color_layout)channels, request->byte_limit);
  if (!r->color) return;
  r->turned = malloc((size_t)width * 4);
  if (!r->turned) stop(r, IC_NO_MEMORY, "PNG: no memory for a row");
}

// Only called with the jump set.
static void decode(reader *r, const ic_request *request) {
  read_header(r);
  uint32_t width = png_get_image_width(r->png, r->info), height = png_get_image_height(r->png, r->info);
  ic_status status = ic_check_size(request, width, height);
  if (status != IC_OK) {
    r->status = status;
    png_error(r->png, "size");
  }
  ic_part part = ic_wanted_part(request, width, height);
  size_t sink_cost = ic_sink_cost(part.width, part.height, request->width, request->height);
  if (is_plain(r)) {
    int stored = png_get_channels(r->png, r->info);
    check_memory(r, request, sink_cost + ic_png_data_cost(width, height, stored) + (size_t)width * 4);
    make_sink(r, request, part);
    make_color(r, request, width, stored);
    ic_rows rows = {.sink = r->sink, .color = r->color, .room = r->turned, .part = part};
    r->status = ic_png_data_decode(&r->source, png_get_uint_32(r->head), width, height, stored, &rows, request);
    return;
  }
  png_set_scale_16(r->png);
  png_set_expand(r->png); // palettes to RGB, 1, 2 and 4 bits to 8, transparent colours to alpha
  int passes = png_set_interlace_handling(r->png);
  png_read_update_info(r->png, r->info);
  int channels = png_get_channels(r->png, r->info);
  size_t row_bytes = png_get_rowbytes(r->png, r->info);

  size_t needed = sink_cost + row_bytes + (size_t)width * 4;
  if (passes > 1) needed += row_bytes * height; // both below 2^33
  check_memory(r, request, needed);
  make_sink(r, request, part);
  make_color(r, request, width, channels);
  ic_rows rows = {.sink = r->sink, .color = r->color, .room = r->turned, .part = part};

  if (passes == 1) {
    r->row = malloc(row_bytes);
    if (!r->row) stop(r, IC_NO_MEMORY, "PNG: no memory for a row");
    for (uint32_t y = 0; y < height; y++) {
      poll_cancellation(r, request, y);
      png_read_row(r->png, r->row, NULL);
      ic_rows_put(&rows, r->row, channels);
    }
  } else {
    r->whole = calloc(height, row_bytes);
    if (!r->whole) stop(r, IC_NO_MEMORY, "PNG: no memory for an interlaced picture");
    for (int pass = 0; pass < passes; pass++)
      for (uint32_t y = 0; y < height; y++) {
        poll_cancellation(r, request, y);
        png_read_row(r->png, r->whole + (size_t)y * row_bytes, NULL);
      }
    for (uint32_t y = 0; y < height; y++) ic_rows_put(&rows, r->whole + (size_t)y * row_bytes, channels);
  }
  png_read_end(r->png, NULL); // checks the last checksum
}

ic_status ic_png_decode(const ic_request *request) {
  reader r;
  request->message[0] = 0;
  ic_status status = open_reader(&r, request->bytes, request->length, request->read, request->file, request->message);
  if (status != IC_OK) {
    close_reader(&r);
    return status;
  }
  if (setjmp(png_jmpbuf(r.png)) == 0) decode(&r, request);
  return close_reader(&r);
}
