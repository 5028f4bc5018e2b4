// Still pictures and sequences behind one interface.
#include "avif_codec.h"
#include "convert.h"
#include "failure.h"
#include "file.h"
#include "layer.h"
#include <stdlib.h>
#include <string.h>

struct av_decoder {
  av_file file; // its spans borrow the bytes and are not used after a call
  size_t length;
  av_info info;
  av_layer color, alpha; // for a sequence: stream and planes
  bool has_alpha;
  av_matrix matrix;
  int32_t *scratch; // buffer for av_convert_row
  int32_t next;     // next frame of a sequence; -1 if only a frame with is_sync may follow
};

static av_info info_of(const av_file *f, const uint8_t *bytes) {
  const av_properties *p = av_file_color(f);
  av_info info = {
      .width = f->width, .height = f->height, .orientation = av_orientation(p), .is_opaque = !av_file_has_alpha(f), .depth = (int32_t)p->depth,
      .frame_count = f->is_sequence ? (int32_t)f->color_track.count : 1, .loop_count = f->is_sequence ? (int32_t)f->color_track.loop_count : 1,
      .primaries = (int32_t)p->primaries, .transfer = (int32_t)p->transfer};
  if (p->profile.length > 0) {
    info.profile = (size_t)(p->profile.bytes - bytes);
    info.profile_length = p->profile.length;
  }
  return info;
}

av_status av_probe(const uint8_t *bytes, size_t length, av_info *info, char *message) {
  message[0] = 0;
  memset(info, 0, sizeof *info);
  av_file *file = malloc(sizeof *file);
  if (!file) return av_fail(message, AV_NO_MEMORY, "AVIF: no memory");
  av_status status = av_file_read((av_span){bytes, length}, file, message);
  if (status == AV_OK) *info = info_of(file, bytes);
  av_file_clear(file);
  free(file);
  return status;
}

static uint64_t cost_of(const av_file *f) {
  // The reference frames of a sequence, up to 8, count as three further frames.
  uint64_t color = av_layer_cost(av_file_color(f), f->color.is_grid), alpha = 0;
  if (av_file_has_alpha(f)) alpha = av_layer_cost(f->is_sequence ? &f->alpha_track.properties : &f->alpha.properties, f->alpha.is_grid);
  if (color == UINT64_MAX || alpha == UINT64_MAX) return UINT64_MAX;
  return (color + alpha) * (f->is_sequence ? 4 : 1) + f->color_track.count * sizeof(av_sample) + f->alpha_track.count * sizeof(av_sample);
}

av_status av_decoder_create(const uint8_t *bytes, size_t length, size_t byte_limit, av_decoder **out, av_info *info, char *message) {
  message[0] = 0;
  *out = NULL;
  memset(info, 0, sizeof *info);
  av_decoder *d = calloc(1, sizeof *d);
  if (!d) return av_fail(message, AV_NO_MEMORY, "AVIF: no memory");
  av_status status = av_file_read((av_span){bytes, length}, &d->file, message);
  if (status == AV_OK) {
    const av_properties *p = av_file_color(&d->file);
    uint64_t cost = cost_of(&d->file);
    if (p->width > AV_MAX_SIDE || p->height > AV_MAX_SIDE)
      status = av_fail(message, AV_TOO_LARGE, "its header gives %u x %u pixels; the maximum is %d per side", p->width, p->height, AV_MAX_SIDE);
    else if (cost > byte_limit)
      status = av_fail(
          message, AV_TOO_LARGE, "AVIF: decoding needs %llu bytes of memory; the limit is %zu", (unsigned long long)cost, byte_limit);
  }
  if (status == AV_OK) {
    d->scratch = malloc(((size_t)d->file.stored_width + 2) * 3 * sizeof *d->scratch);
    if (!d->scratch) status = av_fail(message, AV_NO_MEMORY, "AVIF: no memory for a row");
  }
  if (status != AV_OK) {
    av_decoder_destroy(d);
    return status;
  }
  d->length = length;
  d->has_alpha = av_file_has_alpha(&d->file);
  *info = d->info = info_of(&d->file, bytes);
  *out = d;
  return AV_OK;
}

void av_decoder_destroy(av_decoder *d) {
  if (!d) return;
  av_layer_clear(&d->color);
  av_layer_clear(&d->alpha);
  av_file_clear(&d->file);
  free(d->scratch);
  free(d);
}

