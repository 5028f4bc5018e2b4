#include "video_software.h"

#include "dav1d.h"
#include "failure.h"
#include "openh264.h"
#include "vpx.h"
#include <stdlib.h>

struct vd_software {
  const vd_software_kind *kind;
  void *state;
  int64_t most_pixels;
};

static const vd_software_kind *kind_of(vd_software_codec codec) {
  switch (codec) {
  case VD_SOFTWARE_H264: return &vd_openh264;
  case VD_SOFTWARE_AV1: return &vd_dav1d;
  default: return &vd_vpx;
  }
}

const char *vd_software_name(vd_software_codec codec) { return kind_of(codec)->name; }

vd_status vd_software_open(vd_software_codec codec, const vd_options *options, vd_software **out, char *message) {
  *out = NULL;
  message[0] = 0;
  vd_software *d = calloc(1, sizeof *d);
  if (!d) return vd_fail(message, VD_NO_MEMORY, "no memory for the decoder");
  d->kind = kind_of(codec);
  d->most_pixels = options->most_pixels;
  vd_status status = d->kind->open(codec, options, &d->state, message);
  if (status != VD_OK) {
    free(d);
    return status;
  }
  *out = d;
  return VD_OK;
}

vd_status vd_software_send(vd_software *d, const uint8_t *bytes, size_t count, int64_t number, char *message) {
  message[0] = 0;
  return d->kind->send(d->state, bytes, count, number, message);
}

vd_status vd_software_receive(vd_software *d, vd_software_picture *out, char *message) {
  message[0] = 0;
  *out = (vd_software_picture){.type = '?', .primaries = 2, .transfer = 2, .samples.matrix = 2};
  vd_status status = d->kind->receive(d->state, out, message);
  if (status != VD_OK || !out->bytes[0]) return status;
  const vd_samples *s = &out->samples;
  if (s->width < 1 || s->height < 1 || s->width > VD_MAX_SIDE || s->height > VD_MAX_SIDE || (int64_t)s->width * s->height > d->most_pixels)
    return vd_fail(
        message, VD_TOO_LARGE, "a frame has %d x %d pixels; the limits are %d a side and %lld together", s->width, s->height, VD_MAX_SIDE,
        (long long)d->most_pixels);
  if (vd_samples_size(s) == 0 || (s->planes == 3 && (!out->bytes[1] || !out->bytes[2])))
    return vd_fail(message, VD_UNSUPPORTED, "its pixel format is not supported");
  return VD_OK;
}

vd_status vd_software_restart(vd_software *d, char *message) {
  message[0] = 0;
  return d->kind->restart(d->state, message);
}

void vd_software_close(vd_software *d) {
  if (!d) return;
  d->kind->close(d->state);
  free(d);
}
