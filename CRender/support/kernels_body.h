// The bodies of kernels.h, included once per instruction set with CR_TABLE, CR_VECTOR_BYTES and CR_AVX2/CR_AVX512 set.
// Loops take whole vectors first and finish with one-pixel code of the same arithmetic.

#define INLINE static inline __attribute__((always_inline))
#define LANES (CR_VECTOR_BYTES / 4)
#define BYTES (CR_VECTOR_BYTES / 2)

typedef uint32_t vu32 __attribute__((vector_size(CR_VECTOR_BYTES)));
typedef uint16_t vu16 __attribute__((vector_size(CR_VECTOR_BYTES)));
typedef uint8_t vmask __attribute__((vector_size(LANES)));
typedef uint16_t vhalf __attribute__((vector_size(CR_VECTOR_BYTES / 2)));
typedef uint8_t vbytes __attribute__((vector_size(CR_VECTOR_BYTES / 2)));  // widens to vu16
typedef int32_t vi32 __attribute__((vector_size(CR_VECTOR_BYTES)));

INLINE vu32 load(const uint32_t *p) {
  vu32 v;
  memcpy(&v, p, sizeof v);
  return v;
}
INLINE void store(uint32_t *p, vu32 v) { memcpy(p, &v, sizeof v); }
INLINE vu32 load_mask(const uint8_t *p) {
  vmask m;
  memcpy(&m, p, sizeof m);
  return __builtin_convertvector(m, vu32);
}
INLINE vu32 splat(uint32_t x) { return (vu32){0} + x; }

// High halves of the products of 16-bit lanes; sums of neighbouring products of signed 16-bit lanes.
#if CR_AVX512
INLINE vu16 mul_high(vu16 a, vu16 b) { return (vu16)_mm512_mulhi_epu16((__m512i)a, (__m512i)b); }
INLINE vu32 mul_add(vu32 a, vu32 b) { return (vu32)_mm512_madd_epi16((__m512i)a, (__m512i)b); }
#elif CR_AVX2
INLINE vu16 mul_high(vu16 a, vu16 b) { return (vu16)_mm256_mulhi_epu16((__m256i)a, (__m256i)b); }
INLINE vu32 mul_add(vu32 a, vu32 b) { return (vu32)_mm256_madd_epi16((__m256i)a, (__m256i)b); }
#elif CR_SSE2
INLINE vu16 mul_high(vu16 a, vu16 b) { return (vu16)_mm_mulhi_epu16((__m128i)a, (__m128i)b); }
INLINE vu32 mul_add(vu32 a, vu32 b) { return (vu32)_mm_madd_epi16((__m128i)a, (__m128i)b); }
#else
INLINE vu16 mul_high(vu16 a, vu16 b) {
  typedef uint32_t wide __attribute__((vector_size(CR_VECTOR_BYTES * 2)));
  return __builtin_convertvector((__builtin_convertvector(a, wide) * __builtin_convertvector(b, wide)) >> 16, vu16);
}
INLINE vu32 mul_add(vu32 a, vu32 b) { return (a & 0xffff) * (b & 0xffff) + (a >> 16) * (b >> 16); }
#endif

// Sums of products of 8-bit values, 128 added, divided by 255: (y + (y >> 8)) >> 8 in one step where there is one for it.
#if CR_AVX512 || CR_AVX2 || CR_SSE2
INLINE vu16 div255(vu16 y) { return mul_high(y, (vu16){0} + 257); }
#else
INLINE vu16 div255(vu16 y) { return (y + (y >> 8)) >> 8; }
#endif

// Each byte of `p` times the 8-bit value in each lane of `a`.
INLINE vu32 mul(vu32 p, vu32 a) {
  vu16 a2 = (vu16)(a | (a << 16));
  vu16 rb = (vu16)(p & 0x00ff00ff) * a2 + 128;
  vu16 ag = (vu16)((p >> 8) & 0x00ff00ff) * a2 + 128;
  rb = div255(rb);
  ag = (ag + (ag >> 8)) & 0xff00;
  return (vu32)(rb | ag);
}
INLINE vu32 over(vu32 s, vu32 d) { return s + mul(d, 255 - (s >> 24)); }
INLINE vu16 mul_bytes(vu16 a, vu16 b) {
  return div255(a * b + 128);
}
INLINE vu16 load_bytes(const uint8_t *p) {
  vbytes b;
  memcpy(&b, p, sizeof b);
  return __builtin_convertvector(b, vu16);
}
INLINE void store_bytes(uint8_t *p, vu16 v) {
  vbytes b = __builtin_convertvector(v, vbytes);
  memcpy(p, &b, sizeof b);
}

