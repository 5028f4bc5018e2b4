#include "video_decoder.h"

#include "container.h"
#include "failure.h"
#include "frame.h"
#include "side_track.h"
#include <math.h>
#include <stdlib.h>

// Consecutive packets without a frame after which the rest of a file counts as damaged.
enum { most_fruitless = 3000 };

struct vd_reader {
  vd_container container;
  vd_options options;
  AVStream *track;
  AVCodecContext *decoder;
  AVPacket *packet;
  AVFrame *spare; // Filled by the decoder.
  // For decoders of the kernel: the filter that adds start codes, and the packet that was returned. Created with the first of them.
  AVBSFContext *filter;
  AVPacket *filtered;
  int is_at_end, is_draining, is_ended; // The container has no more packets; nor has the decoder; all frames are taken.
  int fruitless;
  double last_time, usual_duration;
  double patience; // Of a live stream.
  vd_side_track side; // Of a live stream.
};

static double rotation_of(const vd_av *av, const AVStream *track) {
  const int32_t *matrix = NULL;
#if LIBAVCODEC_VERSION_MAJOR >= 61
  for (int i = 0; i < track->codecpar->nb_coded_side_data; i++) {
    const AVPacketSideData *data = &track->codecpar->coded_side_data[i];
    if (data->type == AV_PKT_DATA_DISPLAYMATRIX && data->size >= 36) matrix = (const int32_t *)(const void *)data->data;
  }
#else
  for (int i = 0; i < track->nb_side_data; i++) {
    const AVPacketSideData *data = &track->side_data[i];
    if (data->type == AV_PKT_DATA_DISPLAYMATRIX && data->size >= 36) matrix = (const int32_t *)(const void *)data->data;
  }
#endif
  double angle = matrix ? av->av_display_rotation_get(matrix) : 0;
  return isfinite(angle) ? angle : 0;
}

static double seconds(AVRational value) { return value.num > 0 && value.den > 0 ? (double)value.num / value.den : 0; }

static vd_info facts(const vd_reader *r) {
  const vd_av *av = r->container.av;
  const AVFormatContext *format = r->container.format;
  const AVStream *track = r->track ? r->track : r->side.track;
  const AVCodecParameters *codec = track->codecpar;
  vd_info info = {.container = format->iformat->name, .codec = av->avcodec_get_name(codec->codec_id)};
  info.profile = av->avcodec_profile_name(codec->codec_id, codec->profile);
  info.profile_number = codec->profile;
  info.width = codec->width;
  info.height = codec->height;
  AVRational aspect = r->track ? av->av_guess_sample_aspect_ratio(r->container.format, r->track, NULL) : (AVRational){1, 1};
  info.sar_width = aspect.num > 0 && aspect.den > 0 ? aspect.num : 1;
  info.sar_height = aspect.num > 0 && aspect.den > 0 ? aspect.den : 1;
  if (r->track) info.rotation = rotation_of(av, r->track);
  vd_container_track(&r->container, AVMEDIA_TYPE_VIDEO, 0, &info.video_tracks);
  vd_container_track(&r->container, AVMEDIA_TYPE_AUDIO, 0, &info.audio_tracks);
  info.start = format->start_time == AV_NOPTS_VALUE ? 0 : (double)format->start_time / AV_TIME_BASE;
  info.duration = format->duration > 0 ? (double)format->duration / AV_TIME_BASE : -1;
  if (!r->track) return info;
  info.frame_rate = seconds(r->track->avg_frame_rate);
  info.is_plain = codec->format == AV_PIX_FMT_YUV420P || codec->format == AV_PIX_FMT_YUVJ420P;
  info.matrix = (int32_t)codec->color_space;
  info.is_full = codec->color_range == AVCOL_RANGE_JPEG || codec->format == AV_PIX_FMT_YUVJ420P;
  return info;
}

