// Decoders of formats that are shown while they arrive. One thread for each picture.
#pragma once
#include "image_codecs.h"

// Functions of one format. `state` is the result of `create`, NULL if an allocation failed. Messages as in image_codecs.h.
typedef struct {
  void *(*create)(size_t byte_limit);
  void (*destroy)(void *state);
  ic_status (*append)(void *state, const uint8_t *bytes, size_t length, ic_arrived *arrived, char *message);
  ic_status (*prepare)(void *state, const ic_request *request, ic_arrived *arrived);
  ic_status (*preview)(void *state, const ic_request *request, ic_arrived *arrived);
} ic_arriving_format;

// Standard deviation in pixels of the blur that hides the missing detail of a picture with this fraction of its resolution, 0 < resolution
// <= 1.
double ic_arriving_blur(double resolution);
