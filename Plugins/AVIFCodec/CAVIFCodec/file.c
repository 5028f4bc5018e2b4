#include "file.h"

#include "failure.h"
#include <string.h>

int av_recognizes(const uint8_t *bytes, size_t length) {
  av_cursor c = av_cursor_of((av_span){bytes, length});
  av_box ftyp;
  if (length < 12 || !av_next_box(&c, &ftyp) || ftyp.kind != AV_KIND('f', 't', 'y', 'p')) return 0;
  av_cursor b = av_cursor_of(ftyp.content);
  for (int i = 0; b.left.length >= 4; i++) {
    uint32_t brand = (uint32_t)av_take(&b, 4);
    if (i != 1 && (brand == AV_KIND('a', 'v', 'i', 'f') || brand == AV_KIND('a', 'v', 'i', 's'))) return 1; // number 1 is a version
  }
  return 0;
}

void av_file_clear(av_file *f) {
  av_track_free(&f->color_track);
  av_track_free(&f->alpha_track);
}

const av_properties *av_file_color(const av_file *f) { return f->is_sequence ? &f->color_track.properties : &f->color.properties; }

bool av_file_has_alpha(const av_file *f) { return f->is_sequence ? f->alpha_track.count > 0 : f->alpha.item != 0; }

// ImageGrid (ISO/IEC 23008-12, 6.6.2.3).
static av_status read_grid(const av_items *items, av_layer_source *layer, char *message) {
  av_location where;
  av_status status = av_item_location(items, layer->item, &where, message);
  if (status != AV_OK) return status;
  av_cursor c = av_cursor_of((av_span){items->file.bytes + where.extents[0].offset, where.extents[0].length});
  av_skip(&c, 1);
  bool is_long = av_take(&c, 1) & 1;
  layer->rows = (uint32_t)av_take(&c, 1) + 1;
  layer->columns = (uint32_t)av_take(&c, 1) + 1;
  uint32_t width = (uint32_t)av_take(&c, is_long ? 4 : 2), height = (uint32_t)av_take(&c, is_long ? 4 : 2);
  uint32_t count = layer->rows * layer->columns;
  if (c.failed || width == 0 || height == 0) return av_fail(message, AV_CORRUPT, "AVIF: a grid that is damaged");
  if (count > AV_MAX_CELLS) return av_fail(message, AV_UNSUPPORTED, "AVIF: a grid of %u cells; the maximum is %d", count, AV_MAX_CELLS);
  if (av_items_referred(items, AV_KIND('d', 'i', 'm', 'g'), layer->item, layer->cells, AV_MAX_CELLS) != count)
    return av_fail(message, AV_CORRUPT, "AVIF: a grid of %u x %u cells that are not all there", layer->columns, layer->rows);
  av_properties cell;
  status = av_item_properties(items, layer->cells[0], &cell, message);
  if (status != AV_OK) return status;
  if (av_item_kind(items, layer->cells[0]) != AV_KIND('a', 'v', '0', '1')) return av_fail(message, AV_UNSUPPORTED, "AVIF: a grid whose cells are no AV1");
  // The grid gives its size; its cells give the sample format.
  layer->properties.width = width, layer->properties.height = height;
  layer->properties.depth = cell.depth, layer->properties.is_gray = cell.is_gray;
  layer->properties.half_x = cell.half_x, layer->properties.half_y = cell.half_y;
  if (!layer->properties.has_nclx && cell.has_nclx) {
    layer->properties.has_nclx = true;
    layer->properties.primaries = cell.primaries, layer->properties.transfer = cell.transfer;
    layer->properties.matrix = cell.matrix, layer->properties.is_full_range = cell.is_full_range;
  }
  if (!layer->properties.profile.length) layer->properties.profile = cell.profile;
  layer->is_grid = true;
  return AV_OK;
}

static av_status read_layer(const av_items *items, uint32_t item, av_layer_source *layer, char *message) {
  layer->item = item;
  av_status status = av_item_properties(items, item, &layer->properties, message);
  if (status != AV_OK) return status;
  uint32_t kind = av_item_kind(items, item);
  if (kind == AV_KIND('g', 'r', 'i', 'd')) return read_grid(items, layer, message);
  if (kind != AV_KIND('a', 'v', '0', '1'))
    return av_fail(message, AV_UNSUPPORTED, "AVIF: the picture is an item of the kind %08x, not AV1", kind);
  if (!layer->properties.has_size || layer->properties.width == 0 || layer->properties.height == 0)
    return av_fail(message, AV_CORRUPT, "AVIF: the size of the picture is missing");
  return AV_OK;
}

