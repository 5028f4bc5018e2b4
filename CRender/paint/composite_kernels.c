#include "composite_kernels.h"

#include <string.h>

#include "paint/target.h"
#include "support/kernels.h"

static inline void foresee(const cr_step *s, int32_t y) {
  if (y + 2 < s->height) cr_foresee(s->target + (size_t)(y + 2) * s->target_stride, (size_t)s->width, 4);
}
static inline uint32_t *target_row(const cr_step *s, int32_t y) { return (uint32_t *)(void *)(s->target + (size_t)y * s->target_stride); }
static inline const uint32_t *source_row(const cr_step *s, int32_t y) {
  return (const uint32_t *)(const void *)(s->source + (size_t)y * s->source_stride);
}

// A kernel with rows by the expression, for row y of n pixels.
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

// Opaque words, whose top byte is undefined, through a mask.
static void over_opaque_masked(const cr_step *s) {
  uint32_t opaque[256];
  for (int32_t y = 0; y < s->height; y++) {
    foresee(s, y);
    for (int32_t x = 0; x < s->width; x += 256) {
      const size_t n = (size_t)cr_min(256, s->width - x);
      cr_k->make_opaque(opaque, source_row(s, y) + x, n);
      cr_k->over_mask(target_row(s, y) + x, opaque, s->mask + (size_t)y * s->mask_stride + x, n);
    }
  }
}
static void over_solid_masked(const cr_step *s) {
  if (s->height == 1) {
    // The coverage of a single row was often written just before: the masked loads of `coverage` would wait for those stores.
    cr_k->over_solid_mask(target_row(s, 0), s->color, s->mask, (size_t)s->width);
    return;
  }
  cr_k->coverage(target_row(s, 0), s->target_stride / 4, s->color, s->mask, s->mask_stride, s->width, s->height);
}
static void coverage_masked(const cr_step *s) {
  cr_k->coverage_onto(s->target, s->target_stride, s->color >> 24, s->mask, s->mask_stride, s->width, s->height);
}

enum { SOLID, WORDS, XRGB, FADED, SOURCES };

// Maximum number of pixels copied here.
enum { MOST_COPIED = 64 * 64 };
#define ANY(name) {name, INT64_MAX}
// pixman's NEON code executes fewer instructions for larger areas, and gives the same pixels (.ci/instructions).
#if defined(__aarch64__) && !defined(CR_KERNELS_OF_ANY_SIZE)
#define SMALL(name) {name, 32 * 32}
#else
#define SMALL(name) ANY(name)
#endif
#define PIXMAN {NULL, 0}

// By operator (normal, copy), source, mask, and whether the target is coverage.
static const cr_kernel table[2][SOURCES][2][2] = {
    [CR_BLEND_NORMAL] = {
        [SOLID] = {{SMALL(over_solid), PIXMAN}, {SMALL(over_solid_masked), SMALL(coverage_masked)}},
        [WORDS] = {{SMALL(over), PIXMAN}, {ANY(over_masked), PIXMAN}},
        [XRGB] = {{PIXMAN, PIXMAN}, {ANY(over_opaque_masked), PIXMAN}},
        [FADED] = {{SMALL(over_faded), PIXMAN}, {PIXMAN, PIXMAN}},
    },
    [CR_BLEND_COPY] = {
        [SOLID] = {{SMALL(fill), PIXMAN}, {PIXMAN, PIXMAN}},
        [WORDS] = {{{copy, MOST_COPIED}, PIXMAN}, {ANY(lerp), PIXMAN}},
        [XRGB] = {{{copy_opaque, MOST_COPIED}, PIXMAN}, {PIXMAN, PIXMAN}},
        [FADED] = {{ANY(scale), PIXMAN}, {PIXMAN, PIXMAN}},
    },
};

cr_kernel cr_kernel_of(const cr_step *s) {
  const cr_kernel none = PIXMAN;
  if (s->blend > CR_BLEND_COPY || s->sampled) return none;
  if (!s->is_solid && (s->format == CR_COVERAGE8 || (s->format == CR_XRGB8888 && s->alpha != 255))) return none;
  const int source = s->is_solid ? SOLID : s->alpha != 255 ? FADED : s->format == CR_XRGB8888 ? XRGB : WORDS;
  return table[s->blend][source][s->mask != NULL][s->is_coverage];
}
