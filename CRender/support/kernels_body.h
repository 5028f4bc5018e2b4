// The bodies of kernels.h, included once per instruction set with CR_TABLE, CR_VECTOR_BYTES and CR_AVX2/CR_AVX512 set.
// Loops take whole vectors first and finish with one-pixel code of the same arithmetic.

#define INLINE static inline __attribute__((always_inline))
#define LANES (CR_VECTOR_BYTES / 4)

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

// Each byte of `p` times the 8-bit value in each lane of `a`.
INLINE vu32 mul(vu32 p, vu32 a) {
  vu16 a2 = (vu16)(a | (a << 16));
  vu16 rb = (vu16)(p & 0x00ff00ff) * a2 + 128;
  vu16 ag = (vu16)((p >> 8) & 0x00ff00ff) * a2 + 128;
  rb = (rb + (rb >> 8)) >> 8;
  ag = (ag + (ag >> 8)) & 0xff00;
  return (vu32)(rb | ag);
}
INLINE vu32 over(vu32 s, vu32 d) { return s + mul(d, 255 - (s >> 24)); }
INLINE vu16 mul_bytes(vu16 a, vu16 b) {
  vu16 t = a * b + 128;
  return (t + (t >> 8)) >> 8;
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

static void k_fill(uint32_t *d, uint32_t color, size_t n) {
  size_t i = 0;
  vu32 c = splat(color);
  for (; i + 4 * LANES <= n; i += 4 * LANES) {
    store(d + i, c), store(d + i + LANES, c), store(d + i + 2 * LANES, c), store(d + i + 3 * LANES, c);
  }
  for (; i + LANES <= n; i += LANES) store(d + i, c);
  for (; i < n; i++) d[i] = color;
}

static void k_make_opaque(uint32_t *d, const uint32_t *s, size_t n) {
  for (size_t i = 0; i < n; i++) d[i] = s[i] | 0xff000000u;
}

static void k_over(uint32_t *restrict d, const uint32_t *restrict s, size_t n) {
  size_t i = 0;
  for (; i + LANES <= n; i += LANES) store(d + i, over(load(s + i), load(d + i)));
  for (; i < n; i++) d[i] = cr_over_pixel(s[i], d[i]);
}

static void k_over_alpha(uint32_t *restrict d, const uint32_t *restrict s, uint32_t alpha, size_t n) {
  size_t i = 0;
  vu32 a = splat(alpha);
  for (; i + LANES <= n; i += LANES) store(d + i, over(mul(load(s + i), a), load(d + i)));
  for (; i < n; i++) d[i] = cr_over_pixel(cr_mul_pixel(s[i], alpha), d[i]);
}

static void k_over_mask(uint32_t *restrict d, const uint32_t *restrict s, const uint8_t *restrict mask, size_t n) {
  size_t i = 0;
  for (; i + LANES <= n; i += LANES) store(d + i, over(mul(load(s + i), load_mask(mask + i)), load(d + i)));
  for (; i < n; i++) d[i] = cr_over_pixel(cr_mul_pixel(s[i], mask[i]), d[i]);
}

static void k_over_solid(uint32_t *d, uint32_t color, size_t n) {
  size_t i = 0;
  vu32 c = splat(color), ia = splat(255 - (color >> 24));
  for (; i + LANES <= n; i += LANES) store(d + i, c + mul(load(d + i), ia));
  for (; i < n; i++) d[i] = cr_over_pixel(color, d[i]);
}

static void k_over_solid_mask(uint32_t *restrict d, uint32_t color, const uint8_t *restrict mask, size_t n) {
  size_t i = 0;
  vu32 c = splat(color);
  for (; i + LANES <= n; i += LANES) store(d + i, over(mul(c, load_mask(mask + i)), load(d + i)));
  for (; i < n; i++) d[i] = cr_over_pixel(cr_mul_pixel(color, mask[i]), d[i]);
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
  for (; i < n; i++) d[i] = cr_mul_pixel(s[i], alpha);
}

static void k_tint(uint32_t *restrict d, const uint8_t *restrict mask, uint32_t color, size_t n) {
  size_t i = 0;
  vu32 c = splat(color);
  for (; i + LANES <= n; i += LANES) store(d + i, mul(c, load_mask(mask + i)));
  for (; i < n; i++) d[i] = cr_mul_pixel(color, mask[i]);
}

#define BYTES (CR_VECTOR_BYTES / 2)

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
  vu16 w = (vu16){0} + (uint16_t)weight, iw = 128 - w;
  for (; i + BYTES <= bytes; i += BYTES) store_bytes(d + i, (load_bytes(a + i) * iw + load_bytes(b + i) * w + 64) >> 7);
  for (; i < bytes; i++) d[i] = (uint8_t)((a[i] * (128 - weight) + b[i] * weight + 64) >> 7);
}

