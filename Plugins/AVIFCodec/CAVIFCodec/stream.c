#include "stream.h"

#include "failure.h"
#include "library.h"
#include <stdlib.h>
#include <string.h>

struct av_stream {
  const av_dav1d *library;
  Dav1dContext *context;
  Dav1dPicture picture;
  bool has_picture;
};

av_status av_stream_create(uint32_t pixel_limit, av_stream **out, char *message) {
  *out = NULL;
  const av_dav1d *library = av_library();
  if (!library) return av_fail(message, AV_NO_LIBRARY, "%s", av_library_problem());
  av_stream *s = calloc(1, sizeof *s);
  if (!s) return av_fail(message, AV_NO_MEMORY, "AVIF: no memory");
  s->library = library;
  Dav1dSettings settings;
  library->default_settings(&settings);
  settings.n_threads = 1; // workers already decode several pictures in parallel
  settings.max_frame_delay = 1;
  settings.all_layers = 0;
  settings.frame_size_limit = pixel_limit;
  settings.logger.callback = NULL;
  if (library->open(&s->context, &settings) < 0) {
    free(s);
    return av_fail(message, AV_NO_MEMORY, "AVIF: libdav1d cannot be started");
  }
  *out = s;
  return AV_OK;
}

static void drop_picture(av_stream *s) {
  if (s->has_picture) s->library->picture_unref(&s->picture);
  s->has_picture = false;
}

void av_stream_destroy(av_stream *s) {
  if (!s) return;
  drop_picture(s);
  s->library->close(&s->context);
  free(s);
}

static void describe(const Dav1dPicture *picture, av_planes *planes) {
  const Dav1dSequenceHeader *h = picture->seq_hdr;
  *planes = (av_planes){
      .width = picture->p.w, .height = picture->p.h, .depth = (uint32_t)picture->p.bpc,
      .is_gray = picture->p.layout == DAV1D_PIXEL_LAYOUT_I400,
      .half_x = picture->p.layout == DAV1D_PIXEL_LAYOUT_I420 || picture->p.layout == DAV1D_PIXEL_LAYOUT_I422,
      .half_y = picture->p.layout == DAV1D_PIXEL_LAYOUT_I420, .is_full_range = h->color_range, .primaries = h->pri, .transfer = h->trc,
      .matrix = h->mtrx};
  for (int i = 0; i < (planes->is_gray ? 1 : 3); i++) {
    planes->data[i] = picture->data[i];
    planes->strides[i] = picture->stride[i > 0];
  }
}

// Fetches the available pictures and keeps the last. Returns an error of libdav1d, or 0.
static int take_pictures(av_stream *s) {
  while (true) {
    Dav1dPicture picture;
    memset(&picture, 0, sizeof picture);
    int result = s->library->get_picture(s->context, &picture);
    if (result == DAV1D_ERR(EAGAIN)) return 0;
    if (result < 0) return result;
    drop_picture(s);
    s->picture = picture;
    s->has_picture = true;
  }
}

static av_status fill(av_stream *s, av_span file, const av_location *location, Dav1dData *data, char *message) {
  size_t size = 0;
  for (uint32_t i = 0; i < location->count; i++) {
    const av_extent *e = &location->extents[i];
    if (e->offset > file.length || e->length > file.length - e->offset || __builtin_add_overflow(size, e->length, &size))
      return av_fail(message, AV_TRUNCATED, "AVIF: the data ends before the picture does");
  }
  if (size == 0) return av_fail(message, AV_CORRUPT, "AVIF: a picture of no bytes");
  uint8_t *to = s->library->data_create(data, size);
  if (!to) return av_fail(message, AV_NO_MEMORY, "AVIF: no memory for %zu bytes", size);
  for (uint32_t i = 0; i < location->count; i++) {
    memcpy(to, file.bytes + location->extents[i].offset, location->extents[i].length);
    to += location->extents[i].length;
  }
  return AV_OK;
}

av_status av_stream_decode(
    av_stream *s, av_span file, const av_location *location, bool is_sync, av_planes *planes, char *message) {
  drop_picture(s);
  if (is_sync) s->library->flush(s->context);
  Dav1dData data;
  memset(&data, 0, sizeof data);
  av_status status = fill(s, file, location, &data, message);
  if (status != AV_OK) return status;
  int result = 0;
  for (int idle = 0; data.sz > 0 && idle < 2;) { // idle: neither consumes bytes nor returns pictures
    size_t left = data.sz;
    result = s->library->send_data(s->context, &data);
    if (result < 0 && result != DAV1D_ERR(EAGAIN)) break;
    result = take_pictures(s);
    if (result < 0) break;
    idle = data.sz < left ? 0 : idle + 1;
  }
  if (data.sz > 0 && result >= 0) result = DAV1D_ERR(EINVAL);
  if (data.sz > 0) s->library->data_unref(&data);
  if (result >= 0 && !s->has_picture) result = take_pictures(s); // a second call releases a delayed picture
  if (result == DAV1D_ERR(ENOMEM)) return av_fail(message, AV_NO_MEMORY, "AVIF: no memory for the picture");
  if (result == DAV1D_ERR(ERANGE)) return av_fail(message, AV_CORRUPT, "AVIF: a frame has more pixels than the header");
  if (result < 0) return av_fail(message, AV_CORRUPT, "AVIF: the AV1 data is damaged");
  if (!s->has_picture) return av_fail(message, AV_CORRUPT, "AVIF: the AV1 data has no picture");
  describe(&s->picture, planes);
  return AV_OK;
}
