#include "track.h"

#include "failure.h"
#include <stdlib.h>

void av_track_free(av_track *t) {
  free(t->samples);
  t->samples = NULL;
  t->count = 0;
}

// Boxes of a sample table.
typedef struct {
  av_span stsd, stts, stsc, stsz, offsets, stss;
  bool has_stsz, has_stss, is_long; // is_long: 8-byte offsets
  uint64_t scale;                   // media ticks a second
} table;

static table read_table(av_span stbl) {
  table t = {0};
  av_cursor c = av_cursor_of(stbl);
  av_box b;
  while (av_next_box(&c, &b)) {
    switch (b.kind) {
    case AV_KIND('s', 't', 's', 'd'): t.stsd = b.content; break;
    case AV_KIND('s', 't', 't', 's'): t.stts = b.content; break;
    case AV_KIND('s', 't', 's', 'c'): t.stsc = b.content; break;
    case AV_KIND('s', 't', 's', 'z'): t.stsz = b.content, t.has_stsz = true; break;
    case AV_KIND('s', 't', 's', 's'): t.stss = b.content, t.has_stss = true; break;
    case AV_KIND('s', 't', 'c', 'o'): t.offsets = b.content; break;
    case AV_KIND('c', 'o', '6', '4'): t.offsets = b.content, t.is_long = true; break;
    default: break;
    }
  }
  return t;
}

// Reads the first sample entry: av01 with its properties.
static av_status read_entry(av_track *t, av_span stsd, char *message) {
  t->properties = av_no_properties();
  av_cursor c = av_cursor_of(stsd);
  av_skip(&c, 8);
  av_box entry;
  if (!av_next_box(&c, &entry)) return av_fail(message, AV_CORRUPT, "AVIF: a track without a sample entry");
  if (entry.kind != AV_KIND('a', 'v', '0', '1')) return av_fail(message, AV_UNSUPPORTED, "AVIF: a track that is not AV1");
  av_cursor e = av_cursor_of(entry.content);
  av_skip(&e, 24);
  uint32_t width = (uint32_t)av_take(&e, 2), height = (uint32_t)av_take(&e, 2);
  av_skip(&e, 50);
  av_box b;
  while (av_next_box(&e, &b))
    if (!av_read_property(&t->properties, &b)) return av_fail(message, AV_CORRUPT, "AVIF: a property of a track is too short");
  if (e.failed || width == 0 || height == 0) return av_fail(message, AV_CORRUPT, "AVIF: a sample entry that is damaged");
  t->properties.width = width, t->properties.height = height;
  t->properties.has_size = true;
  return AV_OK;
}

// Reads the sizes of the samples; allocates the samples.
static av_status read_sizes(av_track *t, const table *in, char *message) {
  av_cursor c = av_cursor_of(in->stsz);
  av_take_version(&c);
  uint32_t size = (uint32_t)av_take(&c, 4), count = (uint32_t)av_take(&c, 4);
  if (!in->has_stsz || c.failed || count == 0) return av_fail(message, AV_CORRUPT, "AVIF: a track without frames");
  if (count > AV_MAX_FRAMES) return av_fail(message, AV_TOO_LARGE, "AVIF: %u frames; the maximum is %d", count, AV_MAX_FRAMES);
  if (size == 0 && c.left.length / 4 < count) return av_fail(message, AV_CORRUPT, "AVIF: the sizes of %u frames are missing", count);
  t->samples = calloc(count, sizeof *t->samples);
  if (!t->samples) return av_fail(message, AV_NO_MEMORY, "AVIF: no memory for %u frames", count);
  t->count = count;
  for (uint32_t i = 0; i < count; i++) t->samples[i].length = size ? size : (size_t)av_take(&c, 4);
  return AV_OK;
}

// Reads the offsets of the samples, chunk by chunk.
static av_status read_offsets(av_track *t, const table *in, size_t file_length, char *message) {
  av_cursor chunks = av_cursor_of(in->offsets), runs = av_cursor_of(in->stsc);
  av_take_version(&chunks);
  av_take_version(&runs);
  uint32_t chunk_count = (uint32_t)av_take(&chunks, 4), run_count = (uint32_t)av_take(&runs, 4), sample = 0, per_chunk = 0, next_run = 1;
  for (uint32_t chunk = 1; chunk <= chunk_count && sample < t->count; chunk++) {
    while (next_run == chunk && run_count > 0) {
      // This run begins here: read its number of samples and the start of the next run.
      if (next_run == 1 && per_chunk == 0) av_skip(&runs, 4);
      per_chunk = (uint32_t)av_take(&runs, 4);
      av_skip(&runs, 4);
      next_run = --run_count > 0 ? (uint32_t)av_take(&runs, 4) : 0;
    }
    uint64_t offset = av_take(&chunks, in->is_long ? 8 : 4);
    if (chunks.failed || runs.failed) break;
    for (uint32_t i = 0; i < per_chunk && sample < t->count; i++) {
      av_sample *s = &t->samples[sample++];
      if (offset > file_length || s->length > file_length - offset)
        return av_fail(message, AV_TRUNCATED, "AVIF: the data ends before frame %u", sample - 1);
      s->offset = (size_t)offset;
      offset += s->length;
    }
  }
  return sample == t->count ? AV_OK : av_fail(message, AV_CORRUPT, "AVIF: the position of frame %u is missing", sample);
}

