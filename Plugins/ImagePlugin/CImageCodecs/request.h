// What a decoder is asked for, and how it tells what went wrong. Borrows all that it points to; one thread.
#pragma once
#include "image_codecs.h"

typedef struct {
  const uint8_t *bytes;
  size_t length;
  ic_read read; // what follows `bytes`; NULL: nothing
  void *file;
  int32_t width, height; // wanted, pixels
  uint8_t *pixels;       // rows of `stride` bytes
  size_t stride;
  size_t byte_limit;
  ic_cancelled cancelled;
  void *context;
  char *message; // IC_MESSAGE_SIZE bytes
} ic_request;

// IC_OK, or why a picture of this size (pixels) is not decoded to what is wanted; the request's message says it.
ic_status ic_check_size(const ic_request *request, uint32_t source_width, uint32_t source_height);