// Finds the track of the pictures. A live stream may have sound only: its track is NULL.
static vd_status find_track(vd_reader *r, char *message) {
  const vd_options *options = &r->options;
  int32_t count = 0;
  r->track = vd_container_track(&r->container, AVMEDIA_TYPE_VIDEO, options->track, &count);
  if (r->container.is_live && count == 0) {
    vd_side_track_open(&r->side, &r->container, NULL);
    return r->side.track ? VD_OK : vd_fail(message, VD_NOT_VIDEO, "it has no pictures and no sound that can be decoded");
  }
  if (!r->track) {
    return count == 0 ? vd_fail(message, VD_NOT_VIDEO, "it has no video track")
                      : vd_fail(message, VD_NOT_VIDEO, "it has no video track %d; the tracks are 0 to %d", options->track, count - 1);
  }
  int64_t width = r->track->codecpar->width, height = r->track->codecpar->height;
  if (width > VD_MAX_SIDE || height > VD_MAX_SIDE || width * height > options->most_pixels)
    return vd_fail(
        message, VD_TOO_LARGE, "a frame has %lld x %lld pixels; the limits are %d a side and %lld together", (long long)width,
        (long long)height, VD_MAX_SIDE, (long long)options->most_pixels);
  if (r->container.is_live) vd_side_track_open(&r->side, &r->container, r->track);
  return VD_OK;
}

// Opens the decoder of an open container. Frees the reader after a failure.
static vd_status open_decoder(vd_reader *r, vd_reader **out, vd_info *info, char *message) {
  const vd_av *av = r->container.av;
  vd_status status = find_track(r, message);
  if (status == VD_OK) {
    // Packets of other tracks are skipped by the container.
    for (unsigned i = 0; i < r->container.format->nb_streams; i++) {
      AVStream *other = r->container.format->streams[i];
      if (other != r->track && other != r->side.track) other->discard = AVDISCARD_ALL;
    }
    if (r->track) r->decoder = vd_container_decoder(&r->container, r->track, &r->options, &status, message);
  }
  if (status == VD_OK) {
    r->packet = av->av_packet_alloc();
    r->spare = av->av_frame_alloc();
    if (!r->packet || !r->spare) status = vd_fail(message, VD_NO_MEMORY, "no memory for the reader");
  }
  if (status != VD_OK) {
    vd_reader_close(r);
    return status;
  }
  double rate = r->track ? seconds(r->track->avg_frame_rate) : 0;
  r->usual_duration = rate > 0 ? 1 / rate : 0;
  r->last_time = NAN;
  *info = facts(r);
  *out = r;
  return VD_OK;
}

vd_status vd_reader_open(const vd_input *input, const vd_options *options, vd_reader **out, vd_info *info, char *message) {
  *out = NULL;
  vd_reader *r = calloc(1, sizeof *r);
  if (!r) return vd_fail(message, VD_NO_MEMORY, "no memory for the reader");
  r->options = *options;
  vd_status status = vd_container_open(&r->container, input, 0, options->most_pixels, message);
  if (status == VD_OK) return open_decoder(r, out, info, message);
  free(r);
  return status;
}

vd_status vd_reader_open_stream(const vd_stream *stream, const vd_options *options, vd_reader **out, vd_info *info, char *message) {
  *out = NULL;
  vd_reader *r = calloc(1, sizeof *r);
  if (!r) return vd_fail(message, VD_NO_MEMORY, "no memory for the reader");
  r->options = *options;
  r->patience = stream->read_patience;
  vd_status status = vd_container_open_stream(&r->container, stream, options->most_pixels, message);
  if (status == VD_OK) return open_decoder(r, out, info, message);
  free(r);
  return status;
}

// Takes the frame that the decoder has filled.
static vd_status take(vd_reader *r, vd_frame **out, char *message) {
  const vd_av *av = r->container.av;
  AVFrame *samples = r->spare;
  r->spare = av->av_frame_alloc();
  double unit = seconds(r->track->time_base);
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 2, 100)
  double duration = samples->duration > 0 ? (double)samples->duration * unit : r->usual_duration;
