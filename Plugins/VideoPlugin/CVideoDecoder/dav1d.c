#if !__has_include(<dav1d/dav1d.h>)
#error "libdav1d's headers are missing: apt-get install libdav1d-dev"
#endif
#include "dav1d.h"

#include "failure.h"
#include <dav1d/dav1d.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTIONS(F)                                                                                                                       \
  F(default_settings)                                                                                                                      \
  F(open)                                                                                                                                  \
  F(close)                                                                                                                                 \
  F(flush)                                                                                                                                 \
  F(send_data)                                                                                                                             \
  F(get_picture)                                                                                                                           \
  F(picture_unref)                                                                                                                         \
  F(data_create)                                                                                                                           \
  F(data_unref)

static struct {
#define F(name) __typeof__(dav1d_##name) *name;
  FUNCTIONS(F)
#undef F
} library;

static const tl_symbol symbols[] = {
#define F(name) {"dav1d_" #name, &library.name, false},
    FUNCTIONS(F)
#undef F
};

// Structures are those of the headers, so the file has their version of the interface.
#if DAV1D_API_VERSION_MAJOR >= 7
static tl_library file = {.purpose = "AV1 video", .names = {"libdav1d.so.7"}, .package = "libdav1d7", TL_SYMBOLS(symbols)};
#else
static tl_library file = {.purpose = "AV1 video", .names = {"libdav1d.so.6"}, .package = "libdav1d6", TL_SYMBOLS(symbols)};
#endif

typedef struct {
  Dav1dContext *context;
  Dav1dData data;       // Rest of the packet.
  Dav1dPicture picture; // The picture that was returned last.
  int is_at_end;
} dav1d;

// Nothing is written to standard error.
static void ignore(void *cookie, const char *format, va_list arguments) { (void)cookie, (void)format, (void)arguments; }

static vd_status open_decoder(vd_software_codec codec, const vd_options *options, void **state, char *message) {
  (void)codec;
  if (!tl_open(&file)) return vd_fail(message, VD_NO_LIBRARY, "%s", file.problem);
  dav1d *d = calloc(1, sizeof *d);
  if (!d) return vd_fail(message, VD_NO_MEMORY, "no memory for the decoder");
  Dav1dSettings settings;
  library.default_settings(&settings);
  settings.n_threads = options->threads > 1 ? options->threads : 1;
  settings.max_frame_delay = 1;
  settings.all_layers = 0;
  settings.frame_size_limit = options->most_pixels < UINT_MAX ? (unsigned)options->most_pixels : UINT_MAX;
  settings.logger = (Dav1dLogger){.callback = ignore};
  if (library.open(&d->context, &settings) < 0) {
    free(d);
    return vd_fail(message, VD_NO_MEMORY, "libdav1d cannot start");
  }
  *state = d;
  return VD_OK;
}

static vd_status fail(char *message, int result) {
  if (result == DAV1D_ERR(ENOMEM)) return vd_fail(message, VD_NO_MEMORY, "no memory for a frame");
  if (result == DAV1D_ERR(ERANGE)) return vd_fail(message, VD_TOO_LARGE, "a frame exceeds the limit of pixels");
  return vd_fail(message, VD_CORRUPT, "libdav1d refuses a packet with error %d", result);
}

static vd_status send_packet(void *state, const uint8_t *bytes, size_t count, int64_t number, char *message) {
  dav1d *d = state;
  d->is_at_end = !bytes;
  if (d->data.sz > 0) library.data_unref(&d->data);
  if (!bytes) return VD_OK;
  if (count == 0 || count > INT_MAX) return vd_fail(message, VD_CORRUPT, "a packet has %zu bytes", count);
  uint8_t *copy = library.data_create(&d->data, count);
  if (!copy) return vd_fail(message, VD_NO_MEMORY, "no memory for a packet");
  memcpy(copy, bytes, count);
  d->data.m.timestamp = number;
  return VD_OK;
}

// Describes the picture.
static void describe(const Dav1dPicture *p, vd_software_picture *out) {
  vd_samples *s = &out->samples;
  const Dav1dSequenceHeader *sequence = p->seq_hdr;
  s->width = p->p.w;
  s->height = p->p.h;
  s->depth = p->p.bpc;
  s->planes = p->p.layout == DAV1D_PIXEL_LAYOUT_I400 ? 1 : 3;
  s->chroma_x = p->p.layout == DAV1D_PIXEL_LAYOUT_I420 || p->p.layout == DAV1D_PIXEL_LAYOUT_I422;
  s->chroma_y = p->p.layout == DAV1D_PIXEL_LAYOUT_I420;
  s->matrix = (int32_t)sequence->mtrx;
  s->is_full = sequence->color_range != 0;
  s->siting = sequence->chr == DAV1D_CHR_VERTICAL ? 1 : sequence->chr == DAV1D_CHR_COLOCATED ? 3 : 0;
  out->range = s->is_full ? 2 : 1;
  out->primaries = (int32_t)sequence->pri;
  out->transfer = (int32_t)sequence->trc;
  int type = p->frame_hdr->frame_type;
  out->type = type == DAV1D_FRAME_TYPE_KEY || type == DAV1D_FRAME_TYPE_INTRA ? 'I' : 'P';
  for (int i = 0; i < s->planes; i++) {
    out->bytes[i] = p->data[i];
    out->stride[i] = p->stride[i > 0];
  }
  out->number = p->m.timestamp;
}

static vd_status receive_picture(void *state, vd_software_picture *out, char *message) {
  dav1d *d = state;
  if (d->picture.data[0]) library.picture_unref(&d->picture);
  // Each turn consumes a part of the packet or ends.
  for (;;) {
    size_t rest = d->data.sz;
    if (rest > 0) {
      int result = library.send_data(d->context, &d->data);
      if (result < 0 && result != DAV1D_ERR(EAGAIN)) {
        library.data_unref(&d->data);
        return fail(message, result);
      }
    }
    int result = library.get_picture(d->context, &d->picture);
    if (result == 0) {
      describe(&d->picture, out);
      return VD_OK;
    }
    if (result != DAV1D_ERR(EAGAIN)) return fail(message, result);
    if (d->data.sz == 0) return d->is_at_end ? VD_END : VD_OK;
    if (d->data.sz == rest) {
      library.data_unref(&d->data);
      return vd_fail(message, VD_CORRUPT, "libdav1d does not take a packet");
    }
  }
}

static vd_status restart(void *state, char *message) {
  (void)message;
  dav1d *d = state;
  if (d->picture.data[0]) library.picture_unref(&d->picture);
  if (d->data.sz > 0) library.data_unref(&d->data);
  library.flush(d->context);
  d->is_at_end = 0;
  return VD_OK;
}

static void close_decoder(void *state) {
  dav1d *d = state;
  if (d->picture.data[0]) library.picture_unref(&d->picture);
  if (d->data.sz > 0) library.data_unref(&d->data);
  library.close(&d->context);
  free(d);
}

const vd_software_kind vd_dav1d = {
    .name = "libdav1d", .open = open_decoder, .send = send_packet, .receive = receive_picture, .restart = restart, .close = close_decoder};