// The `n` bytes at `p`, fewer than 8, as the low ones of a word: glyphs are a few pixels wide, and their rows end anywhere.
INLINE uint64_t load_few(const uint8_t *p, int n) {
  uint64_t bytes = 0;
  uint32_t four;
  uint16_t two;
  int at = 0;
  if (n & 4) {
    memcpy(&four, p, 4);
    bytes = four;
    at = 4;
  }
  if (n & 2) {
    memcpy(&two, p + at, 2);
    bytes |= (uint64_t)two << (8 * at);
    at += 2;
  }
  if (n & 1) bytes |= (uint64_t)p[at] << (8 * at);
  return bytes;
}

// The last n pixels (1 ..< LANES) of a row without touching what lies beyond.
#if CR_AVX512
#define CR_PARTS 1
INLINE vu32 load_part(const uint32_t *p, size_t n) { return (vu32)_mm512_maskz_loadu_epi32((__mmask16)((1u << n) - 1), p); }
INLINE void store_part(uint32_t *p, vu32 v, size_t n) { _mm512_mask_storeu_epi32(p, (__mmask16)((1u << n) - 1), (__m512i)v); }
INLINE vu32 load_mask_part(const uint8_t *p, size_t n) {
  return (vu32)_mm512_cvtepu8_epi32(_mm_maskz_loadu_epi8((__mmask16)((1u << n) - 1), p));
}
#elif CR_AVX2
#define CR_PARTS 1
static const int32_t part_lanes[16] = {-1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0};
INLINE __m256i part(size_t n) { return _mm256_loadu_si256((const __m256i *)(part_lanes + 8 - n)); }
INLINE vu32 load_part(const uint32_t *p, size_t n) { return (vu32)_mm256_maskload_epi32((const int *)p, part(n)); }
INLINE void store_part(uint32_t *p, vu32 v, size_t n) { _mm256_maskstore_epi32((int *)p, part(n), (__m256i)v); }
// Bytes 0 ..< n of 8, the rest 0.
INLINE uint64_t first_bytes(const uint8_t *p, size_t n) {
  if (n < 8) return load_few(p, (int)n);
  uint64_t bytes;
  memcpy(&bytes, p, 8);
  return bytes;
}
INLINE vu32 load_mask_part(const uint8_t *p, size_t n) {
  return (vu32)_mm256_cvtepu8_epi32(_mm_cvtsi64_si128((long long)first_bytes(p, n)));
}
#endif

// The coverage of LANES pixels, each in both halves of its lane.
#if CR_AVX512
INLINE vu16 twice(__m128i bytes) {
  const __m512i places = _mm512_add_epi8(
      _mm512_broadcast_i32x4(_mm_setr_epi8(0, -128, 0, -128, 1, -128, 1, -128, 2, -128, 2, -128, 3, -128, 3, -128)),
      _mm512_set_epi64(0x000c000c000c000c, 0x000c000c000c000c, 0x0008000800080008, 0x0008000800080008, 0x0004000400040004, 0x0004000400040004, 0, 0));
  return (vu16)_mm512_shuffle_epi8(_mm512_broadcast_i32x4(bytes), places);
}
INLINE vu16 load_mask_twice(const uint8_t *p) { return twice(_mm_loadu_si128((const __m128i *)(const void *)p)); }
INLINE vu16 load_mask_twice_part(const uint8_t *p, size_t n) { return twice(_mm_maskz_loadu_epi8((__mmask16)((1u << n) - 1), p)); }
#elif CR_AVX2
INLINE vu16 twice(uint64_t bytes) {
  const __m256i places = _mm256_setr_epi8(
      0, -128, 0, -128, 1, -128, 1, -128, 2, -128, 2, -128, 3, -128, 3, -128, 4, -128, 4, -128, 5, -128, 5, -128, 6, -128, 6, -128, 7, -128, 7, -128);
  return (vu16)_mm256_shuffle_epi8(_mm256_set1_epi64x((int64_t)bytes), places);
}
INLINE vu16 load_mask_twice(const uint8_t *p) {
  uint64_t bytes;
  memcpy(&bytes, p, 8);
  return twice(bytes);
}
INLINE vu16 load_mask_twice_part(const uint8_t *p, size_t n) { return twice(first_bytes(p, n)); }
#else
INLINE vu16 load_mask_twice(const uint8_t *p) {
  const vu32 m = load_mask(p);
  return (vu16)(m | m << 16);
}
#endif
// `whole` for the rest of a row in one vector, else `single` for each of its pixels.
#if CR_PARTS
#define REST(whole, single) \
  if (i < n) { \
    const size_t rest = n - i; \
    whole; \
  }
