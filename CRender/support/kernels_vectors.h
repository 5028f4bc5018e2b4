// Vectors of pixels and of coverage, and their arithmetic. Any thread. Only included by kernels_body.h, which documents the required
// macros.
#pragma once

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

// Sums of products of 8-bit values, plus 128, divided by 255: (y + (y >> 8)) >> 8, or one instruction if available.
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

// Loads the `n` bytes at `p`, fewer than 8, as the low bytes of a word: glyphs are a few pixels wide, and their rows end anywhere.
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

// The last n pixels (1 ..< LANES) of a row, without touching memory beyond.
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
