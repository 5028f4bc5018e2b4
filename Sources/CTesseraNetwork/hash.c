// XXH64, as its specification defines it (xxHash, doc/xxhash_spec.md).
#include "tessera_network.h"
#include <string.h>

#define P1 0x9E3779B185EBCA87ULL
#define P2 0xC2B2AE3D27D4EB4FULL
#define P3 0x165667B19E3779F9ULL
#define P4 0x85EBCA77C2B2AE63ULL
#define P5 0x27D4EB2F165667C5ULL

static uint64_t rotate(uint64_t x, int by) { return (x << by) | (x >> (64 - by)); }

static uint64_t read64(const uint8_t *p) {
  uint64_t value;
  memcpy(&value, p, sizeof value);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  value = __builtin_bswap64(value);
#endif
  return value;
}

static uint32_t read32(const uint8_t *p) {
  uint32_t value;
  memcpy(&value, p, sizeof value);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  value = __builtin_bswap32(value);
#endif
  return value;
}

static uint64_t mixed(uint64_t lane, uint64_t input) { return rotate(lane + input * P2, 31) * P1; }
static uint64_t merged(uint64_t hash, uint64_t lane) { return (hash ^ mixed(0, lane)) * P1 + P4; }

uint64_t tn_hash(const void *bytes, size_t count) {
  const uint8_t *p = bytes;
  size_t left = count;
  uint64_t hash = P5;
  if (left >= 32) {
    uint64_t a = P1 + P2, b = P2, c = 0, d = 0 - P1;
    for (; left >= 32; p += 32, left -= 32) {
      a = mixed(a, read64(p));
      b = mixed(b, read64(p + 8));
      c = mixed(c, read64(p + 16));
      d = mixed(d, read64(p + 24));
    }
    hash = rotate(a, 1) + rotate(b, 7) + rotate(c, 12) + rotate(d, 18);
    hash = merged(merged(merged(merged(hash, a), b), c), d);
  }
  hash += count;
  for (; left >= 8; p += 8, left -= 8) hash = rotate(hash ^ mixed(0, read64(p)), 27) * P1 + P4;
  if (left >= 4) {
    hash = rotate(hash ^ (read32(p) * P1), 23) * P2 + P3;
    p += 4;
    left -= 4;
  }
  for (; left; p++, left--) hash = rotate(hash ^ (*p * P5), 11) * P1;
  hash = (hash ^ (hash >> 33)) * P2;
  hash = (hash ^ (hash >> 29)) * P3;
  return hash ^ (hash >> 32);
}
