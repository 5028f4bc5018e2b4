// Sound of a live stream, and packets of pictures that wait while the sound before them in the stream is read. One thread at a time.
#pragma once
#include "container.h"
#include "mixdown.h"

enum { vd_most_kept_packets = 512, vd_most_kept_bytes = 16 << 20 };

// Zero-initialized; free with vd_side_track_close.
typedef struct {
  AVStream *track; // NULL: no sound.
  AVCodecContext *decoder;
  AVFrame *frame;
  vd_mixdown mixdown;
  // Ring of kept packets, allocated with the first one.
  AVPacket *kept[vd_most_kept_packets];
  int first, count;
  int64_t bytes;
} vd_side_track;

// Finds and opens the sound that belongs to the picture, or the best one if `picture` is NULL. A track that cannot be decoded is left out.
void vd_side_track_open(vd_side_track *side, const vd_container *container, const AVStream *picture);

// Passes a packet of the sound to its decoder; NULL: no packets follow. Damaged ones are skipped.
void vd_side_track_feed(vd_side_track *side, const vd_av *av, const AVPacket *packet);

// Returns the decoded sound that is ready; `part->samples` is NULL if there is none.
vd_status vd_side_track_receive(vd_side_track *side, const vd_av *av, vd_part *part, char *message);

// Whether no further packet can be kept.
int vd_side_track_is_full(const vd_side_track *side);

// Moves a packet to the kept ones, of which there must be room. Returns false without memory.
int vd_side_track_keep(vd_side_track *side, const vd_av *av, AVPacket *packet);

// Moves the oldest kept packet to an empty one. Returns false if there is none.
int vd_side_track_restore(vd_side_track *side, const vd_av *av, AVPacket *packet);

void vd_side_track_close(vd_side_track *side, const vd_av *av);