INLINE uint32_t lerp_pixel(uint32_t a, uint32_t b, uint32_t w) {
  uint32_t rb = (((a & 0xff00ff) * (128 - w) + (b & 0xff00ff) * w + 0x400040) >> 7) & 0xff00ff;
  uint32_t ag = ((((a >> 8) & 0xff00ff) * (128 - w) + ((b >> 8) & 0xff00ff) * w + 0x400040) >> 7) & 0xff00ff;
  return rb | ag << 8;
}

static void k_lerp_columns(
    uint32_t *restrict d, const uint32_t *restrict row, const int32_t *restrict index, const uint8_t *restrict weight, size_t n) {
  size_t i = 0;
#if CR_AVX2
  // Left and right bytes side by side, so that one multiply-add of byte pairs does both products.
  const __m256i half = _mm256_set1_epi16(64), full = _mm256_set1_epi16(128);
  const __m256i spread_low = _mm256_setr_epi8(
      0, 1, 0, 1, 0, 1, 0, 1, 4, 5, 4, 5, 4, 5, 4, 5, 0, 1, 0, 1, 0, 1, 0, 1, 4, 5, 4, 5, 4, 5, 4, 5);
  const __m256i spread_high = _mm256_add_epi8(spread_low, _mm256_set1_epi8(8));
  for (; i + 8 <= n; i += 8) {
    __m256i at = _mm256_loadu_si256((const __m256i *)(index + i));
    __m256i left = _mm256_i32gather_epi32((const int *)row, at, 4);
    __m256i right = _mm256_i32gather_epi32((const int *)row + 1, at, 4);
    __m256i w = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(weight + i)));
    // The pair (128 - w, w) as two bytes in the low half of each lane. 128 does not fit a signed byte, so with w = 0 the pair is
    // (127, 0) plus a correction; instead both are unsigned here and the pixels are the signed operand, shifted by 128.
    __m256i pair = _mm256_or_si256(_mm256_sub_epi32(_mm256_set1_epi32(128), w), _mm256_slli_epi32(w, 8));
    const __m256i sign = _mm256_set1_epi8((char)0x80);
    __m256i l = _mm256_xor_si256(left, sign), r = _mm256_xor_si256(right, sign);
    __m256i low = _mm256_maddubs_epi16(_mm256_shuffle_epi8(pair, spread_low), _mm256_unpacklo_epi8(l, r));
    __m256i high = _mm256_maddubs_epi16(_mm256_shuffle_epi8(pair, spread_high), _mm256_unpackhi_epi8(l, r));
    // (l - 128)(128 - w) + (r - 128) w = sum - 128 * 128
    low = _mm256_add_epi16(_mm256_srai_epi16(_mm256_add_epi16(low, half), 7), full);
    high = _mm256_add_epi16(_mm256_srai_epi16(_mm256_add_epi16(high, half), 7), full);
    _mm256_storeu_si256((__m256i *)(d + i), _mm256_packus_epi16(low, high));
  }
#endif
  for (; i < n; i++) d[i] = lerp_pixel(row[index[i]], row[index[i] + 1], weight[i]);
}

