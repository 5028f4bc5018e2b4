#include "side_track.h"

void vd_side_track_open(vd_side_track *s, const vd_container *c, const AVStream *picture) {
  const vd_av *av = c->av;
  int index = av->av_find_best_stream(c->format, AVMEDIA_TYPE_AUDIO, -1, picture ? picture->index : -1, NULL, 0);
  if (index < 0 || (unsigned)index >= c->format->nb_streams) return;
  char message[VD_MESSAGE_SIZE];
  vd_status status = VD_OK;
  vd_options options = {.threads = 1};
  s->decoder = vd_container_decoder(c, c->format->streams[index], &options, &status, message);
  s->frame = s->decoder ? av->av_frame_alloc() : NULL;
  if (s->frame) s->track = c->format->streams[index];
}

void vd_side_track_feed(vd_side_track *s, const vd_av *av, const AVPacket *packet) { av->avcodec_send_packet(s->decoder, packet); }

vd_status vd_side_track_receive(vd_side_track *s, const vd_av *av, vd_part *part, char *message) {
  while (s->track && av->avcodec_receive_frame(s->decoder, s->frame) >= 0) {
    if (!vd_mixdown_accepts(s->frame)) continue;
    part->rate = s->frame->sample_rate;
    return vd_mixdown_take(&s->mixdown, s->frame, s->track->time_base, &part->samples, &part->frames, &part->time, message);
  }
  return VD_OK;
}

int vd_side_track_is_full(const vd_side_track *s) { return s->count >= vd_most_kept_packets || s->bytes >= vd_most_kept_bytes; }

int vd_side_track_keep(vd_side_track *s, const vd_av *av, AVPacket *packet) {
  AVPacket **slot = &s->kept[(s->first + s->count) % vd_most_kept_packets];
  if (!*slot) *slot = av->av_packet_alloc();
  if (!*slot) return 0;
  s->bytes += packet->size;
  s->count++;
  av->av_packet_move_ref(*slot, packet);
  return 1;
}

int vd_side_track_restore(vd_side_track *s, const vd_av *av, AVPacket *packet) {
  if (s->count == 0) return 0;
  av->av_packet_move_ref(packet, s->kept[s->first]);
  s->first = (s->first + 1) % vd_most_kept_packets;
  s->count--;
  s->bytes -= packet->size;
  return 1;
}

void vd_side_track_close(vd_side_track *s, const vd_av *av) {
  for (int i = 0; i < vd_most_kept_packets; i++)
    if (s->kept[i]) av->av_packet_free(&s->kept[i]);
  if (s->frame) av->av_frame_free(&s->frame);
  if (s->decoder) av->avcodec_free_context(&s->decoder);
  vd_mixdown_free(&s->mixdown);
}
