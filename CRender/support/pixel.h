// Arithmetic of single pixels, premultiplied argb8888 words. Products of two 8-bit values are divided by 255 with exact rounding
// (t = ab + 128; (t + (t >> 8)) >> 8), the same as in pixman. Any thread.
#pragma once
#include <stdint.h>

static inline uint32_t cr_mul255(uint32_t a, uint32_t b) {
  uint32_t t = a * b + 128;
  return (t + (t >> 8)) >> 8;
}
// Each byte of `p` times `a` / 255.
static inline uint32_t cr_mul_pixel(uint32_t p, uint32_t a) {
  uint32_t rb = (p & 0xff00ff) * a + 0x800080;
  rb = ((rb + ((rb >> 8) & 0xff00ff)) >> 8) & 0xff00ff;
  uint32_t ag = ((p >> 8) & 0xff00ff) * a + 0x800080;
  return rb | ((ag + ((ag >> 8) & 0xff00ff)) & 0xff00ff00);
}
static inline uint32_t cr_over_pixel(uint32_t s, uint32_t d) { return s + cr_mul_pixel(d, 255 - (s >> 24)); }
// Adds a level to each byte of `p` if the byte in `rest` plus `carry` (0x00vv00vv) exceeds 255.
static inline uint32_t cr_carry_pixel(uint32_t p, uint32_t rest, uint32_t carry) {
  return p + ((((rest & 0x00ff00ffu) + carry) >> 8) & 0x00010001u) + (((rest >> 8 & 0x00ff00ffu) + carry) & 0x01000100u);
}
