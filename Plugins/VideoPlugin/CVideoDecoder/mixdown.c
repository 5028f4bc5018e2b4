#include "mixdown.h"
#include "failure.h"
#include <math.h>
#include <stdlib.h>

// Frames of a packet: 10 s at the highest rate.
enum { most_frames = 7680000, most_channels = 64 };

// Returns a sample; full scale is 1.
static float sample(const AVFrame *f, int channel, int i, int channels) {
  int planar = f->format >= AV_SAMPLE_FMT_U8P && f->format != AV_SAMPLE_FMT_S64;
  const void *plane = f->extended_data[planar ? channel : 0];
  size_t at = planar ? (size_t)i : (size_t)i * (size_t)channels + (size_t)channel;
  float value = 0;
  switch ((enum AVSampleFormat)f->format) {
  case AV_SAMPLE_FMT_U8:
  case AV_SAMPLE_FMT_U8P: value = ((float)((const uint8_t *)plane)[at] - 128) / 128; break;
  case AV_SAMPLE_FMT_S16:
  case AV_SAMPLE_FMT_S16P: value = (float)((const int16_t *)plane)[at] / 32768; break;
  case AV_SAMPLE_FMT_S32:
  case AV_SAMPLE_FMT_S32P: value = (float)((const int32_t *)plane)[at] / 2147483648.0f; break;
  case AV_SAMPLE_FMT_S64:
  case AV_SAMPLE_FMT_S64P: value = (float)((double)((const int64_t *)plane)[at] / 9223372036854775808.0); break;
  case AV_SAMPLE_FMT_FLT:
  case AV_SAMPLE_FMT_FLTP: value = ((const float *)plane)[at]; break;
  case AV_SAMPLE_FMT_DBL:
  case AV_SAMPLE_FMT_DBLP: value = (float)((const double *)plane)[at]; break;
  default: break;
  }
  return isfinite(value) ? value : 0;
}

static int channels_of(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 24, 100)
  return frame->ch_layout.nb_channels;
#else
  return frame->channels;
#endif
}

static uint64_t layout_of(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 24, 100)
  return frame->ch_layout.order == AV_CHANNEL_ORDER_NATIVE ? frame->ch_layout.u.mask : 0;
#else
  return frame->channel_layout;
#endif
}

// Gains of the channels for left and right: ITU-R BS.775, without the low-frequency channel, and no clipping of a full-scale signal.
static void find_gains(const AVFrame *frame, int channels, float *left, float *right) {
  static const struct {
    uint64_t channel;
    float left, right;
  } known[] = {
      {AV_CH_FRONT_LEFT, 1, 0},        {AV_CH_FRONT_RIGHT, 0, 1},        {AV_CH_FRONT_CENTER, 0.7071f, 0.7071f},
      {AV_CH_BACK_LEFT, 0.7071f, 0},   {AV_CH_BACK_RIGHT, 0, 0.7071f},   {AV_CH_SIDE_LEFT, 0.7071f, 0},
      {AV_CH_SIDE_RIGHT, 0, 0.7071f},  {AV_CH_BACK_CENTER, 0.5f, 0.5f},  {AV_CH_FRONT_LEFT_OF_CENTER, 1, 0},
      {AV_CH_FRONT_RIGHT_OF_CENTER, 0, 1},
  };
  uint64_t layout = layout_of(frame);
  float left_sum = 0, right_sum = 0;
  int c = 0;
  for (int bit = 0; bit < 64 && c < channels; bit++) {
    if (!(layout >> bit & 1)) continue;
    left[c] = right[c] = 0;
    for (size_t k = 0; k < sizeof known / sizeof known[0]; k++)
      if (known[k].channel == (uint64_t)1 << bit) left[c] = known[k].left, right[c] = known[k].right;
    left_sum += left[c];
    right_sum += right[c++];
  }
  if (channels == 1 || c < channels || left_sum <= 0 || right_sum <= 0) {
    // One channel is heard on both sides; of unknown ones, the first two are left and right.
    for (int i = 0; i < channels; i++) left[i] = i == 0, right[i] = i == (channels > 1);
    return;
  }
  float sum = left_sum > right_sum ? left_sum : right_sum;
  for (int i = 0; channels > 2 && i < channels; i++) left[i] /= sum, right[i] /= sum;
}

int vd_mixdown_accepts(const AVFrame *frame) {
  int channels = channels_of(frame);
  return frame->nb_samples > 0 && frame->nb_samples <= most_frames && channels > 0 && channels <= most_channels &&
         frame->sample_rate >= VD_LEAST_RATE && frame->sample_rate <= VD_MOST_RATE;
}

vd_status vd_mixdown_take(vd_mixdown *m, const AVFrame *f, AVRational unit, const float **samples, int32_t *frames, double *time, char *message) {
  int channels = channels_of(f), count = f->nb_samples;
  if (count > m->capacity) {
    float *larger = realloc(m->stereo, sizeof(float) * 2 * (size_t)count);
    if (!larger) return vd_fail(message, VD_NO_MEMORY, "no memory for sound");
    m->stereo = larger;
    m->capacity = count;
  }
  float left[most_channels], right[most_channels];
  find_gains(f, channels, left, right);
  for (int i = 0; i < count; i++) m->stereo[2 * i] = m->stereo[2 * i + 1] = 0;
  for (int c = 0; c < channels; c++) {
    if (left[c] == 0 && right[c] == 0) continue;
    for (int i = 0; i < count; i++) {
      float value = sample(f, c, i, channels);
      m->stereo[2 * i] += value * left[c];
      m->stereo[2 * i + 1] += value * right[c];
    }
  }
  double scale = unit.den > 0 ? (double)unit.num / unit.den : 0;
  if (f->best_effort_timestamp != AV_NOPTS_VALUE && scale > 0) m->next_time = (double)f->best_effort_timestamp * scale;
  *time = m->next_time;
  m->next_time += (double)count / f->sample_rate;
  *samples = m->stereo;
  *frames = count;
  return VD_OK;
}

void vd_mixdown_free(vd_mixdown *m) {
  free(m->stereo);
  m->stereo = NULL;
  m->capacity = 0;
}