#else
  double duration = samples->pkt_duration > 0 ? (double)samples->pkt_duration * unit : r->usual_duration;
#endif
  double time = samples->best_effort_timestamp == AV_NOPTS_VALUE ? NAN : (double)samples->best_effort_timestamp * unit;
  if (!isfinite(time)) time = isfinite(r->last_time) ? r->last_time + r->usual_duration : 0;
  if (isfinite(r->last_time) && time < r->last_time && !r->container.is_live) time = r->last_time;
  r->last_time = time;
  r->fruitless = 0;
  *out = vd_frame_create(av, samples, time, isfinite(duration) ? duration : 0);
  if (!*out || !r->spare) {
    vd_frame_free(*out);
    *out = NULL;
    r->is_ended = 1;
    return vd_fail(message, VD_NO_MEMORY, "no memory for a frame");
  }
  return VD_OK;
}

// Creates the filter of packets.
static vd_status open_filter(vd_reader *r, char *message) {
  const vd_av *av = r->container.av;
  enum AVCodecID codec = r->track->codecpar->codec_id;
  const char *name = codec == AV_CODEC_ID_H264 ? "h264_mp4toannexb" : codec == AV_CODEC_ID_HEVC ? "hevc_mp4toannexb" : "null";
  const AVBitStreamFilter *kind = av->av_bsf_get_by_name(name);
  if (!kind) return vd_fail(message, VD_UNSUPPORTED, "the installed libavcodec has no filter %s", name);
  r->filtered = av->av_packet_alloc();
  int error = r->filtered ? av->av_bsf_alloc(kind, &r->filter) : AVERROR(ENOMEM);
  if (error >= 0) error = av->avcodec_parameters_copy(r->filter->par_in, r->track->codecpar);
  if (error >= 0) {
    r->filter->time_base_in = r->track->time_base;
    error = av->av_bsf_init(r->filter);
  }
  if (error >= 0) return VD_OK;
  av->av_bsf_free(&r->filter);
  av->av_packet_free(&r->filtered);
  return error == AVERROR(ENOMEM) ? vd_fail(message, VD_NO_MEMORY, "no memory for a packet")
                                  : vd_fail(message, VD_CORRUPT, "its packets cannot be converted for a decoder of the kernel");
}

// Passes the packet to the filter, or to the decoder of the pictures.
static vd_status send(vd_reader *r, const vd_demand *demand, char *message) {
  const vd_av *av = r->container.av;
  if (demand->picture == 2) {
    // It takes the packet. A damaged one is left out, as by a decoder.
    if (av->av_bsf_send_packet(r->filter, r->packet) < 0) av->av_packet_unref(r->packet);
    return VD_OK;
  }
  int error = av->avcodec_send_packet(r->decoder, r->packet);
  r->fruitless++;
  av->av_packet_unref(r->packet);
  return error == AVERROR(ENOMEM) ? vd_fail(message, VD_NO_MEMORY, "no memory for a frame") : VD_OK;
}

// Reads the next packet and passes it to its decoder, or keeps it.
static vd_status feed(vd_reader *r, const vd_demand *demand, char *message) {
  const vd_av *av = r->container.av;
  if (r->container.is_live) vd_container_set_deadline(&r->container, r->patience);
  int error = av->av_read_frame(r->container.format, r->packet);
  if (error == AVERROR(EAGAIN)) return VD_OK;
  if (error < 0) {
    if (r->container.is_cancelled) {
      r->container.is_cancelled = 0;
      return vd_fail(message, VD_CANCELLED, "cancelled");
    }
    // HLS reports an interruption as its end.
    if (r->container.is_live && (error != AVERROR_EOF || r->container.is_late)) {
      r->is_ended = 1;
      if (r->container.is_late) return vd_fail(message, VD_CORRUPT, "no data for %g s", r->patience);
      char text[96] = "";
      av->av_strerror(error, text, sizeof text);
      return vd_fail(message, VD_CORRUPT, "the connection broke (%s)", text);
    }
    // A file that is cut ends here; the decoders still have frames.
    r->is_at_end = 1;
    if (r->side.track) vd_side_track_feed(&r->side, av, NULL);
    return VD_OK;
  }
  if (r->track && r->packet->stream_index == r->track->index) {
    if (demand->picture) return send(r, demand, message);
    if (!vd_side_track_keep(&r->side, av, r->packet)) return vd_fail(message, VD_NO_MEMORY, "no memory for a packet");
  } else if (demand->sound && r->side.track && r->packet->stream_index == r->side.track->index) {
    vd_side_track_feed(&r->side, av, r->packet);
  }
  av->av_packet_unref(r->packet);
  return VD_OK;
}

