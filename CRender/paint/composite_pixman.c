#include "composite_pixman.h"

#include <pixman.h>

#include "support/extremes.h"

static const pixman_op_t operators[CR_BLEND_COUNT] = {
    [CR_BLEND_NORMAL] = PIXMAN_OP_OVER,
    [CR_BLEND_COPY] = PIXMAN_OP_SRC,
    [CR_BLEND_CLEAR] = PIXMAN_OP_CLEAR,
    [CR_BLEND_ADD] = PIXMAN_OP_ADD,
    [CR_BLEND_MULTIPLY] = PIXMAN_OP_MULTIPLY,
    [CR_BLEND_SCREEN] = PIXMAN_OP_SCREEN,
    [CR_BLEND_OVERLAY] = PIXMAN_OP_OVERLAY,
    [CR_BLEND_DARKEN] = PIXMAN_OP_DARKEN,
    [CR_BLEND_LIGHTEN] = PIXMAN_OP_LIGHTEN,
    [CR_BLEND_COLOR_DODGE] = PIXMAN_OP_COLOR_DODGE,
    [CR_BLEND_COLOR_BURN] = PIXMAN_OP_COLOR_BURN,
    [CR_BLEND_HARD_LIGHT] = PIXMAN_OP_HARD_LIGHT,
    [CR_BLEND_SOFT_LIGHT] = PIXMAN_OP_SOFT_LIGHT,
    [CR_BLEND_DIFFERENCE] = PIXMAN_OP_DIFFERENCE,
    [CR_BLEND_EXCLUSION] = PIXMAN_OP_EXCLUSION,
    [CR_BLEND_SOURCE_IN] = PIXMAN_OP_IN,
    [CR_BLEND_SOURCE_OUT] = PIXMAN_OP_OUT,
    [CR_BLEND_SOURCE_ATOP] = PIXMAN_OP_ATOP,
    [CR_BLEND_DESTINATION_OVER] = PIXMAN_OP_OVER_REVERSE,
    [CR_BLEND_DESTINATION_IN] = PIXMAN_OP_IN_REVERSE,
    [CR_BLEND_DESTINATION_OUT] = PIXMAN_OP_OUT_REVERSE,
    [CR_BLEND_DESTINATION_ATOP] = PIXMAN_OP_ATOP_REVERSE,
    [CR_BLEND_XOR] = PIXMAN_OP_XOR,
    [CR_BLEND_HUE] = PIXMAN_OP_HSL_HUE,
    [CR_BLEND_SATURATION] = PIXMAN_OP_HSL_SATURATION,
    [CR_BLEND_COLOR] = PIXMAN_OP_HSL_COLOR,
    [CR_BLEND_LUMINOSITY] = PIXMAN_OP_HSL_LUMINOSITY,
};
_Static_assert(CR_BLEND_LUMINOSITY == CR_BLEND_HUE + 3 && CR_BLEND_COUNT == CR_BLEND_LUMINOSITY + 1, "operators from CR_BLEND_HUE on are not separable");

// pixman composites nothing if an image's width or height exceeds 16 bits.
enum { MOST_PIXELS = 16384 };

// Images are created per call: they must not be shared between threads, and creating one takes 24 ns.
static pixman_image_t *image_of(pixman_format_code_t format, const uint8_t *base, size_t stride, int32_t width, int32_t height) {
  // The stride of a single row is not used, so any value is valid.
  const int bytes = height == 1 ? (int)(((size_t)width * PIXMAN_FORMAT_BPP(format) / 8 + 3) & ~(size_t)3) : (int)stride;
  return pixman_image_create_bits_no_clear(format, width, height, (uint32_t *)(uintptr_t)base, bytes);
}

// A picture that pixman samples between pixels.
static pixman_image_t *image_sampled(const cr_sampled *s) {
  pixman_image_t *image = image_of(s->format == CR_XRGB8888 ? PIXMAN_x8r8g8b8 : PIXMAN_a8r8g8b8, s->base, s->stride, s->width, s->height);
  if (!image) return NULL;
  pixman_transform_t map = {{{0, 0, 0}, {0, 0, 0}, {0, 0, pixman_fixed_1}}};
  for (int row = 0; row < 2; row++)
    for (int column = 0; column < 3; column++) map.matrix[row][column] = s->matrix[row][column];
  pixman_image_set_repeat(image, PIXMAN_REPEAT_PAD);
  if (pixman_image_set_filter(image, PIXMAN_FILTER_BILINEAR, NULL, 0) && pixman_image_set_transform(image, &map)) return image;
  pixman_image_unref(image);
  return NULL;
}

