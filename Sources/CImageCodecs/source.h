// Bytes of a file: those in memory, then the results of `read`. One thread.
#pragma once
#include "image_codecs.h"

typedef struct {
  const uint8_t *bytes;    // available bytes; borrowed, or `piece`
  size_t length, position; // of the available bytes
  size_t before;           // bytes of the file before the available ones
  ic_read read;            // reads the following bytes; NULL if there are none
  void *file;
  uint8_t *piece; // buffer for `read`; the owner frees it
} ic_source;

// Makes at least one byte available, or returns the reason of a failure, with a message (IC_MESSAGE_SIZE bytes): IC_NO_MEMORY,
// IC_UNREADABLE, IC_TRUNCATED.
ic_status ic_source_fill(ic_source *source, char *message);