av_frame av_decoder_frame(const av_decoder *d, int32_t index) {
  if (!d->file.is_sequence || index < 0 || index >= d->info.frame_count) return (av_frame){.is_sync = 1};
  const av_sample *color = &d->file.color_track.samples[index];
  bool is_sync = color->is_sync && (!d->has_alpha || d->file.alpha_track.samples[index].is_sync);
  return (av_frame){color->seconds, is_sync};
}

static av_status decode_still(av_decoder *d, av_span file, av_cancelled cancelled, void *context, char *message) {
  av_file *f = &d->file;
  av_file again; // its spans refer to the bytes of this call
  av_status status = av_file_read(file, &again, message);
  av_file_clear(&again);
  if (status != AV_OK) return status;
  av_layer_clear(&d->color);
  av_layer_clear(&d->alpha);
  status = av_layer_decode(&again.items, &f->color, &d->color, cancelled, context, message);
  if (status == AV_OK && d->has_alpha) status = av_layer_decode(&again.items, &f->alpha, &d->alpha, cancelled, context, message);
  return status;
}

// Decodes frame `index` of one track.
static av_status decode_sample(av_span file, const av_track *track, av_layer *layer, int32_t index, bool is_sync, char *message) {
  const av_properties *p = &track->properties;
  const av_sample *sample = &track->samples[index];
  av_status status = AV_OK;
  if (!layer->stream) status = av_stream_create(p->width * p->height, &layer->stream, message);
  av_location where = {.count = 1, .extents = {{sample->offset, sample->length}}};
  if (status == AV_OK) status = av_stream_decode(layer->stream, file, &where, is_sync, &layer->planes, message);
  if (status == AV_OK && (layer->planes.width != (int32_t)p->width || layer->planes.height != (int32_t)p->height))
    status = av_fail(message, AV_CORRUPT, "AVIF: the size of frame %d differs from the header", index);
  if (status == AV_OK && p->has_nclx) {
    layer->planes.matrix = p->matrix;
    layer->planes.is_full_range = p->is_full_range;
  }
  return status;
}

static av_status decode_frame(av_decoder *d, av_span file, int32_t index, char *message) {
  if (index < 0 || index >= d->info.frame_count) return av_fail(message, AV_CORRUPT, "AVIF: frame %d does not exist", index);
  bool is_sync = av_decoder_frame(d, index).is_sync;
  if (!is_sync && index != d->next) return av_fail(message, AV_CORRUPT, "AVIF: frame %d needs the frames before it", index);
  d->next = -1;
  av_status status = decode_sample(file, &d->file.color_track, &d->color, index, is_sync, message);
  if (status == AV_OK && d->has_alpha) status = decode_sample(file, &d->file.alpha_track, &d->alpha, index, is_sync, message);
  if (status == AV_OK) d->next = index + 1;
  return status;
}

av_status av_decoder_decode(
    av_decoder *d, const uint8_t *bytes, size_t length, int32_t index, av_cancelled cancelled, void *context, char *message) {
  message[0] = 0;
  if (length != d->length) return av_fail(message, AV_CORRUPT, "AVIF: the file has changed");
  if (cancelled && cancelled(context)) return av_fail(message, AV_CANCELLED, "cancelled");
  av_span file = {bytes, length};
  av_status status = d->file.is_sequence ? decode_frame(d, file, index, message) : decode_still(d, file, cancelled, context, message);
  if (status == AV_OK && !av_make_matrix(&d->color.planes, &d->matrix))
    status = av_fail(message, AV_UNSUPPORTED, "AVIF: matrix coefficients %u of H.273, which are not decoded", d->color.planes.matrix);
  return status;
}

void av_decoder_row(av_decoder *d, int32_t y, int premultiplied, uint8_t *to) {
  const av_file *f = &d->file;
  av_convert_row(&d->color.planes, &d->matrix, f->top + y, f->left, f->width, d->scratch, to);
  if (!d->has_alpha) return;
  av_set_alpha(&d->alpha.planes, f->stored_width, f->stored_height, f->top + y, f->left, f->width, to);
  if (!f->is_premultiplied) {
    if (premultiplied) av_premultiply(to, f->width);
    return;
  }
  av_unpremultiply(to, f->width); // also clamps colours to alpha
  if (premultiplied) av_premultiply(to, f->width);
}