// Sums fit 16 bits because a box has at most 255 rows: 255 * 255 + 127 < 65536. Dividing by multiplying with k = 65536 / d is off by
// less than half a level (|k d - 65536| <= d / 2), and a constant column stays exactly what it is.
static void k_box64(const uint8_t *restrict s, uint8_t *restrict d, int rows, int left, int right) {
  typedef uint16_t sums __attribute__((vector_size(128)));
  typedef uint8_t row64 __attribute__((vector_size(64)));
  const int width = left + right + 1, last = rows - 1;
  const uint16_t k = (uint16_t)((65536 + width / 2) / width), half = (uint16_t)(width / 2);
#define ROW(index) \
  ({ \
    row64 row_; \
    memcpy(&row_, s + (size_t)(index) * 64, 64); \
    __builtin_convertvector(row_, sums); \
  })
  sums sum = (sums){0} + half;
  for (int i = -left; i <= right; i++) sum += ROW(i < 0 ? 0 : i > last ? last : i);
  for (int y = 0; y < rows; y++) {
    typedef uint32_t wide __attribute__((vector_size(256)));
    wide product = __builtin_convertvector(sum, wide) * k;
    row64 out = __builtin_convertvector(product >> 16, row64);
    memcpy(d + (size_t)y * 64, &out, 64);
    int in = y + right + 1, gone = y - left;
    sum += ROW(in > last ? last : in);
    sum -= ROW(gone < 0 ? 0 : gone);
  }
#undef ROW
}

static void k_lookup(uint32_t *restrict d, const uint32_t *restrict lut, int32_t t, int32_t dt, size_t n) {
  for (size_t i = 0; i < n; i++) d[i] = lut[(uint32_t)((uint32_t)t + (uint32_t)i * (uint32_t)dt) >> 16];
}

static void k_accumulate(uint32_t *restrict sum, const uint8_t *restrict s, uint32_t weight, size_t bytes) {
  for (size_t i = 0; i < bytes; i++) sum[i] += s[i] * weight;
}

#if CR_AVX512
static void k_glyph(
    uint32_t *d, size_t d_stride, uint32_t color, const uint8_t *mask, size_t mask_stride, int width, int height) {
  const vu32 c = splat(color);
  for (int x = 0; x < width; x += 16) {
    const __mmask16 k = width - x >= 16 ? (__mmask16)0xffff : (__mmask16)((1u << (width - x)) - 1);
    uint32_t *row = d + x;
    const uint8_t *m = mask + x;
    for (int y = 0; y < height; y++, row += d_stride, m += mask_stride) {
      vu32 coverage = (vu32)_mm512_cvtepu8_epi32(_mm_maskz_loadu_epi8(k, m));
      vu32 pixels = (vu32)_mm512_maskz_loadu_epi32(k, row);
      _mm512_mask_storeu_epi32(row, k, (__m512i)over(mul(c, coverage), pixels));
    }
  }
}
#elif CR_AVX2
static void k_glyph(
    uint32_t *d, size_t d_stride, uint32_t color, const uint8_t *mask, size_t mask_stride, int width, int height) {
  static const int32_t lanes[16] = {-1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0};
  const vu32 c = splat(color);
  for (int x = 0; x < width; x += 8) {
    const int n = width - x >= 8 ? 8 : width - x;
    const __m256i k = _mm256_loadu_si256((const __m256i *)(lanes + 8 - n));
    for (int y = 0; y < height; y++) {
      const uint8_t *m = mask + (size_t)y * mask_stride + x;
      int *row = (int *)(d + (size_t)y * d_stride + x);
      uint64_t bytes = 0;
      if (n == 8)
        memcpy(&bytes, m, 8);
      else
        for (int i = 0; i < n; i++) bytes |= (uint64_t)m[i] << (8 * i);
      if (bytes == 0) continue;
      vu32 coverage = (vu32)_mm256_cvtepu8_epi32(_mm_cvtsi64_si128((long long)bytes));
      vu32 pixels = (vu32)_mm256_maskload_epi32(row, k);
      _mm256_maskstore_epi32(row, k, (__m256i)over(mul(c, coverage), pixels));
    }
  }
}
#else
static void k_glyph(
    uint32_t *d, size_t d_stride, uint32_t color, const uint8_t *mask, size_t mask_stride, int width, int height) {
  for (int y = 0; y < height; y++) k_over_solid_mask(d + (size_t)y * d_stride, color, mask + (size_t)y * mask_stride, (size_t)width);
}
#endif

const cr_kernels CR_TABLE = {
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
    .accumulate = k_accumulate,
    .glyph = k_glyph,
};
