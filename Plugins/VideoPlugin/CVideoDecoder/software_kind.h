// Functions of a decoder of one codec. One thread at a time.
#pragma once
#include "video_software.h"

// Functions of a decoder, as of video_software.h. `state` is what `open` returned.
typedef struct {
  const char *name;
  vd_status (*open)(vd_software_codec codec, const vd_options *options, void **state, char *message);
  vd_status (*send)(void *state, const uint8_t *bytes, size_t count, int64_t number, char *message);
  vd_status (*receive)(void *state, vd_software_picture *out, char *message);
  vd_status (*restart)(void *state, char *message);
  void (*close)(void *state);
} vd_software_kind;
