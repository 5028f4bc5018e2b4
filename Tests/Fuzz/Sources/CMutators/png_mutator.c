// What a mutator of bytes never finds: chunks whose checksums are right, and pixels that inflate.
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "mutators.h"

size_t LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t most);

enum { SIGNATURE = 8, AROUND = 12, MOST_CHUNKS = 256, MOST_PIXELS = 1 << 16 };

// A chunk with its length, kind and checksum.
typedef struct {
  size_t start, length;
} chunk;

static uint32_t number(const uint8_t *at) { return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3]; }

static void put_number(uint8_t *at, uint32_t value) {
  for (int i = 0; i < 4; i++) at[i] = (uint8_t)(value >> (24 - 8 * i));
}

static bool is_kind(const uint8_t *bytes, chunk c, const char *kind) { return memcmp(bytes + c.start + 4, kind, 4) == 0; }

static int find_chunks(const uint8_t *bytes, size_t size, chunk *chunks) {
  int count = 0;
  for (size_t at = SIGNATURE; count < MOST_CHUNKS && at + AROUND <= size;) {
    const size_t length = number(bytes + at);
    if (length > size - at - AROUND) break;
    chunks[count++] = (chunk){at, length + AROUND};
    at += length + AROUND;
  }
  return count;
}

// Makes checksums right, and the numbers of an animation's chunks where wanted.
static void mend(uint8_t *bytes, size_t size, bool renumbers) {
  chunk chunks[MOST_CHUNKS];
  const int count = find_chunks(bytes, size, chunks);
  uint32_t next = 0;
  for (int i = 0; i < count; i++) {
    uint8_t *at = bytes + chunks[i].start;
    const size_t content = chunks[i].length - AROUND;
    if (renumbers && content >= 4 && (is_kind(bytes, chunks[i], "fcTL") || is_kind(bytes, chunks[i], "fdAT"))) put_number(at + 8, next++);
    put_number(at + 8 + content, (uint32_t)crc32(0, at + 4, (uInt)(content + 4)));
  }
}

// Puts other content into a chunk. Returns the new size; the old one where there is no room.
static size_t replace(uint8_t *bytes, size_t size, size_t most, chunk c, const uint8_t *content, size_t length) {
  const size_t old = c.length - AROUND, end = c.start + c.length;
  if (size - old + length > most) return size;
  memmove(bytes + c.start + AROUND + length, bytes + end, size - end);
  memcpy(bytes + c.start + 8, content, length);
  put_number(bytes + c.start, (uint32_t)length);
  return size - old + length;
}

static size_t change_content(uint8_t *bytes, size_t size, size_t most, chunk c) {
  const size_t old = c.length - AROUND, room = old + 64;
  uint8_t *content = malloc(room);
  if (!content) return size;
  memcpy(content, bytes + c.start + 8, old);
  const size_t length = LLVMFuzzerMutate(content, old, room);
  size = replace(bytes, size, most, c, content, length);
  free(content);
  return size;
}

// Inflates the pixels of a chunk (those of frames behind their number), mutates them, and deflates them again.
static size_t change_pixels(uint8_t *bytes, size_t size, size_t most, chunk c) {
  const size_t skip = is_kind(bytes, c, "fdAT") ? 4 : 0;
  if (c.length - AROUND < skip) return size;
  uLongf count = MOST_PIXELS, packed = compressBound(MOST_PIXELS);
  uint8_t *pixels = malloc(MOST_PIXELS), *content = malloc(packed + 4);
  if (pixels && content) {
    // Damaged data gives what it gives.
    z_stream stream = {.next_in = bytes + c.start + 8 + skip, .avail_in = (uInt)(c.length - AROUND - skip), .next_out = pixels, .avail_out = MOST_PIXELS};
    if (inflateInit(&stream) == Z_OK) {
      (void)inflate(&stream, Z_SYNC_FLUSH);
      count = stream.total_out;
      inflateEnd(&stream);
      count = LLVMFuzzerMutate(pixels, count, MOST_PIXELS);
      memcpy(content, bytes + c.start + 8, skip);
      if (compress2(content + skip, &packed, pixels, count, 1) == Z_OK) size = replace(bytes, size, most, c, content, packed + skip);
    }
  }
  free(content);
  free(pixels);
  return size;
}

static size_t repeat(uint8_t *bytes, size_t size, size_t most, chunk c) {
  if (size + c.length > most) return size;
  memmove(bytes + c.start + c.length, bytes + c.start, size - c.start);
  return size + c.length;
}

static size_t drop(uint8_t *bytes, size_t size, chunk c) {
  memmove(bytes + c.start, bytes + c.start + c.length, size - c.start - c.length);
  return size - c.length;
}

size_t fz_png_mutate(uint8_t *bytes, size_t size, size_t most, unsigned seed) {
  static const uint8_t signature[SIGNATURE] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  const bool is_png = size >= SIGNATURE && memcmp(bytes, signature, SIGNATURE) == 0;
  if (!is_png || seed % 8 == 0) return LLVMFuzzerMutate(bytes, size, most);
  seed /= 8;
  chunk chunks[MOST_CHUNKS];
  const int count = find_chunks(bytes, size, chunks);
  if (count == 0) return LLVMFuzzerMutate(bytes, size, most);
  const unsigned way = seed % 8;
  seed /= 8;
  const chunk chosen = chunks[seed % (unsigned)count];
  const bool has_pixels = is_kind(bytes, chosen, "IDAT") || is_kind(bytes, chosen, "fdAT");
  switch (way) {
    case 0: size = LLVMFuzzerMutate(bytes, size, most); break;
    case 1: size = repeat(bytes, size, most, chosen); break;
    case 2: size = drop(bytes, size, chosen); break;
    default: size = has_pixels ? change_pixels(bytes, size, most, chosen) : change_content(bytes, size, most, chosen);
  }
  if (size > SIGNATURE) mend(bytes, size, seed / 7 % 4 != 0);
  return size;
}
