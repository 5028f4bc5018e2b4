#include "layer.h"

#include "failure.h"
#include <stdlib.h>
#include <string.h>

void av_layer_clear(av_layer *layer) {
  av_stream_destroy(layer->stream);
  free(layer->memory);
  *layer = (av_layer){0};
}

uint64_t av_layer_cost(const av_properties *p, bool is_grid) {
  if (p->width > AV_MAX_SIDE || p->height > AV_MAX_SIDE) return UINT64_MAX;
  uint64_t luma = (uint64_t)((p->width + 127) & ~127u) * ((p->height + 127) & ~127u) * (p->depth > 8 ? 2 : 1);
  uint64_t chroma = p->is_gray ? 0 : luma * 2 / (p->half_x ? 2 : 1) / (p->half_y ? 2 : 1);
  // A grid needs its planes and one cell; libdav1d needs about a quarter of a picture and some constant tables.
  return (luma + chroma) * (is_grid ? 2 : 1) + (luma + chroma) / 4 + ((uint64_t)1 << 20);
}

// Allocates the planes of a grid, with the sample format of `cell`.
static av_status make_planes(av_layer *layer, const av_layer_source *source, const av_planes *cell, char *message) {
  av_planes *p = &layer->planes;
  *p = *cell;
  p->width = (int32_t)source->properties.width, p->height = (int32_t)source->properties.height; // up to AV_MAX_SIDE, so there is no overflow
  size_t sample = p->depth > 8 ? 2 : 1, luma = (size_t)p->width * sample, chroma = p->is_gray ? 0 : (size_t)av_chroma_width(p) * sample;
  size_t luma_size = luma * (size_t)p->height, chroma_size = chroma * (size_t)av_chroma_height(p);
  layer->memory = calloc(1, luma_size + 2 * chroma_size);
  if (!layer->memory) return av_fail(message, AV_NO_MEMORY, "AVIF: no memory for %d x %d pixels", p->width, p->height);
  p->data[0] = layer->memory;
  p->data[1] = p->is_gray ? NULL : layer->memory + luma_size;
  p->data[2] = p->is_gray ? NULL : layer->memory + luma_size + chroma_size;
  p->strides[0] = (ptrdiff_t)luma;
  p->strides[1] = p->strides[2] = (ptrdiff_t)chroma;
  return AV_OK;
}

// Copies one plane of a cell to column `x` and row `y` of that plane, clipped.
static void copy_plane(const av_planes *from, const av_planes *to, uint8_t *memory, int plane, int32_t x, int32_t y) {
  int32_t width = plane ? av_chroma_width(to) : to->width, height = plane ? av_chroma_height(to) : to->height;
  int32_t columns = plane ? av_chroma_width(from) : from->width, rows = plane ? av_chroma_height(from) : from->height;
  if (x >= width || y >= height) return;
  if (columns > width - x) columns = width - x;
  if (rows > height - y) rows = height - y;
  size_t sample = to->depth > 8 ? 2 : 1;
  for (int32_t i = 0; i < rows; i++) {
    uint8_t *target = memory + (to->data[plane] - memory) + (ptrdiff_t)(y + i) * to->strides[plane] + (ptrdiff_t)((size_t)x * sample);
    memcpy(target, from->data[plane] + (ptrdiff_t)i * from->strides[plane], (size_t)columns * sample);
  }
}

static bool is_alike(const av_planes *a, const av_planes *b) {
  return a->depth == b->depth && a->is_gray == b->is_gray && a->half_x == b->half_x && a->half_y == b->half_y;
}

static av_status decode_grid(
    const av_items *items, const av_layer_source *source, av_layer *layer, av_cancelled cancelled, void *context, char *message) {
  int32_t width = 0, height = 0;
  for (uint32_t i = 0; i < source->rows * source->columns; i++) {
    if (cancelled && cancelled(context)) return av_fail(message, AV_CANCELLED, "cancelled");
    av_location where;
    av_planes cell;
    av_status status = av_item_location(items, source->cells[i], &where, message);
    if (status == AV_OK) status = av_stream_decode(layer->stream, items->file, &where, true, &cell, message);
    if (status == AV_OK && i == 0) {
      width = cell.width, height = cell.height;
      if ((int64_t)width * source->columns < source->properties.width || (int64_t)height * source->rows < source->properties.height)
        return av_fail(message, AV_CORRUPT, "AVIF: the cells of the grid do not cover it");
      if (source->columns > 1 && cell.half_x && width % 2) return av_fail(message, AV_CORRUPT, "AVIF: cells of odd width with half chroma");
      if (source->rows > 1 && cell.half_y && height % 2) return av_fail(message, AV_CORRUPT, "AVIF: cells of odd height with half chroma");
      status = make_planes(layer, source, &cell, message);
    }
    if (status != AV_OK) return status;
    if (cell.width != width || cell.height != height || !is_alike(&cell, &layer->planes))
      return av_fail(message, AV_CORRUPT, "AVIF: cell %u of the grid is unlike the first", i);
    int64_t x = (int64_t)(i % source->columns) * width, y = (int64_t)(i / source->columns) * height;
    if (x >= layer->planes.width || y >= layer->planes.height) continue;
    for (int plane = 0; plane < (cell.is_gray ? 1 : 3); plane++)
      copy_plane(
          &cell, &layer->planes, layer->memory, plane, (int32_t)(plane && cell.half_x ? x / 2 : x),
          (int32_t)(plane && cell.half_y ? y / 2 : y));
  }
  return AV_OK;
}

av_status av_layer_decode(
    const av_items *items, const av_layer_source *source, av_layer *layer, av_cancelled cancelled, void *context, char *message) {
  *layer = (av_layer){0};
  const av_properties *p = &source->properties;
  // Cells of a grid may extend beyond it; sides are at most AV_MAX_SIDE.
  av_status status = av_stream_create(p->width * p->height, &layer->stream, message);
  if (status != AV_OK) return status;
  if (source->is_grid) {
    status = decode_grid(items, source, layer, cancelled, context, message);
  } else {
    av_location where;
    status = av_item_location(items, source->item, &where, message);
    if (status == AV_OK) status = av_stream_decode(layer->stream, items->file, &where, true, &layer->planes, message);
    if (status == AV_OK && (layer->planes.width != (int32_t)p->width || layer->planes.height != (int32_t)p->height))
      status = av_fail(
          message, AV_CORRUPT, "AVIF: a picture of %d x %d pixels, but the header has %u x %u", layer->planes.width, layer->planes.height,
          p->width, p->height);
  }
  if (status == AV_OK && p->has_nclx) { // the file's values take precedence over the stream's
    layer->planes.primaries = p->primaries, layer->planes.transfer = p->transfer;
    layer->planes.matrix = p->matrix, layer->planes.is_full_range = p->is_full_range;
  }
  return status;
}