#else
#define REST(whole, single) \
  for (; i < n; i++) single;
#endif

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

// An opaque colour through coverage, its red and blue, alpha and green in words of 16 bits: OVER of the product, whose alpha is the coverage.
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
  // Much of a mask of letters is empty: that is looked at, not painted.
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

static void k_mask_scale(uint8_t *d, const uint8_t *s, uint32_t alpha, size_t n) {
  size_t i = 0;
  vu16 a = (vu16){0} + (uint16_t)alpha;
  for (; i + BYTES <= n; i += BYTES) store_bytes(d + i, mul_bytes(load_bytes(s + i), a));
  for (; i < n; i++) d[i] = (uint8_t)cr_mul255(s[i], alpha);
}

static void k_mask_over(uint8_t *restrict d, const uint8_t *restrict s, size_t n) {
  size_t i = 0;
  for (; i + BYTES <= n; i += BYTES) {
    vu16 v = load_bytes(s + i);
    store_bytes(d + i, v + mul_bytes(load_bytes(d + i), 255 - v));
  }
  for (; i < n; i++) d[i] = (uint8_t)(s[i] + cr_mul255(d[i], 255u - s[i]));
}

static void k_alpha_of(uint8_t *restrict d, const uint32_t *restrict s, size_t n) {
  for (size_t i = 0; i < n; i++) d[i] = (uint8_t)(s[i] >> 24);
}

INLINE uint32_t pack565(uint32_t p, uint32_t d5, uint32_t d6) {
  uint32_t r = (p >> 16) & 255, g = (p >> 8) & 255, b = p & 255;
  r = (r - (r >> 5) + d5) >> 3, g = (g - (g >> 6) + d6) >> 2, b = (b - (b >> 5) + d5) >> 3;
  return r << 11 | g << 5 | b;
}

static void k_pack565(
    uint16_t *restrict d, const uint32_t *restrict s, const uint8_t *restrict dither5, const uint8_t *restrict dither6, size_t n) {
  size_t i = 0;
  vu32 d5, d6;
  for (int k = 0; k < LANES; k++) d5[k] = dither5[k & 7], d6[k] = dither6[k & 7];
#if LANES >= 8
  const size_t step = LANES;
  for (; i + step <= n; i += step) {
    vu32 p = load(s + i);
    vu32 r = (p >> 16) & 255, g = (p >> 8) & 255, b = p & 255;
    r = (r - (r >> 5) + d5) >> 3, g = (g - (g >> 6) + d6) >> 2, b = (b - (b >> 5) + d5) >> 3;
    vhalf v = __builtin_convertvector(r << 11 | g << 5 | b, vhalf);
    memcpy(d + i, &v, sizeof v);
  }
#else
  (void)d5, (void)d6;
#endif
  for (; i < n; i++) d[i] = (uint16_t)pack565(s[i], dither5[i & 7], dither6[i & 7]);
}

static void k_unpack565(uint32_t *restrict d, const uint16_t *restrict s, size_t n) {
  for (size_t i = 0; i < n; i++) {
    uint32_t v = s[i], r = v >> 11, g = (v >> 5) & 63, b = v & 31;
    d[i] = 0xff000000u | (r << 3 | r >> 2) << 16 | (g << 2 | g >> 4) << 8 | (b << 3 | b >> 2);
  }
}