// Applies `clap`; an invalid one is ignored. Width, height and the offset of the centre are fractions.
static void apply_crop(av_file *f) {
  const av_properties *p = av_file_color(f);
  f->stored_width = f->width = (int32_t)p->width;
  f->stored_height = f->height = (int32_t)p->height;
  const int64_t *c = p->crop;
  if (!p->has_crop || c[1] <= 0 || c[3] <= 0 || c[5] <= 0 || c[7] <= 0 || c[0] % c[1] || c[2] % c[3]) return;
  int64_t width = c[0] / c[1], height = c[2] / c[3];
  double left = (double)c[4] / (double)c[5] + ((double)p->width - (double)width) / 2;
  double top = (double)c[6] / (double)c[7] + ((double)p->height - (double)height) / 2;
  if (width < 1 || height < 1 || left < 0 || top < 0 || left + (double)width > p->width || top + (double)height > p->height) return;
  f->left = (int32_t)left, f->top = (int32_t)top;
  f->width = (int32_t)width, f->height = (int32_t)height;
}

static av_status finish(av_file *f, char *message) {
  const av_properties *p = av_file_color(f);
  if (p->width > INT32_MAX || p->height > INT32_MAX) return av_fail(message, AV_CORRUPT, "AVIF: invalid size of %u x %u pixels", p->width, p->height);
  apply_crop(f);
  return AV_OK;
}

static bool has_brand(av_span ftyp, uint32_t brand, bool is_major) {
  av_cursor c = av_cursor_of(ftyp);
  for (int i = 0; c.left.length >= 4; i++) {
    uint32_t found = (uint32_t)av_take(&c, 4);
    if (found == brand && (i == 0 || (i > 1 && !is_major))) return true;
  }
  return false;
}

av_status av_file_read(av_span bytes, av_file *f, char *message) {
  memset(f, 0, sizeof *f);
  if (!av_recognizes(bytes.bytes, bytes.length)) return av_fail(message, AV_NOT_AVIF, "no AVIF");
  av_cursor c = av_cursor_of(bytes);
  av_box box, ftyp = {0}, meta = {0}, moov = {0};
  bool is_cut = false;
  while (av_next_box(&c, &box)) {
    is_cut |= box.is_cut;
    if (box.kind == AV_KIND('f', 't', 'y', 'p')) ftyp = box;
    else if (box.kind == AV_KIND('m', 'e', 't', 'a') && !meta.kind) meta = box;
    else if (box.kind == AV_KIND('m', 'o', 'o', 'v') && !moov.kind) moov = box;
  }
  if (meta.is_cut || moov.is_cut) return av_fail(message, AV_TRUNCATED, "AVIF: the data ends in the header");
  bool wants_tracks = has_brand(ftyp.content, AV_KIND('a', 'v', 'i', 's'), meta.kind != 0);
  if (wants_tracks && !moov.kind && (is_cut || c.failed)) return av_fail(message, AV_TRUNCATED, "AVIF: the data ends before the tracks");
  if (wants_tracks && moov.kind) {
    f->is_sequence = true;
    av_status status = av_read_tracks(bytes, moov.content, &f->color_track, &f->alpha_track, message);
    if (status != AV_OK) return status == AV_NOT_AVIF ? AV_CORRUPT : status;
    return finish(f, message);
  }
  if (!meta.kind)
    return av_fail(message, is_cut || c.failed || c.left.length == 0 ? AV_TRUNCATED : AV_CORRUPT, "AVIF: the data ends before the header of the picture");
  av_status status = av_read_meta(bytes, meta.content, &f->items, message);
  if (status == AV_OK) status = read_layer(&f->items, f->items.primary, &f->color, message);
  if (status != AV_OK) return status;
  uint32_t alpha = av_alpha_item(&f->items, f->items.primary);
  if (alpha != 0) {
    status = read_layer(&f->items, alpha, &f->alpha, message);
    if (status != AV_OK) return status;
    uint32_t other;
    if (av_items_referred(&f->items, AV_KIND('p', 'r', 'e', 'm'), f->items.primary, &other, 1) > 0 && other == alpha) f->is_premultiplied = true;
  }
  return finish(f, message);
}
