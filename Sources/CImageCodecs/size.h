// Checks of requested sizes. Any thread.
#pragma once
#include "image_codecs.h"

// Returns IC_OK, or the reason why a picture of this size (pixels) cannot be decoded as requested. The request's message then has the
// reason.
ic_status ic_check_size(const ic_request *request, uint32_t source_width, uint32_t source_height);

// Part of a picture, pixels.
typedef struct {
  int32_t x, y, width, height;
} ic_part;

// Returns the requested part of a picture whose size ic_check_size has accepted.
ic_part ic_wanted_part(const ic_request *request, uint32_t source_width, uint32_t source_height);