static void k_luma(uint8_t *restrict d, const uint32_t *restrict s, size_t n) {
  for (size_t i = 0; i < n; i++) {
    uint32_t p = s[i];
    d[i] = (uint8_t)((((p >> 16) & 255) * 77 + ((p >> 8) & 255) * 150 + (p & 255) * 29 + 128) >> 8);
  }
}

static void k_lerp_rows(uint8_t *restrict d, const uint8_t *restrict a, const uint8_t *restrict b, uint32_t weight, size_t bytes) {
  size_t i = 0;
#if CR_AVX2
  // Weights 1...127 and 127...1 fit signed bytes; 0 never comes here.
#if CR_AVX512
  const __m512i pair = _mm512_set1_epi16((short)((128 - weight) | weight << 8)), half = _mm512_set1_epi16(64);
  for (; i + 64 <= bytes; i += 64) {
    __m512i x = _mm512_loadu_si512(a + i), y = _mm512_loadu_si512(b + i);
    __m512i low = _mm512_maddubs_epi16(_mm512_unpacklo_epi8(x, y), pair), high = _mm512_maddubs_epi16(_mm512_unpackhi_epi8(x, y), pair);
    low = _mm512_srli_epi16(_mm512_add_epi16(low, half), 7), high = _mm512_srli_epi16(_mm512_add_epi16(high, half), 7);
    _mm512_storeu_si512(d + i, _mm512_packus_epi16(low, high));
  }
#endif
  const __m256i pair2 = _mm256_set1_epi16((short)((128 - weight) | weight << 8)), half2 = _mm256_set1_epi16(64);
  for (; i + 32 <= bytes; i += 32) {
    __m256i x = _mm256_loadu_si256((const __m256i *)(a + i)), y = _mm256_loadu_si256((const __m256i *)(b + i));
    __m256i low = _mm256_maddubs_epi16(_mm256_unpacklo_epi8(x, y), pair2), high = _mm256_maddubs_epi16(_mm256_unpackhi_epi8(x, y), pair2);
    low = _mm256_srli_epi16(_mm256_add_epi16(low, half2), 7), high = _mm256_srli_epi16(_mm256_add_epi16(high, half2), 7);
    _mm256_storeu_si256((__m256i *)(d + i), _mm256_packus_epi16(low, high));
  }
#else
  vu16 w = (vu16){0} + (uint16_t)weight, iw = 128 - w;
  for (; i + BYTES <= bytes; i += BYTES) store_bytes(d + i, (load_bytes(a + i) * iw + load_bytes(b + i) * w + 64) >> 7);
#endif
  for (; i < bytes; i++) d[i] = (uint8_t)((a[i] * (128 - weight) + b[i] * weight + 64) >> 7);
}

INLINE uint32_t lerp_pixel(uint32_t a, uint32_t b, uint32_t w) {
  uint32_t rb = (((a & 0xff00ff) * (128 - w) + (b & 0xff00ff) * w + 0x400040) >> 7) & 0xff00ff;
  uint32_t ag = ((((a >> 8) & 0xff00ff) * (128 - w) + ((b >> 8) & 0xff00ff) * w + 0x400040) >> 7) & 0xff00ff;
  return rb | ag << 8;
}