// Passes a kept or new packet on.
static vd_status advance(vd_reader *r, const vd_demand *demand, char *message) {
  if (demand->picture && vd_side_track_restore(&r->side, r->container.av, r->packet)) return send(r, demand, message);
  if (r->is_draining) return VD_END;
  if (!r->is_at_end) return feed(r, demand, message);
  r->is_draining = 1;
  if (demand->picture == 2) r->container.av->av_bsf_send_packet(r->filter, NULL);
  else r->container.av->avcodec_send_packet(r->decoder, NULL);
  return VD_OK;
}

// Returns the next packet of the pictures, or VD_OK without one after sound was passed to its decoder.
static vd_status next_packet(vd_reader *r, const vd_demand *demand, vd_packet *out, char *message) {
  const vd_av *av = r->container.av;
  vd_status status = r->filter ? VD_OK : open_filter(r, message);
  if (status != VD_OK) return status;
  av->av_packet_unref(r->filtered);
  int result = av->av_bsf_receive_packet(r->filter, r->filtered);
  if (result == AVERROR_EOF) r->is_ended = 1;
  // A filter gives no packet for one that is damaged.
  if (result < 0) return r->is_ended ? VD_OK : advance(r, demand, message);
  double unit = seconds(r->track->time_base);
  const AVPacket *packet = r->filtered;
  *out = (vd_packet){
      .bytes = packet->data, .count = packet->size > 0 ? (size_t)packet->size : 0, .is_key = (packet->flags & AV_PKT_FLAG_KEY) != 0,
      .time = packet->pts == AV_NOPTS_VALUE ? NAN : (double)packet->pts * unit,
      .duration = packet->duration > 0 ? (double)packet->duration * unit : r->usual_duration};
  return VD_OK;
}

// Decodes the next picture, or returns VD_OK without one after sound was passed to its decoder.
static vd_status next_picture(vd_reader *r, const vd_demand *demand, vd_frame **out, char *message) {
  int result = r->container.av->avcodec_receive_frame(r->decoder, r->spare);
  if (result >= 0) {
    if (r->spare->width > 0 && r->spare->height > 0 && r->spare->width <= VD_MAX_SIDE && r->spare->height <= VD_MAX_SIDE)
      return take(r, out, message);
  } else if (result == AVERROR(ENOMEM)) {
    return vd_fail(message, VD_NO_MEMORY, "no memory for a frame");
  } else if (result == AVERROR_EOF) {
    r->is_ended = 1;
  } else if (result == AVERROR(EAGAIN) || !r->is_draining) {
    // After an error of the decoder, the next packet may be decodable.
    vd_status status = advance(r, demand, message);
    if (status == VD_END) r->is_ended = 1;
    else if (status != VD_OK) return status;
    if (r->fruitless > most_fruitless) {
      r->is_ended = 1;
      return vd_fail(message, VD_CORRUPT, "%d packets in sequence have no frame", most_fruitless);
    }
  } else if (++r->fruitless > most_fruitless) {
    r->is_ended = 1;
  }
  return VD_OK;
}