static pixman_image_t *solid_of(uint32_t color) {
  const pixman_color_t wide = {.red = (uint16_t)((color >> 16 & 255) * 257),
                               .green = (uint16_t)((color >> 8 & 255) * 257),
                               .blue = (uint16_t)((color & 255) * 257),
                               .alpha = (uint16_t)((color >> 24) * 257)};
  return pixman_image_create_solid_fill(&wide);
}

// Maximum rows of one image with this stride: pixman requires multiples of 4, and computes offsets in 32 bits.
static int32_t most_rows(size_t stride) {
  if (stride % 4 != 0 || stride > INT32_MAX / 2) return 1;
  return stride == 0 ? MOST_PIXELS : (int32_t)cr_min64(MOST_PIXELS, (int64_t)(INT32_MAX / stride));
}

// Hue, saturation, color and luminosity: pixman multiplies green by the mask twice and blue not at all (0.42, pixman-combine-float.c), so
// the source is masked before. NULL on allocation failure.
static pixman_image_t *masked(pixman_image_t *from, pixman_image_t *mask, int32_t from_x, int32_t from_y, int32_t width, int32_t height) {
  pixman_image_t *result = pixman_image_create_bits_no_clear(PIXMAN_a8r8g8b8, width, height, NULL, 0);
  if (result) pixman_image_composite32(PIXMAN_OP_SRC, from, mask, result, from_x, from_y, 0, 0, 0, 0, width, height);
  return result;
}

// A part of the step that is small enough for pixman.
static cr_status composite_part(const cr_step *s, int32_t x, int32_t y, int32_t width, int32_t height) {
  const size_t column = (size_t)x, row = (size_t)y, pixel = s->format == CR_COVERAGE8 ? 1 : 4;
  const pixman_format_code_t format = s->format == CR_COVERAGE8 ? PIXMAN_a8 : s->format == CR_XRGB8888 ? PIXMAN_x8r8g8b8 : PIXMAN_a8r8g8b8;
  pixman_image_t *to = image_of(s->is_coverage ? PIXMAN_a8 : PIXMAN_a8r8g8b8, s->target + row * s->target_stride + column * (s->is_coverage ? 1 : 4),
                                s->target_stride, width, height);
  pixman_image_t *from = s->is_solid   ? solid_of(s->color)
                         : s->sampled ? image_sampled(s->sampled)
                                      : image_of(format, s->source + row * s->source_stride + column * pixel, s->source_stride, width, height);
  // Pixels in memory start with the part, a sampled picture's map with the area.
  const int32_t from_x = s->sampled ? x : 0, from_y = s->sampled ? s->sampled_y + y : 0;
  const bool is_faded = !s->is_solid && s->alpha != 255;
  pixman_image_t *mask = s->mask    ? image_of(PIXMAN_a8, s->mask + row * s->mask_stride + column, s->mask_stride, width, height)
                         : is_faded ? solid_of(s->alpha << 24)
                                    : NULL;
  bool is_made = to && from && (mask || !(s->mask || is_faded));
  if (is_made && s->mask && s->blend == CR_BLEND_COPY) {
    // pixman clears the target if the mask is 0. Instead, the target is faded by the mask, and the source is added.
    pixman_image_composite32(PIXMAN_OP_OUT_REVERSE, mask, NULL, to, 0, 0, 0, 0, 0, 0, width, height);
    pixman_image_composite32(PIXMAN_OP_ADD, from, mask, to, from_x, from_y, 0, 0, 0, 0, width, height);
  } else if (is_made && mask && s->blend >= CR_BLEND_HUE) {
    pixman_image_t *source = masked(from, mask, from_x, from_y, width, height);
    if (source) pixman_image_composite32(operators[s->blend], source, NULL, to, 0, 0, 0, 0, 0, 0, width, height);
    is_made = source != NULL;
    if (source) pixman_image_unref(source);
  } else if (is_made) {
    pixman_image_composite32(operators[s->blend], from, mask, to, from_x, from_y, 0, 0, 0, 0, width, height);
  }
  if (mask) pixman_image_unref(mask);
  if (from) pixman_image_unref(from);
  if (to) pixman_image_unref(to);
  return is_made ? CR_OK : CR_NO_MEMORY;
}

cr_status cr_pixman_composite(const cr_step *s) {
  int32_t rows = most_rows(s->target_stride);
  if (!s->is_solid && !s->sampled) rows = cr_min(rows, most_rows(s->source_stride));
  if (s->mask) rows = cr_min(rows, most_rows(s->mask_stride));
  for (int32_t y = 0; y < s->height; y += rows)
    for (int32_t x = 0; x < s->width; x += MOST_PIXELS) {
      const cr_status status = composite_part(s, x, y, cr_min(MOST_PIXELS, s->width - x), cr_min(rows, s->height - y));
      if (status != CR_OK) return status;
    }
  return CR_OK;
}
