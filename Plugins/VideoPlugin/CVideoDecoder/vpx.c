#if !__has_include(<vpx/vpx_decoder.h>) || !__has_include(<vpx/vp8dx.h>)
#error "libvpx's headers are missing: apt-get install libvpx-dev"
#endif
#include "vpx.h"

#include "failure.h"
#include <limits.h>
#include <stdlib.h>
#include <vpx/vp8dx.h>
#include <vpx/vpx_decoder.h>

#define FUNCTIONS(F)                                                                                                                       \
  F(vpx_codec_vp8_dx)                                                                                                                      \
  F(vpx_codec_vp9_dx)                                                                                                                      \
  F(vpx_codec_dec_init_ver)                                                                                                                \
  F(vpx_codec_decode)                                                                                                                      \
  F(vpx_codec_get_frame)                                                                                                                   \
  F(vpx_codec_destroy)

static struct {
#define F(name) __typeof__(name) *name;
  FUNCTIONS(F)
#undef F
} library;

static const tl_symbol symbols[] = {
#define F(name) {#name, &library.name, false},
    FUNCTIONS(F)
#undef F
};

// The library itself compares the version of the interface when a decoder is opened.
static tl_library file = {.purpose = "VP8 and VP9 video", .names = {"libvpx.so.7", "libvpx.so.9", "libvpx.so.8", "libvpx.so.6"},
                          .package = "libvpx7", TL_SYMBOLS(symbols)};

typedef struct {
  vpx_codec_ctx_t context;
  vd_software_codec codec;
  vd_options options;
  vpx_codec_iter_t position;
  int64_t number;
  int is_open, has_decoded, is_at_end;
} vpx;

static vd_status begin(vpx *d, char *message) {
  d->position = NULL;
  d->has_decoded = d->is_at_end = 0;
  vpx_codec_iface_t *kind = d->codec == VD_SOFTWARE_VP8 ? library.vpx_codec_vp8_dx() : library.vpx_codec_vp9_dx();
  vpx_codec_dec_cfg_t configuration = {.threads = (unsigned)(d->options.threads > 1 ? d->options.threads : 1)};
  vpx_codec_err_t result = library.vpx_codec_dec_init_ver(&d->context, kind, &configuration, 0, VPX_DECODER_ABI_VERSION);
  d->is_open = result == VPX_CODEC_OK;
  if (d->is_open) return VD_OK;
  return result == VPX_CODEC_ABI_MISMATCH
             ? vd_fail(message, VD_NO_LIBRARY, "the installed libvpx has another interface than version %d", VPX_DECODER_ABI_VERSION)
             : vd_fail(message, VD_NO_MEMORY, "libvpx cannot start");
}

static vd_status open_decoder(vd_software_codec codec, const vd_options *options, void **state, char *message) {
  if (!tl_open(&file)) return vd_fail(message, VD_NO_LIBRARY, "%s", file.problem);
  vpx *d = calloc(1, sizeof *d);
  if (!d) return vd_fail(message, VD_NO_MEMORY, "no memory for the decoder");
  d->codec = codec;
  d->options = *options;
  vd_status status = begin(d, message);
  if (status == VD_OK) *state = d;
  else free(d);
  return status;
}

static vd_status send_packet(void *state, const uint8_t *bytes, size_t count, int64_t number, char *message) {
  vpx *d = state;
  d->is_at_end = !bytes;
  d->has_decoded = 0;
  if (!bytes) return VD_OK;
  if (count == 0 || count > UINT_MAX) return vd_fail(message, VD_CORRUPT, "a packet has %zu bytes", count);
  vpx_codec_err_t result = library.vpx_codec_decode(&d->context, bytes, (unsigned)count, NULL, 0);
  if (result == VPX_CODEC_MEM_ERROR) return vd_fail(message, VD_NO_MEMORY, "no memory for a frame");
  if (result != VPX_CODEC_OK) return vd_fail(message, VD_CORRUPT, "libvpx refuses a packet with error %d", (int)result);
  d->position = NULL;
  d->has_decoded = 1;
  d->number = number;
  return VD_OK;
}

// Returns the number of a matrix, ITU-T H.273.
static int32_t matrix_of(const vpx *d, vpx_color_space_t space) {
  if (d->codec == VD_SOFTWARE_VP8) return 5;
  switch (space) {
  case VPX_CS_BT_601: return 5;
  case VPX_CS_BT_709: return 1;
  case VPX_CS_SMPTE_170: return 6;
  case VPX_CS_SMPTE_240: return 7;
  case VPX_CS_BT_2020: return 9;
  case VPX_CS_SRGB: return 0;
  default: return 2;
  }
}

static vd_status receive_picture(void *state, vd_software_picture *out, char *message) {
  vpx *d = state;
  const vpx_image_t *image = d->has_decoded ? library.vpx_codec_get_frame(&d->context, &d->position) : NULL;
  if (!image) return d->is_at_end ? VD_END : VD_OK;
  if (image->d_w > VD_MAX_SIDE || image->d_h > VD_MAX_SIDE || !(image->fmt & VPX_IMG_FMT_PLANAR))
    return vd_fail(message, VD_UNSUPPORTED, "a frame has %u x %u pixels in the format %d", image->d_w, image->d_h, (int)image->fmt);
  vd_samples *s = &out->samples;
  s->width = (int32_t)image->d_w;
  s->height = (int32_t)image->d_h;
  s->depth = image->fmt & VPX_IMG_FMT_HIGHBITDEPTH ? (int32_t)image->bit_depth : 8;
  s->planes = 3;
  s->chroma_x = (int32_t)image->x_chroma_shift;
  s->chroma_y = (int32_t)image->y_chroma_shift;
  s->matrix = matrix_of(d, image->cs);
  s->is_full = image->range == VPX_CR_FULL_RANGE;
  out->range = d->codec == VD_SOFTWARE_VP8 ? 1 : s->is_full ? 2 : 1;
  // Names of the planes say which is U, also of formats with V first.
  static const int planes[] = {VPX_PLANE_Y, VPX_PLANE_U, VPX_PLANE_V};
  for (int i = 0; i < 3; i++) {
    out->bytes[i] = image->planes[planes[i]];
    out->stride[i] = image->stride[planes[i]];
  }
  out->number = d->number;
  return VD_OK;
}

static vd_status restart(void *state, char *message) {
  vpx *d = state;
  if (d->is_open) library.vpx_codec_destroy(&d->context);
  return begin(d, message);
}

static void close_decoder(void *state) {
  vpx *d = state;
  if (d->is_open) library.vpx_codec_destroy(&d->context);
  free(d);
}

const vd_software_kind vd_vpx = {
    .name = "libvpx", .open = open_decoder, .send = send_packet, .receive = receive_picture, .restart = restart, .close = close_decoder};
