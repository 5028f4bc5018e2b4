// Scales a picture down row by row; each target pixel is the average of the pixels that it covers. Integer arithmetic only: the weights of
// a target pixel add up to exactly 1, so a flat colour and full opacity are preserved at all sizes.
#include "clones.h"
#include "image_codecs.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { HORIZONTAL_BITS = 16, KEPT_BITS = 8, VERTICAL_BITS = 15 };

typedef uint8_t u8x4 __attribute__((vector_size(4)));
typedef uint32_t u32x4 __attribute__((vector_size(16)));

// Source pixels that each target pixel covers along one axis, with their weights.
typedef struct {
  int32_t *first;    // by target pixel
  int32_t *count;    // by target pixel
  uint32_t *weights; // of all target pixels, consecutively
} cover;

struct ic_sink {
  int32_t source_width, source_height, width, height;
  uint8_t *pixels;
  size_t stride;
  int32_t row;    // next source row
  int32_t target; // next target row
  bool direct;
  cover x, y;
  size_t y_weight;   // start of the weights of `target`
  uint8_t *scratch;  // a source row
  uint32_t *shrunk;  // a source row at the target's width, with KEPT_BITS fraction bits
  uint32_t *sums;    // accumulated target row
};

static size_t cover_cost(int32_t source, int32_t target) {
  return (size_t)target * 2 * sizeof(int32_t) + ((size_t)source + (size_t)target) * sizeof(uint32_t);
}

size_t ic_sink_cost(int32_t source_width, int32_t source_height, int32_t width, int32_t height) {
  if (source_width == width && source_height == height) return 0;
  return cover_cost(source_width, width) + cover_cost(source_height, height) + (size_t)source_width * 4 +
         (size_t)width * 8 * sizeof(uint32_t);
}

static void cover_free(cover *c) {
  free(c->first);
  free(c->count);
  free(c->weights);
}

static bool cover_make(cover *c, int32_t source, int32_t target, int bits) {
  c->first = calloc((size_t)target, sizeof(int32_t));
  c->count = calloc((size_t)target, sizeof(int32_t));
  c->weights = calloc((size_t)source + (size_t)target, sizeof(uint32_t));
  if (!c->first || !c->count || !c->weights) return false;
  // In units of source * target along an axis, a source pixel has the length `target` and a target pixel the length `source`.
  uint32_t *weight = c->weights;
  for (int32_t i = 0; i < target; i++) {
    int64_t start = (int64_t)i * source, end = start + source;
    int32_t first = (int32_t)(start / target), last = (int32_t)((end + target - 1) / target); // last is exclusive
    c->first[i] = first;
    c->count[i] = last - first;
    uint64_t given = 0;
    for (int32_t s = first; s < last; s++) {
      int64_t covered = (int64_t)(s + 1) * target;
      covered = (covered < end ? covered : end) - start;
      uint64_t upto = (((uint64_t)covered << bits) + (uint64_t)source / 2) / (uint64_t)source;
      *weight++ = (uint32_t)(upto - given);
      given = upto;
    }
  }
  return true;
}

ic_sink *ic_sink_create(
    int32_t source_width, int32_t source_height, int32_t width, int32_t height, uint8_t *pixels, size_t stride) {
  ic_sink *s = calloc(1, sizeof *s);
  if (!s) return NULL;
  s->source_width = source_width;
  s->source_height = source_height;
  s->width = width;
  s->height = height;
  s->pixels = pixels;
  s->stride = stride;
  s->direct = source_width == s->width && source_height == s->height;
  if (s->direct) return s;
  s->scratch = malloc((size_t)source_width * 4);
  s->shrunk = malloc((size_t)s->width * 4 * sizeof(uint32_t));
  s->sums = calloc((size_t)s->width * 4, sizeof(uint32_t));
  if (!cover_make(&s->x, source_width, s->width, HORIZONTAL_BITS) || !cover_make(&s->y, source_height, s->height, VERTICAL_BITS) ||
      !s->scratch || !s->shrunk || !s->sums) {
    ic_sink_destroy(s);
    return NULL;
  }
  return s;
}

void ic_sink_destroy(ic_sink *s) {
  if (!s) return;
  cover_free(&s->x);
  cover_free(&s->y);
  free(s->scratch);
  free(s->shrunk);
  free(s->sums);
  free(s);
}

uint8_t *ic_sink_row(ic_sink *s) {
  if (!s->direct) return s->scratch;
  int32_t row = s->row < s->source_height ? s->row : s->source_height - 1;
  return s->pixels + (size_t)row * s->stride;
}

IC_CLONES static void shrink_row(
    uint32_t *restrict to, const uint8_t *restrict from, const int32_t *restrict first, const int32_t *restrict count,
    const uint32_t *restrict weights, int32_t width) {
  for (int32_t i = 0; i < width; i++) {
    u32x4 sum = {0, 0, 0, 0};
    const uint8_t *p = from + (size_t)first[i] * 4;
    for (int32_t n = count[i]; n > 0; n--, p += 4) {
      u8x4 pixel;
      memcpy(&pixel, p, 4);
      sum += __builtin_convertvector(pixel, u32x4) * *weights++;
    }
    sum = (sum + (1u << (HORIZONTAL_BITS - KEPT_BITS - 1))) >> (HORIZONTAL_BITS - KEPT_BITS);
    memcpy(to + (size_t)i * 4, &sum, sizeof sum);
  }
}

IC_CLONES static void add_row(uint32_t *restrict sums, const uint32_t *restrict row, uint32_t weight, size_t count) {
  for (size_t i = 0; i < count; i++) sums[i] += row[i] * weight;
}

IC_CLONES static void finish_row(uint8_t *restrict to, uint32_t *restrict sums, size_t count) {
  for (size_t i = 0; i < count; i++) {
    to[i] = (uint8_t)((sums[i] + (1u << (KEPT_BITS + VERTICAL_BITS - 1))) >> (KEPT_BITS + VERTICAL_BITS));
    sums[i] = 0;
  }
}

void ic_sink_commit(ic_sink *s) {
  if (s->row >= s->source_height) return;
  int32_t row = s->row++;
  if (s->direct) return;
  size_t count = (size_t)s->width * 4;
  shrink_row(s->shrunk, s->scratch, s->x.first, s->x.count, s->x.weights, s->width);
  while (s->target < s->height) {
    int32_t offset = row - s->y.first[s->target];
    if (offset < 0) return;
    add_row(s->sums, s->shrunk, s->y.weights[s->y_weight + (size_t)offset], count);
    if (offset + 1 < s->y.count[s->target]) return;
    finish_row(s->pixels + (size_t)s->target * s->stride, s->sums, count);
    s->y_weight += (size_t)s->y.count[s->target];
    s->target++;
  }
}
