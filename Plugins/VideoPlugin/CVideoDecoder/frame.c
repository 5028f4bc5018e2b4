#include "frame.h"

#include "checksum.h"
#include <stdlib.h>
#include <string.h>

vd_frame *vd_frame_create(const vd_av *av, AVFrame *samples, double time, double duration) {
  vd_frame *frame = calloc(1, sizeof *frame);
  if (!frame) {
    av->av_frame_free(&samples);
    return NULL;
  }
  *frame = (vd_frame){.av = av, .samples = samples, .time = time, .duration = duration};
  return frame;
}

static char type_of(const AVFrame *samples) {
  switch (samples->pict_type) {
  case AV_PICTURE_TYPE_I:
  case AV_PICTURE_TYPE_SI: return 'I';
  case AV_PICTURE_TYPE_P:
  case AV_PICTURE_TYPE_SP: return 'P';
  case AV_PICTURE_TYPE_B:
  case AV_PICTURE_TYPE_BI: return 'B';
  default: return '?';
  }
}

static const char *range_of(const AVFrame *samples) {
  switch (samples->color_range) {
  case AVCOL_RANGE_MPEG: return "limited";
  case AVCOL_RANGE_JPEG: return "full";
  default: return NULL;
  }
}

vd_frame_info vd_frame_facts(const vd_frame *f) {
  const AVFrame *s = f->samples;
  vd_frame_info info = {
      .time = f->time, .duration = f->duration, .width = s->width, .height = s->height, .type = type_of(s), .range = range_of(s)};
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
  info.is_key = (s->flags & AV_FRAME_FLAG_KEY) != 0;
  info.is_interlaced = (s->flags & AV_FRAME_FLAG_INTERLACED) != 0;
#else
  info.is_key = s->key_frame;
  info.is_interlaced = s->interlaced_frame;
#endif
  info.pixel_format = f->av->av_get_pix_fmt_name((enum AVPixelFormat)s->format);
  if (s->colorspace != AVCOL_SPC_UNSPECIFIED) info.matrix = f->av->av_color_space_name(s->colorspace);
  if (s->color_primaries != AVCOL_PRI_UNSPECIFIED) info.primaries = f->av->av_color_primaries_name(s->color_primaries);
  if (s->color_trc != AVCOL_TRC_UNSPECIFIED) info.transfer = f->av->av_color_transfer_name(s->color_trc);
  return info;
}

vd_status vd_frame_checksum(const vd_frame *f, char *text) {
  const AVFrame *s = f->samples;
  text[0] = 0;
  const AVPixFmtDescriptor *format = f->av->av_pix_fmt_desc_get((enum AVPixelFormat)s->format);
  if (!format || format->flags & AV_PIX_FMT_FLAG_HWACCEL) return VD_UNSUPPORTED;
  struct AVMD5 *sum = f->av->av_md5_alloc();
  if (!sum) return VD_NO_MEMORY;
  f->av->av_md5_init(sum);
  for (int plane = 0; plane < 4 && s->data[plane]; plane++) {
    int bytes = f->av->av_image_get_linesize((enum AVPixelFormat)s->format, s->width, plane);
    if (bytes <= 0) break;
    int is_chroma = (plane == 1 || plane == 2) && !(format->flags & AV_PIX_FMT_FLAG_RGB);
    int rows = is_chroma ? -(-s->height >> format->log2_chroma_h) : s->height;
    for (int y = 0; y < rows; y++) f->av->av_md5_update(sum, s->data[plane] + (ptrdiff_t)y * s->linesize[plane], (size_t)bytes);
  }
  uint8_t digest[16];
  f->av->av_md5_final(sum, digest);
  f->av->av_freep(&sum);
  vd_checksum_text(digest, text);
  return VD_OK;
}

void vd_frame_free(vd_frame *f) {
  if (!f) return;
  f->av->av_frame_free(&f->samples);
  free(f);
}
