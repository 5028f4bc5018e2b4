#if !__has_include(<png.h>)
#error "libpng is missing: apt-get install libpng-dev"
#endif
#include "tessera_devices.h"
#include <png.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void td_free(void *memory) { free(memory); }

// All variables that change between setjmp and longjmp are here, accessed by pointer, so that no register holds a stale copy.
typedef struct {
  png_structp png;
  png_infop info;
  uint8_t *row;
  uint8_t *bytes;
  size_t length, capacity;
  char *message;
  td_status status;
} writer;

static void on_error(png_structp png, png_const_charp text) {
  writer *w = png_get_error_ptr(png);
  if (w->status == TD_OK) {
    w->status = TD_FAILED;
    snprintf(w->message, TD_MESSAGE_SIZE, "%s", text);
  }
  png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp text) {
  (void)png;
  (void)text;
}

static void on_write(png_structp png, png_bytep from, size_t count) {
  writer *w = png_get_io_ptr(png);
  size_t needed, capacity = w->capacity ? w->capacity : 16384;
  bool fits = !__builtin_add_overflow(w->length, count, &needed);
  while (fits && capacity < needed) fits = !__builtin_mul_overflow(capacity, (size_t)2, &capacity);
  if (fits && capacity > w->capacity) {
    uint8_t *grown = realloc(w->bytes, capacity);
    if (grown) {
      w->bytes = grown;
      w->capacity = capacity;
    } else {
      fits = false;
    }
  }
  if (!fits) {
    w->status = TD_NO_MEMORY;
    png_error(png, "no memory");
  }
  memcpy(w->bytes + w->length, from, count);
  w->length = needed;
}

static void on_flush(png_structp png) { (void)png; }

// Premultiplied B G R A to R G B A; the nearest colour that premultiplies to the input.
static void row_to_rgba(uint8_t *restrict to, const uint8_t *restrict from, size_t count) {
  for (size_t i = 0; i < count; i++, from += 4, to += 4) {
    uint32_t a = from[3];
    to[3] = (uint8_t)a;
    for (int c = 0; c < 3; c++) {
      uint32_t v = a == 0 ? 0 : (from[2 - c] * 255u + a / 2) / a;
      to[c] = (uint8_t)(v > 255 ? 255 : v);
    }
  }
}

// Only called with the jump buffer set.
static void encode(writer *w, const td_picture *picture, bool drops_alpha, int compression) {
  bool has_alpha = picture->pixels == TD_PIXELS_ARGB && !drops_alpha;
  bool is_gray = picture->pixels >= TD_PIXELS_GRAY8;
  int depth = picture->pixels == TD_PIXELS_GRAY4 ? 4 : picture->pixels == TD_PIXELS_GRAY1 ? 1 : 8;
  int type = has_alpha ? PNG_COLOR_TYPE_RGB_ALPHA : is_gray ? PNG_COLOR_TYPE_GRAY : PNG_COLOR_TYPE_RGB;
  png_set_write_fn(w->png, w, on_write, on_flush);
  png_set_user_limits(w->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_compression_level(w->png, compression);
  png_set_IHDR(
      w->png, w->info, (uint32_t)picture->width, (uint32_t)picture->height, depth, type, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
      PNG_FILTER_TYPE_DEFAULT);
  png_set_sRGB(w->png, w->info, PNG_sRGB_INTENT_PERCEPTUAL);
  png_write_info(w->png, w->info);
  for (int32_t y = 0; y < picture->height; y++) {
    const uint8_t *from = picture->bytes + (size_t)y * picture->stride;
    if (is_gray) {
      png_write_row(w->png, from);
      continue;
    }
    if (has_alpha) row_to_rgba(w->row, from, (size_t)picture->width);
    else td_row_to_rgb(w->row, from, (size_t)picture->width, picture->pixels);
    png_write_row(w->png, w->row);
  }
  png_write_end(w->png, NULL);
}

td_status td_png_encode(
    const td_picture *picture, int32_t drops_alpha, int32_t compression, uint8_t **out, size_t *length, char *message) {
  *out = NULL;
  *length = 0;
  message[0] = 0;
  if (picture->width < 1 || picture->height < 1 || compression < 0 || compression > 9 || picture->pixels < TD_PIXELS_ARGB ||
      picture->pixels > TD_PIXELS_GRAY1)
    return TD_BAD_ARGUMENT;
  writer w = {.message = message};
  w.row = malloc((size_t)picture->width * 4);
  w.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &w, on_error, on_warning);
  if (w.png) w.info = png_create_info_struct(w.png);
  if (!w.row || !w.info) w.status = TD_NO_MEMORY;
  else if (setjmp(png_jmpbuf(w.png)) == 0) encode(&w, picture, drops_alpha != 0, compression);
  png_destroy_write_struct(&w.png, &w.info);
  free(w.row);
  if (w.status != TD_OK) {
    free(w.bytes);
    return w.status;
  }
  *out = w.bytes;
  *length = w.length;
  return TD_OK;
}
