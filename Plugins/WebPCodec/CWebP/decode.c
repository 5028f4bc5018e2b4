#include "failure.h"
#include "library.h"
#include <string.h>

// Bytes passed to the decoder between two polls for cancellation.
enum { STEP = 32 << 10 };

static wp_status failed(VP8StatusCode code, size_t length, char *message) {
  switch (code) {
  case VP8_STATUS_OK: return WP_OK;
  case VP8_STATUS_OUT_OF_MEMORY: return wp_fail(message, WP_NO_MEMORY, "WebP: no memory");
  case VP8_STATUS_UNSUPPORTED_FEATURE: return wp_fail(message, WP_UNSUPPORTED, "WebP: a kind that libwebp does not decode");
  case VP8_STATUS_SUSPENDED:
  case VP8_STATUS_NOT_ENOUGH_DATA: return wp_fail(message, WP_TRUNCATED, "WebP: the data ends after %zu bytes, in the middle", length);
  default: return wp_fail(message, WP_CORRUPT, "WebP: the data is damaged");
  }
}

static wp_status features(const wp_functions *f, const uint8_t *bytes, size_t length, wp_info *info, char *message) {
  WebPBitstreamFeatures found;
  VP8StatusCode code = f->WebPGetFeaturesInternal(bytes, length, &found, WEBP_DECODER_ABI_VERSION);
  if (code != VP8_STATUS_OK) return failed(code, length, message);
  info->width = found.width;
  info->height = found.height;
  info->has_alpha = found.has_alpha;
  info->is_animated = found.has_animation;
  info->is_lossless = found.format == 2;
  return WP_OK;
}

wp_status wp_probe(const uint8_t *bytes, size_t length, wp_info *info, char *message) {
  memset(info, 0, sizeof *info);
  message[0] = 0;
  const wp_functions *f = wp_library(message);
  if (!f) return WP_NO_LIBRARY;
  return features(f, bytes, length, info, message);
}

wp_status wp_scan(const uint8_t *bytes, size_t length, wp_info *info, wp_take take, void *context, char *message) {
  wp_status status = wp_probe(bytes, length, info, message);
  if (status != WP_OK) return status;
  const wp_functions *f = wp_library(message);
  WebPData data = {bytes, length};
  WebPDemuxState state;
  WebPDemuxer *demuxer = f->WebPDemuxInternal(&data, 1, &state, WEBP_DEMUX_ABI_VERSION);
  if (!demuxer || state != WEBP_DEMUX_DONE) {
    if (demuxer) f->WebPDemuxDelete(demuxer);
    if (state == WEBP_DEMUX_PARSE_ERROR) return wp_fail(message, WP_CORRUPT, "WebP: its chunks are damaged");
    return failed(VP8_STATUS_NOT_ENOUGH_DATA, length, message);
  }
  info->loops = (int32_t)f->WebPDemuxGetI(demuxer, WEBP_FF_LOOP_COUNT);
  info->width = (int32_t)f->WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_WIDTH);
  info->height = (int32_t)f->WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_HEIGHT);
  WebPIterator at;
  if (f->WebPDemuxGetFrame(demuxer, 1, &at)) {
    do {
      wp_frame frame = {
          at.x_offset, at.y_offset, at.width, at.height, at.duration, at.dispose_method == WEBP_MUX_DISPOSE_BACKGROUND,
          at.blend_method == WEBP_MUX_BLEND, at.has_alpha, (size_t)(at.fragment.bytes - bytes), at.fragment.size};
      if (!take(context, &frame)) break;
    } while (f->WebPDemuxNextFrame(&at));
    f->WebPDemuxReleaseIterator(&at);
  }
  f->WebPDemuxDelete(demuxer);
  return WP_OK;
}

wp_status wp_decode(
    const uint8_t *bytes, size_t length, int32_t width, int32_t height, uint8_t *pixels, size_t stride, int is_straight,
    int32_t *rows, wp_cancelled cancelled, void *context, char *message) {
  if (rows) *rows = 0;
  wp_info info = {0};
  message[0] = 0;
  const wp_functions *f = wp_library(message);
  if (!f) return WP_NO_LIBRARY;
  wp_status status = features(f, bytes, length, &info, message);
  if (status != WP_OK) return status;
  WebPDecoderConfig config;
  if (!f->WebPInitDecoderConfigInternal(&config, WEBP_DECODER_ABI_VERSION))
    return wp_fail(message, WP_NO_LIBRARY, "WebP: the versions of the library and its headers differ");
  if (width < 1 || height < 1 || width > info.width || height > info.height || stride < (size_t)width * 4)
    return wp_fail(message, WP_CORRUPT, "WebP: a frame has %d x %d pixels instead of %d x %d", info.width, info.height, width, height);
  config.options.use_scaling = width != info.width || height != info.height;
  config.options.scaled_width = width;
  config.options.scaled_height = height;
  config.output.colorspace = is_straight ? MODE_BGRA : MODE_bgrA;
  config.output.is_external_memory = 1;
  config.output.u.RGBA.rgba = pixels;
  config.output.u.RGBA.stride = (int)stride;
  config.output.u.RGBA.size = (size_t)(height - 1) * stride + (size_t)width * 4;
  if (length <= STEP && !rows) return failed(f->WebPDecode(bytes, length, &config), length, message);
  WebPIDecoder *decoder = f->WebPIDecode(NULL, 0, &config);
  if (!decoder) return wp_fail(message, WP_NO_MEMORY, "WebP: no memory");
  VP8StatusCode code = VP8_STATUS_SUSPENDED;
  for (size_t given = 0; given < length && code == VP8_STATUS_SUSPENDED;) {
    if (cancelled && cancelled(context)) {
      f->WebPIDelete(decoder);
      return wp_fail(message, WP_CANCELLED, "cancelled");
    }
    given = length - given < STEP ? length : given + STEP;
    code = f->WebPIUpdate(decoder, bytes, given);
  }
  if (rows) {
    int last = 0;
    if (f->WebPIDecGetRGB(decoder, &last, NULL, NULL, NULL)) *rows = code == VP8_STATUS_OK ? height : last;
  }
  f->WebPIDelete(decoder);
  return failed(code, length, message);
}
