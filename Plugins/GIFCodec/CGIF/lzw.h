// The LZW of GIF: blocks of bytes to colour indices. Resumable: it stops when the room is full. One thread.
//
// Our own, since giflib reads whole images through a FILE-like interface, gives nothing of an image whose data ends early, and would be one more library
// to load for what is 150 lines here.
#pragma once
#include "gif.h"
#include <stdbool.h>

enum { GF_MAX_CODES = 4096 };

typedef struct {
  const uint8_t *bytes;
  size_t length, at; // of the whole file; `at`: next byte
  uint32_t block;    // bytes left of the block
  uint32_t bits;     // read and not used yet
  int bit_count;
  int code_size, first_size;
  int clear, next; // codes; clear + 1 ends the data
  int before;      // code before this one; -1: none
  bool ended;
  uint16_t pending; // bytes of `stack` not given out yet
  uint16_t prefix[GF_MAX_CODES];
  uint8_t suffix[GF_MAX_CODES];
  uint8_t first[GF_MAX_CODES];
  uint8_t stack[GF_MAX_CODES + 1]; // of one code, the last index first
} gf_lzw;

// Begins with the byte at `at`, which is the code size. GF_TRUNCATED, GF_CORRUPT with a message.
gf_status gf_lzw_begin(gf_lzw *lzw, const uint8_t *bytes, size_t length, size_t at, char *message);

// Writes up to `count` indices to `to`; `written` says how many: fewer where the data was ended (GF_OK), ends (GF_TRUNCATED) or is damaged (GF_CORRUPT).
gf_status gf_lzw_read(gf_lzw *lzw, uint8_t *to, size_t count, size_t *written, char *message);