static void k_lerp_columns(
    uint32_t *restrict d, const uint32_t *restrict row, const int32_t *restrict index, const uint8_t *restrict weight, uint32_t bits,
    size_t n) {
  size_t i = 0;
#if CR_AVX2
  // Both neighbours of a pixel come in one 64-bit load and their bytes side by side, so that one multiply-add does both products:
  // weights (128 - w, w) unsigned, pixels signed by taking 128 off, which is put back at the end.
#if CR_AVX512
  const __m512i sides = _mm512_set4_epi32(0x0f0b0e0a, 0x0d090c08, 0x07030602, 0x05010400);
  const __m512i spread = _mm512_set4_epi32(0x09080908, 0x09080908, 0x01000100, 0x01000100);
  const __m512i flip = _mm512_set1_epi8((char)0x80), round = _mm512_set1_epi16(64);
  for (; i + 8 <= n; i += 8) {
    __m512i p = _mm512_i32gather_epi64(_mm256_loadu_si256((const __m256i *)(index + i)), row, 4);
    __m512i w = _mm512_cvtepu8_epi64(_mm_loadl_epi64((const __m128i *)(weight + i)));
    w = _mm512_shuffle_epi8(_mm512_or_si512(_mm512_sub_epi64(_mm512_set1_epi64(128), w), _mm512_slli_epi64(w, 8)), spread);
    p = _mm512_maddubs_epi16(w, _mm512_shuffle_epi8(_mm512_xor_si512(p, flip), sides));
    p = _mm512_srai_epi16(_mm512_add_epi16(p, round), 7);
    __m256i packed = _mm256_xor_si256(_mm512_cvtepi16_epi8(p), _mm256_set1_epi8((char)0x80));
    _mm256_storeu_si256((__m256i *)(d + i), _mm256_or_si256(packed, _mm256_set1_epi32((int)bits)));
  }
#else
  const __m256i sides = _mm256_setr_epi8(
      0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15, 0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15);
  const __m256i spread = _mm256_setr_epi8(
      0, 1, 0, 1, 0, 1, 0, 1, 8, 9, 8, 9, 8, 9, 8, 9, 0, 1, 0, 1, 0, 1, 0, 1, 8, 9, 8, 9, 8, 9, 8, 9);
  const __m256i flip = _mm256_set1_epi8((char)0x80), round = _mm256_set1_epi16(64);
  for (; i + 8 <= n; i += 8) {
    __m256i half[2];
    for (int k = 0; k < 2; k++) {
      __m256i p = _mm256_i32gather_epi64((const long long *)row, _mm_loadu_si128((const __m128i *)(index + i + 4 * k)), 4);
      int32_t four;
      memcpy(&four, weight + i + 4 * k, 4);
      __m256i w = _mm256_cvtepu8_epi64(_mm_cvtsi32_si128(four));
      w = _mm256_shuffle_epi8(_mm256_or_si256(_mm256_sub_epi64(_mm256_set1_epi64x(128), w), _mm256_slli_epi64(w, 8)), spread);
      p = _mm256_maddubs_epi16(w, _mm256_shuffle_epi8(_mm256_xor_si256(p, flip), sides));
      half[k] = _mm256_srai_epi16(_mm256_add_epi16(p, round), 7);
    }
    __m256i packed = _mm256_permute4x64_epi64(_mm256_packs_epi16(half[0], half[1]), 0xd8);
    _mm256_storeu_si256((__m256i *)(d + i), _mm256_or_si256(_mm256_xor_si256(packed, flip), _mm256_set1_epi32((int)bits)));
  }
#endif
#endif
  for (; i < n; i++) d[i] = lerp_pixel(row[index[i]], row[index[i] + 1], weight[i]) | bits;
}

