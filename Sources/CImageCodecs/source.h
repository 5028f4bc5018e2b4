// The bytes of a file: those in memory, then what `read` gives. One thread.
#pragma once
#include "image_codecs.h"

typedef struct {
  const uint8_t *bytes;    // at hand; borrowed, or `piece`
  size_t length, position; // of what is at hand
  size_t before;           // bytes of the file before that
  ic_read read;            // what follows; NULL: nothing
  void *file;
  uint8_t *piece; // what `read` gave; the owner frees it
} ic_source;

// Sees to it that a byte at least is at hand. Else why not, with a message (IC_MESSAGE_SIZE bytes): IC_NO_MEMORY, IC_UNREADABLE, IC_TRUNCATED.
ic_status ic_source_fill(ic_source *source, char *message);
