#include "composite_kernels.h"

#include <string.h>

#include "support/kernels.h"

// Rows below the one in work are announced to the processor: rows of a small box are too short for it to foresee the next.
static inline void foresee(const cr_step *s, int32_t y) {
  // A longer row is a stream that the processor foresees itself.
  if (s->width < 16 || s->width > 1024 || y + 2 >= s->height) return;
  const uint8_t *row = s->target + (size_t)(y + 2) * s->target_stride;
  for (size_t i = 0; i < (size_t)s->width * 4; i += 64) __builtin_prefetch(row + i, 1);
}
static inline uint32_t *target_row(const cr_step *s, int32_t y) { return (uint32_t *)(void *)(s->target + (size_t)y * s->target_stride); }
static inline const uint32_t *source_row(const cr_step *s, int32_t y) {
  return (const uint32_t *)(const void *)(s->source + (size_t)y * s->source_stride);
}

// A kernel whose rows are the expression's, for row y of n pixels.
#define ROWS(name, expression) \
  static void name(const cr_step *s) { \
    const size_t n = (size_t)s->width; \
    for (int32_t y = 0; y < s->height; y++) { \
      foresee(s, y); \
      expression; \
    } \
  }

ROWS(fill, cr_k->fill(target_row(s, y), s->color, n))
ROWS(copy, memcpy(target_row(s, y), source_row(s, y), n * 4))
ROWS(copy_opaque, cr_k->make_opaque(target_row(s, y), source_row(s, y), n))
ROWS(scale, cr_k->scale(target_row(s, y), source_row(s, y), s->alpha, n))
ROWS(lerp, cr_k->lerp_mask(target_row(s, y), source_row(s, y), s->mask + (size_t)y * s->mask_stride, n))
ROWS(over_solid, cr_k->over_solid(target_row(s, y), s->color, n))
ROWS(over, cr_k->over(target_row(s, y), source_row(s, y), n))
ROWS(over_faded, cr_k->over_alpha(target_row(s, y), source_row(s, y), s->alpha, n))
ROWS(over_masked, cr_k->over_mask(target_row(s, y), source_row(s, y), s->mask + (size_t)y * s->mask_stride, n))

static void over_solid_masked(const cr_step *s) {
  cr_k->coverage(target_row(s, 0), s->target_stride / 4, s->color, s->mask, s->mask_stride, s->width, s->height);
}
static void coverage_masked(const cr_step *s) {
  cr_k->coverage_onto(s->target, s->target_stride, s->color >> 24, s->mask, s->mask_stride, s->width, s->height);
}

enum { SOLID, WORDS, XRGB, FADED, SOURCES };

// By operator (normal, copy), source, mask and whether the target is coverage.
static const cr_step_kernel table[2][SOURCES][2][2] = {
    [CR_BLEND_NORMAL] = {
        [SOLID] = {{over_solid, NULL}, {over_solid_masked, coverage_masked}},
        [WORDS] = {{over, NULL}, {over_masked, NULL}},
        [FADED] = {{over_faded, NULL}, {NULL, NULL}},
    },
    [CR_BLEND_COPY] = {
        [SOLID] = {{fill, NULL}, {NULL, NULL}},
        [WORDS] = {{copy, NULL}, {lerp, NULL}},
        [XRGB] = {{copy_opaque, NULL}, {NULL, NULL}},
        [FADED] = {{scale, NULL}, {NULL, NULL}},
    },
};

// The most pixels that are copied here: with more, pixman's time is the same or shorter.
enum { MOST_COPIED = 64 * 64 };

cr_step_kernel cr_kernel_of(const cr_step *s) {
  if (s->blend > CR_BLEND_COPY || s->sampled) return NULL;
  if (!s->is_solid && (s->format == CR_COVERAGE8 || (s->format == CR_XRGB8888 && s->alpha != 255))) return NULL;
  if (s->blend == CR_BLEND_COPY && !s->is_solid && s->alpha == 255 && !s->mask && (int64_t)s->width * s->height > MOST_COPIED) return NULL;
  const int source = s->is_solid ? SOLID : s->alpha != 255 ? FADED : s->format == CR_XRGB8888 ? XRGB : WORDS;
  return table[s->blend][source][s->mask != NULL][s->is_coverage];
}
