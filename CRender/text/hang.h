#ifndef CR_HANG_H
#define CR_HANG_H
#include <stdbool.h>
#include <stdint.h>

// Hanging punctuation. Any thread.

/// Opening quotes and brackets.
static inline bool cr_hangs_at_start(uint32_t c) {
  if (c < 0x80) return c == '"' || c == '\'' || c == '(' || c == '[';
  if (c < 0x2000) return c == 0xAB;
  return (c >= 0x2018 && c <= 0x201F) || c == 0x2039 || c == 0x300C || c == 0x300E || c == 0xFF08 || c == 0x300A || c == 0x3010;
}

/// Stops, commas, hyphens, closing quotes and brackets.
static inline bool cr_hangs_at_end(uint32_t c) {
  if (c < 0x80) return c == '.' || c == ',' || c == ';' || c == ':' || c == '!' || c == '?' || c == '-' || c == '"' || c == '\'' || c == ')' || c == ']';
  if (c < 0x2000) return c == 0xBB || c == 0x60C || c == 0x61B || c == 0x61F || c == 0x6D4;
  return (c >= 0x2010 && c <= 0x2014) || (c >= 0x2018 && c <= 0x201F) || c == 0x2026 || c == 0x203A || (c >= 0x3001 && c <= 0x3002) || c == 0x300D ||
         c == 0x300F || c == 0x300B || c == 0x3011 || c == 0xFF01 || c == 0xFF09 || c == 0xFF0C || c == 0xFF0E || c == 0xFF1A || c == 0xFF1B || c == 0xFF1F;
}

#endif
