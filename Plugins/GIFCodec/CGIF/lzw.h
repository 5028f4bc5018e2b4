// LZW decoder of GIF: from data blocks to colour indices. Resumable: it stops when the output is full. One thread.
//
// This is not giflib, which reads whole images through a FILE-like interface and returns nothing of a truncated image. It would be one more
// library to load for 150 lines of code.
#pragma once
#include "gif.h"
#include <stdbool.h>

enum { GF_MAX_CODES = 4096 };

typedef struct {
  const uint8_t *bytes;
  size_t length, at; // size of the whole file, and offset of the next byte
  uint32_t block;    // remaining bytes of the block
  uint32_t bits;     // bits read but not consumed
  int bit_count;
  int code_size, first_size;
  int clear, next; // codes; clear + 1 is the end code
  int before;      // previous code; -1 if there is none
  bool ended;
  uint16_t pending; // bytes of `stack` not yet returned
  uint16_t prefix[GF_MAX_CODES];
  uint8_t suffix[GF_MAX_CODES];
  uint8_t first[GF_MAX_CODES];
  uint8_t stack[GF_MAX_CODES + 1]; // indices of one code, the last first
} gf_lzw;

// Starts at the byte `at`, which is the code size. GF_TRUNCATED, GF_CORRUPT with a message.
gf_status gf_lzw_begin(gf_lzw *lzw, const uint8_t *bytes, size_t length, size_t at, char *message);

// Writes up to `count` indices to `to`. `written` receives their number, which is smaller if the data has ended (GF_OK), is truncated
// (GF_TRUNCATED) or damaged (GF_CORRUPT).
gf_status gf_lzw_read(gf_lzw *lzw, uint8_t *to, size_t count, size_t *written, char *message);