// Sums fit 16 bits because a box has at most 255 rows: 255 * 255 + 127 < 65536. Dividing by multiplying with k = 65536 / d is off by
// less than half a level (|k d - 65536| <= d / 2), and a constant column stays exactly what it is.
static void k_box64(const uint8_t *restrict s, uint8_t *restrict d, int rows, int left, int right) {
  enum { PARTS = 64 / BYTES };  // vectors of 16-bit sums
  const int width = left + right + 1, last = rows - 1;
  const uint16_t half = (uint16_t)(width / 2);
  const vu16 k = (vu16){0} + (uint16_t)((65536 + width / 2) / width);
  vu16 sum[PARTS];
  for (int p = 0; p < PARTS; p++) sum[p] = (vu16){0} + half;
#if CR_AVX2
  // Bytes that come in and bytes that go out lie side by side, times 1 and -1. Pairs of vectors hold the low and high halves of
  // each 128-bit lane, which packing puts together again.
#if CR_AVX512
#define LOW(a, b) (vu16) _mm512_unpacklo_epi8((__m512i)(a), (__m512i)(b))
#define HIGH(a, b) (vu16) _mm512_unpackhi_epi8((__m512i)(a), (__m512i)(b))
#define DIFFERENCE(v) (vu16) _mm512_maddubs_epi16((__m512i)(v), _mm512_set1_epi16((short)0xff01))
#define PACK(a, b) (vu16) _mm512_packus_epi16((__m512i)(a), (__m512i)(b))
#else
#define LOW(a, b) (vu16) _mm256_unpacklo_epi8((__m256i)(a), (__m256i)(b))
#define HIGH(a, b) (vu16) _mm256_unpackhi_epi8((__m256i)(a), (__m256i)(b))
#define DIFFERENCE(v) (vu16) _mm256_maddubs_epi16((__m256i)(v), _mm256_set1_epi16((short)0xff01))
#define PACK(a, b) (vu16) _mm256_packus_epi16((__m256i)(a), (__m256i)(b))
#endif
  const vu16 zero = {0};
  for (int i = -left; i <= right; i++) {
    const uint8_t *in = s + (size_t)(i < 0 ? 0 : i > last ? last : i) * 64;
    for (int p = 0; p < PARTS / 2; p++) {
      vu16 v = (vu16)load((const uint32_t *)(const void *)(in + p * CR_VECTOR_BYTES));
      sum[2 * p] += LOW(v, zero), sum[2 * p + 1] += HIGH(v, zero);
    }
  }
  for (int y = 0; y < rows; y++, d += 64) {
    const int next = y + right + 1, past = y - left;
    const uint8_t *in = s + (size_t)(next > last ? last : next) * 64, *out = s + (size_t)(past < 0 ? 0 : past) * 64;
    for (int p = 0; p < PARTS / 2; p++) {
      vu16 low = sum[2 * p], high = sum[2 * p + 1];
      store((uint32_t *)(void *)(d + p * CR_VECTOR_BYTES), (vu32)PACK(mul_high(low, k), mul_high(high, k)));
      vu16 v = (vu16)load((const uint32_t *)(const void *)(in + p * CR_VECTOR_BYTES));
      vu16 w = (vu16)load((const uint32_t *)(const void *)(out + p * CR_VECTOR_BYTES));
      sum[2 * p] = low + DIFFERENCE(LOW(v, w)), sum[2 * p + 1] = high + DIFFERENCE(HIGH(v, w));
    }
  }
#undef LOW
#undef HIGH
#undef DIFFERENCE
#undef PACK
#else
  for (int i = -left; i <= right; i++)
    for (int p = 0; p < PARTS; p++) sum[p] += load_bytes(s + (size_t)(i < 0 ? 0 : i > last ? last : i) * 64 + (size_t)p * BYTES);
  for (int y = 0; y < rows; y++, d += 64) {
    const int next = y + right + 1, past = y - left;
    const uint8_t *in = s + (size_t)(next > last ? last : next) * 64, *out = s + (size_t)(past < 0 ? 0 : past) * 64;
    for (int p = 0; p < PARTS; p++) {
      store_bytes(d + p * BYTES, mul_high(sum[p], k));
      sum[p] += load_bytes(in + p * BYTES) - load_bytes(out + p * BYTES);
    }
  }
#endif
}

static void k_lookup(uint32_t *restrict d, const uint32_t *restrict lut, int32_t t, int32_t dt, size_t n) {
  for (size_t i = 0; i < n; i++) d[i] = lut[(uint32_t)((uint32_t)t + (uint32_t)i * (uint32_t)dt) >> 16];
}

static void k_area_rows(
    uint16_t *restrict d, const uint8_t *restrict s, size_t stride, const uint16_t *restrict weights, int count, size_t bytes) {
  size_t i = 0;
  for (; i + 2 * LANES <= bytes; i += 2 * LANES) {
    vu32 a = splat(64), b = splat(64);
    const uint8_t *p = s + i;
    int k = 0;
    for (; k + 2 <= count; k += 2, p += 2 * stride) {
      const vu32 w = splat(weights[k] | (uint32_t)weights[k + 1] << 16);
      a += mul_add(load_mask(p) | load_mask(p + stride) << 16, w);
      b += mul_add(load_mask(p + LANES) | load_mask(p + stride + LANES) << 16, w);
    }
    if (k < count) {
      const vu32 w = splat(weights[k]);
      a += mul_add(load_mask(p), w), b += mul_add(load_mask(p + LANES), w);
    }
    vhalf low = __builtin_convertvector(a >> 7, vhalf), high = __builtin_convertvector(b >> 7, vhalf);
    memcpy(d + i, &low, sizeof low);
    memcpy(d + i + LANES, &high, sizeof high);
  }
  for (; i < bytes; i++) {
    uint32_t sum = 64;
    for (int k = 0; k < count; k++) sum += s[(size_t)k * stride + i] * weights[k];
    d[i] = (uint16_t)(sum >> 7);
  }
}