static av_status read_times(av_track *t, const table *in, char *message) {
  av_cursor c = av_cursor_of(in->stts);
  av_take_version(&c);
  uint32_t runs = (uint32_t)av_take(&c, 4), sample = 0;
  for (uint32_t i = 0; i < runs && sample < t->count; i++) {
    uint32_t count = (uint32_t)av_take(&c, 4), ticks = (uint32_t)av_take(&c, 4);
    if (c.failed) break;
    for (uint32_t n = 0; n < count && sample < t->count; n++) t->samples[sample++].seconds = (double)ticks / (double)in->scale;
  }
  if (sample < t->count) return av_fail(message, AV_CORRUPT, "AVIF: the duration of frame %u is missing", sample);
  av_cursor s = av_cursor_of(in->stss);
  av_take_version(&s);
  uint32_t count = (uint32_t)av_take(&s, 4);
  for (uint32_t i = 0; i < t->count && !in->has_stss; i++) t->samples[i].is_sync = true;
  for (uint32_t i = 0; i < count && !s.failed; i++) {
    uint32_t number = (uint32_t)av_take(&s, 4);
    if (number >= 1 && number <= t->count) t->samples[number - 1].is_sync = true;
  }
  t->samples[0].is_sync = true;
  return AV_OK;
}

// Returns the number of loops: a repeating edit list lasts for the track's duration (ISO/IEC 23008-12, 9.6.1).
static uint32_t read_loops(av_span trak, uint64_t duration, bool is_endless) {
  av_box b;
  if (!av_find_box(trak, AV_KIND('e', 'd', 't', 's'), &b) || !av_find_box(b.content, AV_KIND('e', 'l', 's', 't'), &b)) return 0;
  av_cursor c = av_cursor_of(b.content);
  uint32_t full = av_take_version(&c), count = (uint32_t)av_take(&c, 4);
  uint64_t segment = av_take(&c, full >> 24 ? 8 : 4);
  if (c.failed || count != 1) return 1;
  if (!(full & 1)) return 1;
  if (is_endless || segment == 0) return 0;
  uint64_t loops = duration / segment + (duration % segment != 0);
  return loops < 1 ? 1 : loops > INT32_MAX ? 0 : (uint32_t)loops;
}

// Reads a track. AV_NOT_AVIF if it is of another kind (sound).
static av_status read_track(av_span file, av_span trak, av_track *t, char *message) {
  av_box tkhd, mdia, mdhd, hdlr, b;
  if (!av_find_box(trak, AV_KIND('t', 'k', 'h', 'd'), &tkhd) || !av_find_box(trak, AV_KIND('m', 'd', 'i', 'a'), &mdia) ||
      !av_find_box(mdia.content, AV_KIND('m', 'd', 'h', 'd'), &mdhd) || !av_find_box(mdia.content, AV_KIND('h', 'd', 'l', 'r'), &hdlr))
    return av_fail(message, AV_CORRUPT, "AVIF: a track without its headers");
  av_cursor h = av_cursor_of(hdlr.content);
  av_skip(&h, 8);
  uint32_t kind = (uint32_t)av_take(&h, 4);
  if (kind != AV_KIND('p', 'i', 'c', 't') && kind != AV_KIND('a', 'u', 'x', 'v') && kind != AV_KIND('v', 'i', 'd', 'e')) return AV_NOT_AVIF;

  av_cursor c = av_cursor_of(tkhd.content);
  bool is_long = av_take_version(&c) >> 24 == 1;
  av_skip(&c, is_long ? 16 : 8);
  t->id = (uint32_t)av_take(&c, 4);
  av_skip(&c, 4);
  uint64_t duration = av_take(&c, is_long ? 8 : 4);
  t->loop_count = read_loops(trak, duration, duration == (is_long ? UINT64_MAX : UINT32_MAX));

  av_cursor m = av_cursor_of(mdhd.content);
  av_skip(&m, av_take_version(&m) >> 24 == 1 ? 16 : 8);
  uint64_t scale = av_take(&m, 4);
  if (c.failed || m.failed || scale == 0) return av_fail(message, AV_CORRUPT, "AVIF: the headers of a track are too short");

  if (av_find_box(trak, AV_KIND('t', 'r', 'e', 'f'), &b) && av_find_box(b.content, AV_KIND('a', 'u', 'x', 'l'), &b)) {
    av_cursor r = av_cursor_of(b.content);
    t->auxiliary_for = (uint32_t)av_take(&r, 4);
  }
  if (!av_find_box(mdia.content, AV_KIND('m', 'i', 'n', 'f'), &b) || !av_find_box(b.content, AV_KIND('s', 't', 'b', 'l'), &b))
    return av_fail(message, AV_CORRUPT, "AVIF: a track without a sample table");
  table in = read_table(b.content);
  in.scale = scale;
  av_status status = read_entry(t, in.stsd, message);
  if (status == AV_OK) status = read_sizes(t, &in, message);
  if (status == AV_OK) status = read_offsets(t, &in, file.length, message);
  if (status == AV_OK) status = read_times(t, &in, message);
  return status;
}

av_status av_read_tracks(av_span file, av_span moov, av_track *color, av_track *alpha, char *message) {
  *color = *alpha = (av_track){0};
  av_cursor c = av_cursor_of(moov);
  av_box b;
  while (av_next_box(&c, &b)) {
    if (b.kind != AV_KIND('t', 'r', 'a', 'k')) continue;
    av_track t = {0};
    av_status status = read_track(file, b.content, &t, message);
    av_track *place = t.auxiliary_for == 0 ? color : alpha;
    if (status == AV_OK && place->count == 0) {
      *place = t;
      continue;
    }
    av_track_free(&t);
    if (status != AV_OK && status != AV_NOT_AVIF) return status;
  }
  if (color->count == 0) return av_fail(message, AV_NOT_AVIF, "AVIF: no track of pictures");
  if (alpha->count > 0 && alpha->auxiliary_for != color->id) av_track_free(alpha);
  if (alpha->count > 0 && alpha->count < color->count) return av_fail(message, AV_CORRUPT, "AVIF: alpha for %u of %u frames", alpha->count, color->count);
  return AV_OK;
}