vd_status vd_reader_next(vd_reader *r, vd_frame **out, char *message) {
  static const vd_demand demand = {.picture = 1};
  *out = NULL;
  message[0] = 0;
  if (!r->track) return vd_fail(message, VD_NOT_VIDEO, "it has no pictures");
  vd_container_refill(&r->container);
  while (!r->is_ended) {
    vd_status status = next_picture(r, &demand, out, message);
    if (status != VD_OK || *out) return status;
  }
  return VD_END;
}

vd_status vd_reader_next_part(vd_reader *r, const vd_demand *demand, vd_part *out, char *message) {
  *out = (vd_part){0};
  message[0] = 0;
  if (!r->container.is_live) vd_container_refill(&r->container);
  while (!r->is_ended) {
    vd_status status = vd_side_track_receive(&r->side, r->container.av, out, message);
    if (status != VD_OK || out->samples) return status;
    if (!r->track) {
      // Sound only. All that was decoded is taken.
      if (r->is_at_end) r->is_ended = 1;
      else status = feed(r, demand, message);
      if (status != VD_OK) return status;
    } else if (demand->picture == 2) {
      status = next_packet(r, demand, &out->packet, message);
      if (status != VD_OK || out->packet.bytes) return status;
    } else if (demand->picture) {
      status = next_picture(r, demand, &out->frame, message);
      if (status != VD_OK || out->frame) return status;
    } else if (r->is_at_end || vd_side_track_is_full(&r->side)) {
      return VD_OK;
    } else {
      status = feed(r, demand, message);
      if (status != VD_OK) return status;
    }
  }
  return VD_END;
}

vd_status vd_reader_seek(vd_reader *r, double time, char *message) {
  message[0] = 0;
  const vd_av *av = r->container.av;
  if (r->container.is_live) return vd_fail(message, VD_UNSUPPORTED, "a live stream cannot seek");
  double unit = seconds(r->track->time_base);
  if (unit <= 0 || !isfinite(time)) return vd_fail(message, VD_CORRUPT, "its time base is invalid");
  double target = floor(time / unit + 1e-6);
  int64_t stamp = target < -9e18 ? INT64_MIN + 1 : target > 9e18 ? INT64_MAX - 1 : (int64_t)target;
  vd_container_refill(&r->container);
  r->container.is_exhausted = 0;
  int error = av->av_seek_frame(r->container.format, r->track->index, stamp, AVSEEK_FLAG_BACKWARD);
  // A container without an index, or a time before the first frame: from the start of the file.
  if (error < 0) error = av->av_seek_frame(r->container.format, r->track->index, INT64_MIN + 1, AVSEEK_FLAG_BACKWARD);
  if (error < 0) error = av->avformat_seek_file(r->container.format, -1, INT64_MIN, 0, INT64_MAX, 0);
  if (error < 0) error = av->av_seek_frame(r->container.format, -1, 0, AVSEEK_FLAG_BYTE);
  if (r->container.is_cancelled) {
    r->container.is_cancelled = 0;
    return vd_fail(message, VD_CANCELLED, "cancelled");
  }
  if (error < 0) return vd_fail(message, VD_CORRUPT, "its index cannot be searched");
  av->avcodec_flush_buffers(r->decoder);
  if (r->filter) av->av_bsf_flush(r->filter);
  r->is_at_end = r->is_draining = r->is_ended = r->fruitless = 0;
  r->last_time = NAN;
  return VD_OK;
}

void vd_reader_close(vd_reader *r) {
  if (!r) return;
  const vd_av *av = r->container.av;
  if (r->packet) av->av_packet_free(&r->packet);
  if (r->spare) av->av_frame_free(&r->spare);
  if (r->filter) av->av_bsf_free(&r->filter);
  if (r->filtered) av->av_packet_free(&r->filtered);
  if (r->decoder) av->avcodec_free_context(&r->decoder);
  vd_side_track_close(&r->side, av);
  vd_container_close(&r->container);
  free(r);
}
