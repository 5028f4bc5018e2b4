#include "container.h"
#include "failure.h"
#include "mixdown.h"
#include <math.h>
#include <stdlib.h>

// Packets without a decodable frame after which a track counts as damaged.
enum { most_fruitless = 4096 };

struct vd_sound {
  vd_container container;
  AVStream *track;
  AVCodecContext *decoder;
  AVPacket *packet;
  AVFrame *frame;
  vd_mixdown mixdown;
  int32_t rate;
  int is_draining, is_ended, fruitless;
};

vd_status vd_sound_open(const vd_input *input, int32_t index, vd_sound **out, vd_sound_info *info, char *message) {
  *out = NULL;
  *info = (vd_sound_info){0};
  vd_sound *s = calloc(1, sizeof *s);
  if (!s) return vd_fail(message, VD_NO_MEMORY, "no memory for sound");
  vd_status status = vd_container_open(&s->container, input, 1, vd_most_probed_pixels, message);
  if (status != VD_OK) {
    free(s);
    return status;
  }
  const vd_av *av = s->container.av;
  s->track = vd_container_track(&s->container, AVMEDIA_TYPE_AUDIO, index, NULL);
  if (!s->track) status = vd_fail(message, VD_NOT_VIDEO, "it has no audio track %d", index);
  if (status == VD_OK) {
    for (unsigned i = 0; i < s->container.format->nb_streams; i++)
      if (s->container.format->streams[i] != s->track) s->container.format->streams[i]->discard = AVDISCARD_ALL;
    vd_options options = {.threads = 1};
    s->decoder = vd_container_decoder(&s->container, s->track, &options, &status, message);
  }
  if (status == VD_OK) {
    s->rate = s->track->codecpar->sample_rate;
    s->packet = av->av_packet_alloc();
    s->frame = av->av_frame_alloc();
    if (!s->packet || !s->frame) status = vd_fail(message, VD_NO_MEMORY, "no memory for sound");
    else if (s->rate < VD_LEAST_RATE || s->rate > VD_MOST_RATE) status = vd_fail(message, VD_CORRUPT, "its rate is %d Hz", s->rate);
  }
  if (status != VD_OK) {
    vd_sound_close(s);
    return status;
  }
  int64_t start = s->container.format->start_time;
  *info = (vd_sound_info){s->rate, start == AV_NOPTS_VALUE ? 0 : (double)start / AV_TIME_BASE};
  *out = s;
  return VD_OK;
}

// Passes the next packet to the decoder.
static vd_status feed(vd_sound *s, char *message) {
  const vd_av *av = s->container.av;
  int error = av->av_read_frame(s->container.format, s->packet);
  if (error == AVERROR(EAGAIN)) return VD_OK;
  if (error < 0) {
    if (s->container.is_cancelled) return vd_fail(message, VD_CANCELLED, "cancelled");
    s->is_draining = 1;
    av->avcodec_send_packet(s->decoder, NULL);
    return VD_OK;
  }
  // A damaged packet is skipped.
  if (s->packet->stream_index == s->track->index) {
    av->avcodec_send_packet(s->decoder, s->packet);
    s->fruitless++;
  }
  av->av_packet_unref(s->packet);
  return VD_OK;
}

vd_status vd_sound_next(vd_sound *s, const float **samples, int32_t *frames, double *time, char *message) {
  message[0] = 0;
  *frames = 0;
  vd_container_refill(&s->container);
  while (!s->is_ended) {
    int result = s->container.av->avcodec_receive_frame(s->decoder, s->frame);
    if (result >= 0) {
      // Frames of another rate would have another pitch.
      if (vd_mixdown_accepts(s->frame) && s->frame->sample_rate == s->rate) {
        s->fruitless = 0;
        return vd_mixdown_take(&s->mixdown, s->frame, s->track->time_base, samples, frames, time, message);
      }
      if (++s->fruitless > most_fruitless) s->is_ended = 1;
    } else if (s->is_draining || s->fruitless > most_fruitless) {
      s->is_ended = 1;
    } else {
      vd_status status = feed(s, message);
      if (status != VD_OK) return status;
    }
  }
  return VD_END;
}

vd_status vd_sound_seek(vd_sound *s, double time, char *message) {
  message[0] = 0;
  const vd_av *av = s->container.av;
  if (!isfinite(time)) return vd_fail(message, VD_CORRUPT, "its time base is invalid");
  double unit = s->track->time_base.den > 0 ? (double)s->track->time_base.num / s->track->time_base.den : 1;
  double target = floor(time / (unit > 0 ? unit : 1));
  int64_t stamp = target < -9e18 ? INT64_MIN + 1 : target > 9e18 ? INT64_MAX - 1 : (int64_t)target;
  vd_container_refill(&s->container);
  s->container.is_exhausted = 0;
  int error = av->av_seek_frame(s->container.format, s->track->index, stamp, AVSEEK_FLAG_BACKWARD);
  if (error < 0) error = av->avformat_seek_file(s->container.format, -1, INT64_MIN, 0, INT64_MAX, 0);
  if (error < 0) error = av->av_seek_frame(s->container.format, -1, 0, AVSEEK_FLAG_BYTE);
  if (s->container.is_cancelled) return vd_fail(message, VD_CANCELLED, "cancelled");
  if (error < 0) return vd_fail(message, VD_CORRUPT, "its index cannot be searched");
  av->avcodec_flush_buffers(s->decoder);
  s->is_draining = s->is_ended = s->fruitless = 0;
  return VD_OK;
}

void vd_sound_close(vd_sound *s) {
  if (!s) return;
  const vd_av *av = s->container.av;
  if (s->packet) av->av_packet_free(&s->packet);
  if (s->frame) av->av_frame_free(&s->frame);
  if (s->decoder) av->avcodec_free_context(&s->decoder);
  vd_container_close(&s->container);
  vd_mixdown_free(&s->mixdown);
  free(s);
}