static void k_area_columns(
    uint32_t *restrict d, const uint16_t *restrict row, const int32_t *restrict index, const int32_t *restrict counts,
    const uint16_t *restrict weights, size_t most, size_t n) {
  for (size_t i = 0; i < n; i++, weights += most) {
    const uint16_t *p = row + (size_t)index[i] * 4;
    const int count = counts[i];
#if CR_SSE2 || CR_AVX2
    __m128i sum = _mm_set1_epi32(1 << 20);
    for (int k = 0; k < count; k += 2, p += 8) {  // an odd number of weights is followed by a zero
      __m128i two = _mm_loadu_si128((const __m128i *)p);
      int32_t pair;
      memcpy(&pair, weights + k, 4);
      sum = _mm_add_epi32(sum, _mm_madd_epi16(_mm_unpacklo_epi16(two, _mm_srli_si128(two, 8)), _mm_set1_epi32(pair)));
    }
    sum = _mm_srli_epi32(sum, 21);
    sum = _mm_packs_epi32(sum, sum);
    d[i] = (uint32_t)_mm_cvtsi128_si32(_mm_packus_epi16(sum, sum));
#else
    uint32_t b = 1 << 20, g = b, r = b, a = b;
    for (int k = 0; k < count; k++, p += 4) {
      const uint32_t w = weights[k];
      b += p[0] * w, g += p[1] * w, r += p[2] * w, a += p[3] * w;
    }
    d[i] = a >> 21 << 24 | r >> 21 << 16 | g >> 21 << 8 | b >> 21;
#endif
  }
}

// Coverage wider than a few vectors: row by row, the rows below announced to the processor, whose own foresight ends with each row.
static void wide_coverage(
    uint32_t *d, size_t d_stride, uint32_t color, const uint8_t *mask, size_t mask_stride, int width, int height) {
  for (int y = 0; y < height; y++, d += d_stride, mask += mask_stride) {
    if (y + 2 < height && width <= 1024)
      for (int x = 0; x < width; x += 16) __builtin_prefetch(d + 2 * d_stride + x, 1);
    k_over_solid_mask(d, color, mask, (size_t)width);
  }
}

#if CR_PARTS
// Columns one vector wide, each from top to bottom: a glyph has one or two of them.
INLINE void narrow_coverage(
    uint32_t *d, size_t d_stride, uint32_t color, const uint8_t *mask, size_t mask_stride, int width, int height, int is_opaque) {
  const ink opaque = ink_of(color);
  const vu32 c = splat(color);
  for (int x = 0; x < width; x += LANES) {
    const size_t n = width - x >= LANES ? LANES : (size_t)(width - x);
    uint32_t *row = d + x;
    const uint8_t *m = mask + x;
    for (int y = 0; y < height; y++, row += d_stride, m += mask_stride) {
#if !CR_AVX512
      if (first_bytes(m, n) == 0) continue;
#endif
      const vu32 pixels = load_part(row, n);
      store_part(row, is_opaque ? over_ink(opaque, load_mask_twice_part(m, n), pixels) : over(mul(c, load_mask_part(m, n)), pixels), n);
    }
  }
}
#endif

static void k_coverage(
    uint32_t *d, size_t d_stride, uint32_t color, const uint8_t *mask, size_t mask_stride, int width, int height) {
#if CR_PARTS
  if (width <= 2 * LANES) {
    if (color >> 24 == 255)
      narrow_coverage(d, d_stride, color, mask, mask_stride, width, height, 1);
    else
      narrow_coverage(d, d_stride, color, mask, mask_stride, width, height, 0);
    return;
  }
#endif
  wide_coverage(d, d_stride, color, mask, mask_stride, width, height);
}

// The same onto coverage: d = s + d * (255 - s), where s = mask * alpha. Vectors of half a width: bytes become words.
#if CR_AVX512
INLINE __m256i mul_words(__m256i a, __m256i b) {
  return _mm256_mulhi_epu16(_mm256_add_epi16(_mm256_mullo_epi16(a, b), _mm256_set1_epi16(128)), _mm256_set1_epi16(257));
}

