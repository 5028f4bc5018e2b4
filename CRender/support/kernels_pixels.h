// Loops that paint and blend pixels and coverage.
// Units and threads as in kernel_table.h.
#pragma once
#include "kernels_vectors.h"

static void k_fill(uint32_t *d, uint32_t color, size_t n) {
  size_t i = 0;
  vu32 c = splat(color);
  for (; i + 4 * LANES <= n; i += 4 * LANES) {
    store(d + i, c), store(d + i + LANES, c), store(d + i + 2 * LANES, c), store(d + i + 3 * LANES, c);
  }
  for (; i + LANES <= n; i += LANES) store(d + i, c);
  REST(store_part(d + i, c, rest), d[i] = color)
}

static void k_make_opaque(uint32_t *d, const uint32_t *s, size_t n) {
  size_t i = 0;
  for (; i + LANES <= n; i += LANES) store(d + i, load(s + i) | 0xff000000u);
  for (; i < n; i++) d[i] = s[i] | 0xff000000u;
}

static void k_over(uint32_t *restrict d, const uint32_t *restrict s, size_t n) {
  size_t i = 0;
  for (; i + LANES <= n; i += LANES) store(d + i, over(load(s + i), load(d + i)));
  REST(store_part(d + i, over(load_part(s + i, rest), load_part(d + i, rest)), rest), d[i] = cr_over_pixel(s[i], d[i]))
}

static void k_over_alpha(uint32_t *restrict d, const uint32_t *restrict s, uint32_t alpha, size_t n) {
  size_t i = 0;
  vu32 a = splat(alpha);
  for (; i + LANES <= n; i += LANES) store(d + i, over(mul(load(s + i), a), load(d + i)));
  REST(store_part(d + i, over(mul(load_part(s + i, rest), a), load_part(d + i, rest)), rest), d[i] = cr_over_pixel(cr_mul_pixel(s[i], alpha), d[i]))
}

static void k_over_mask(uint32_t *restrict d, const uint32_t *restrict s, const uint8_t *restrict mask, size_t n) {
  size_t i = 0;
  for (; i + LANES <= n; i += LANES) store(d + i, over(mul(load(s + i), load_mask(mask + i)), load(d + i)));
  REST(store_part(d + i, over(mul(load_part(s + i, rest), load_mask_part(mask + i, rest)), load_part(d + i, rest)), rest), d[i] = cr_over_pixel(cr_mul_pixel(s[i], mask[i]), d[i]))
}

static void k_over_solid(uint32_t *d, uint32_t color, size_t n) {
  size_t i = 0;
  vu32 c = splat(color), ia = splat(255 - (color >> 24));
  for (; i + LANES <= n; i += LANES) store(d + i, c + mul(load(d + i), ia));
  REST(store_part(d + i, c + mul(load_part(d + i, rest), ia), rest), d[i] = cr_over_pixel(color, d[i]))
}

/// Whether LANES bytes of coverage are 0.
static inline int is_clear(const uint8_t *mask) {
  uint64_t bytes = 0;
  for (size_t i = 0; i < LANES; i += 8) {
    uint64_t part = 0;
    memcpy(&part, mask + i, LANES - i < 8 ? LANES - i : 8);
    bytes |= part;
  }
  return bytes == 0;
}

// An opaque colour through coverage: red and blue, alpha and green in 16-bit words. OVER of the product, whose alpha is the coverage.
typedef struct {
  vu16 rb, ag;
} ink;
INLINE ink ink_of(uint32_t color) { return (ink){(vu16)splat(color & 0x00ff00ff), (vu16)splat(color >> 8 & 0x00ff00ff)}; }
INLINE vu32 over_ink(ink c, vu16 coverage, vu32 d) {
  const vu16 left = 255 - coverage;
  const vu16 rb = div255(c.rb * coverage + 128) + div255((vu16)(d & 0x00ff00ff) * left + 128);
  const vu16 over = c.ag * coverage + 128, under = ((vu16)d >> 8) * left + 128;
  return (vu32)rb + (((vu32)(over + (over >> 8)) & 0xff00ff00) + ((vu32)(under + (under >> 8)) & 0xff00ff00));
}

static void k_over_solid_mask(uint32_t *restrict d, uint32_t color, const uint8_t *restrict mask, size_t n) {
  size_t i = 0;
  // Large parts of a letter mask are empty: they are tested, not painted.
  if (color >> 24 == 255) {
    const ink c = ink_of(color);
    for (; i + LANES <= n; i += LANES)
      if (!is_clear(mask + i)) store(d + i, over_ink(c, load_mask_twice(mask + i), load(d + i)));
  } else {
    const vu32 c = splat(color);
    for (; i + LANES <= n; i += LANES)
      if (!is_clear(mask + i)) store(d + i, over(mul(c, load_mask(mask + i)), load(d + i)));
  }
  REST(store_part(d + i, over(mul(splat(color), load_mask_part(mask + i, rest)), load_part(d + i, rest)), rest), d[i] = cr_over_pixel(cr_mul_pixel(color, mask[i]), d[i]))
}

static void k_lerp_mask(uint32_t *restrict d, const uint32_t *restrict s, const uint8_t *restrict mask, size_t n) {
  size_t i = 0;
  for (; i + LANES <= n; i += LANES) {
    vu32 m = load_mask(mask + i);
    store(d + i, mul(load(s + i), m) + mul(load(d + i), 255 - m));
  }
  for (; i < n; i++) d[i] = cr_mul_pixel(s[i], mask[i]) + cr_mul_pixel(d[i], 255u - mask[i]);
}

static void k_scale(uint32_t *d, const uint32_t *s, uint32_t alpha, size_t n) {
  size_t i = 0;
  vu32 a = splat(alpha);
  for (; i + LANES <= n; i += LANES) store(d + i, mul(load(s + i), a));
  REST(store_part(d + i, mul(load_part(s + i, rest), a), rest), d[i] = cr_mul_pixel(s[i], alpha))
}

static void k_tint(uint32_t *restrict d, const uint8_t *restrict mask, uint32_t color, size_t n) {
  size_t i = 0;
  vu32 c = splat(color);
  for (; i + LANES <= n; i += LANES) store(d + i, mul(c, load_mask(mask + i)));
  for (; i < n; i++) d[i] = cr_mul_pixel(color, mask[i]);
}

static void k_mask_multiply(uint8_t *restrict d, const uint8_t *restrict s, size_t n) {
  size_t i = 0;
  for (; i + BYTES <= n; i += BYTES) store_bytes(d + i, mul_bytes(load_bytes(d + i), load_bytes(s + i)));
  for (; i < n; i++) d[i] = (uint8_t)cr_mul255(d[i], s[i]);
}

static void k_alpha_of(uint8_t *restrict d, const uint32_t *restrict s, size_t n) {
  for (size_t i = 0; i < n; i++) d[i] = (uint8_t)(s[i] >> 24);
}

static void k_copy_ahead(uint8_t *d, const uint8_t *s, const uint8_t *next, size_t n) {
  enum { BLOCK = 256, LINE = 64 };
  size_t i = 0;
  for (; i + BLOCK <= n; i += BLOCK) {
    for (size_t k = 0; k < BLOCK; k += LINE) __builtin_prefetch(next + i + k);
    vu32 block[BLOCK / CR_VECTOR_BYTES];
    memcpy(block, s + i, sizeof block);
    memcpy(d + i, block, sizeof block);
  }
  memcpy(d + i, s + i, n - i);
}