static void k_coverage_onto(
    uint8_t *d, size_t d_stride, uint32_t alpha, const uint8_t *mask, size_t mask_stride, int width, int height) {
  const __m256i whole = _mm256_set1_epi16(255), a = _mm256_set1_epi16((short)alpha);
  for (int x = 0; x < width; x += LANES) {
    const __mmask16 k = width - x >= LANES ? (__mmask16)0xffff : (__mmask16)((1u << (width - x)) - 1);
    uint8_t *row = d + x;
    const uint8_t *m = mask + x;
    for (int y = 0; y < height; y++, row += d_stride, m += mask_stride) {
      __m256i s = _mm256_cvtepu8_epi16(_mm_maskz_loadu_epi8(k, m));
      if (alpha != 255) s = mul_words(s, a);
      const __m256i under = _mm256_cvtepu8_epi16(_mm_maskz_loadu_epi8(k, row));
      _mm_mask_storeu_epi8(row, k, _mm256_cvtepi16_epi8(_mm256_add_epi16(s, mul_words(under, _mm256_sub_epi16(whole, s)))));
    }
  }
}
#else
typedef uint8_t eight_bytes __attribute__((vector_size(8)));
typedef uint16_t eight_words __attribute__((vector_size(16)));

INLINE eight_words mul_words(eight_words a, eight_words b) {
  const eight_words t = a * b + 128;
  return (t + (t >> 8)) >> 8;
}

// Puts them back.
INLINE void store_few(uint8_t *p, uint64_t bytes, int n) {
  int at = 0;
  if (n & 4) {
    const uint32_t four = (uint32_t)bytes;
    memcpy(p, &four, 4);
    at = 4;
  }
  if (n & 2) {
    const uint16_t two = (uint16_t)(bytes >> (8 * at));
    memcpy(p + at, &two, 2);
    at += 2;
  }
  if (n & 1) p[at] = (uint8_t)(bytes >> (8 * at));
}

INLINE uint64_t eight_onto(uint64_t over, uint64_t under, uint32_t alpha) {
  eight_bytes o, u;
  memcpy(&o, &over, 8);
  memcpy(&u, &under, 8);
  eight_words s = __builtin_convertvector(o, eight_words);
  if (alpha != 255) s = mul_words(s, (eight_words){0} + (uint16_t)alpha);
  const eight_bytes sum = __builtin_convertvector(s + mul_words(__builtin_convertvector(u, eight_words), 255 - s), eight_bytes);
  uint64_t result;
  memcpy(&result, &sum, 8);
  return result;
}

static void k_coverage_onto(
    uint8_t *d, size_t d_stride, uint32_t alpha, const uint8_t *mask, size_t mask_stride, int width, int height) {
  for (int y = 0; y < height; y++, d += d_stride, mask += mask_stride) {
    int x = 0;
    for (; x + 8 <= width; x += 8) {
      uint64_t over, under;
      memcpy(&over, mask + x, 8);
      if (over == 0) continue;
      memcpy(&under, d + x, 8);
      under = eight_onto(over, under, alpha);
      memcpy(d + x, &under, 8);
    }
    const int rest = width - x;
    if (rest == 0) continue;
    const uint64_t over = load_few(mask + x, rest);
    if (over) store_few(d + x, eight_onto(over, load_few(d + x, rest), alpha), rest);
  }
}
#endif

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

const cr_kernels CR_TABLE = {
    .copy_ahead = k_copy_ahead,
    .fill = k_fill,
    .make_opaque = k_make_opaque,
    .over = k_over,
    .over_alpha = k_over_alpha,
    .over_mask = k_over_mask,
    .over_solid = k_over_solid,
    .over_solid_mask = k_over_solid_mask,
    .lerp_mask = k_lerp_mask,
    .scale = k_scale,
    .tint = k_tint,
    .mask_multiply = k_mask_multiply,
    .mask_scale = k_mask_scale,
    .mask_over = k_mask_over,
    .alpha_of = k_alpha_of,
    .pack565 = k_pack565,
    .unpack565 = k_unpack565,
    .luma = k_luma,
    .lerp_rows = k_lerp_rows,
    .lerp_columns = k_lerp_columns,
    .box64 = k_box64,
    .lookup = k_lookup,
    .area_rows = k_area_rows,
    .area_columns = k_area_columns,
    .coverage = k_coverage,
    .coverage_onto = k_coverage_onto,
};
