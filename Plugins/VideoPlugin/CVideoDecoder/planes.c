#include "planes.h"

#include <string.h>

int vd_planes_init(vd_planes *p, const AVFrame *s, const AVPixFmtDescriptor *format, int shrink, int is_smooth) {
  const uint64_t refused =
      AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_BITSTREAM | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_FLOAT | AV_PIX_FMT_FLAG_BE;
  if (!format || format->flags & refused || format->nb_components < 1 || s->width < 1 || s->height < 1) return 0;
  int depth = format->comp[0].depth;
  if (depth < 8 || depth > 16) return 0;
  for (int i = 0; i < format->nb_components; i++) {
    if (format->comp[i].depth != depth || !s->data[format->comp[i].plane]) return 0;
  }
  while (shrink > 1 && (shrink > s->width || shrink > s->height)) shrink /= 2;
  *p = (vd_planes){
      .frame = s, .format = format, .depth = depth > 12 ? 12 : depth, .drop = depth > 12 ? depth - 12 : 0, .shrink = shrink,
      .is_smooth = is_smooth && shrink == 1, .width = s->width / shrink, .height = s->height / shrink};
  return 1;
}

static int shift_x(const vd_planes *p, int component) {
  return (component == 1 || component == 2) && !(p->format->flags & AV_PIX_FMT_FLAG_RGB) ? p->format->log2_chroma_w : 0;
}
static int shift_y(const vd_planes *p, int component) {
  return (component == 1 || component == 2) && !(p->format->flags & AV_PIX_FMT_FLAG_RGB) ? p->format->log2_chroma_h : 0;
}

// Reads `count` samples of a stored row.
static void read_stored(const vd_planes *p, int component, int y, int count, uint16_t *row) {
  const AVComponentDescriptor *c = &p->format->comp[component];
  const uint8_t *from = p->frame->data[c->plane] + (ptrdiff_t)y * p->frame->linesize[c->plane] + c->offset;
  if (c->depth + c->shift <= 8) {
    if (c->step == 1)
      for (int x = 0; x < count; x++) row[x] = from[x];
    else
      for (int x = 0; x < count; x++) row[x] = from[(size_t)x * (size_t)c->step];
    if (c->shift)
      for (int x = 0; x < count; x++) row[x] = (uint16_t)(row[x] >> c->shift);
    return;
  }
  int down = c->shift + p->drop, mask = (1 << p->depth) - 1;
  for (int x = 0; x < count; x++) {
    const uint8_t *at = from + (size_t)x * (size_t)c->step;
    row[x] = (uint16_t)(((at[0] | at[1] << 8) >> down) & mask);
  }
}

// Whether chroma samples are at the same column, or row, as every second luma sample.
static int is_cosited_x(const vd_planes *p) {
  enum AVChromaLocation at = p->frame->chroma_location;
  return at != AVCHROMA_LOC_CENTER && at != AVCHROMA_LOC_TOP && at != AVCHROMA_LOC_BOTTOM;
}
static int is_cosited_y(const vd_planes *p) {
  return p->frame->chroma_location == AVCHROMA_LOC_TOPLEFT || p->frame->chroma_location == AVCHROMA_LOC_TOP;
}

static void smooth_row(const vd_planes *p, int component, int y, uint16_t *row, uint16_t *scratch) {
  int sx = shift_x(p, component), sy = shift_y(p, component);
  int count = -(-p->width >> sx), rows = -(-p->height >> sy), at = y >> sy;
  read_stored(p, component, at, count, row);
  int other = y & 1 ? at + 1 : is_cosited_y(p) ? at : at - 1;
  if (sy == 1 && other >= 0 && other < rows && other != at) {
    int weight = is_cosited_y(p) ? 2 : 3;
    read_stored(p, component, other, count, scratch);
    for (int x = 0; x < count; x++) row[x] = (uint16_t)((weight * row[x] + (4 - weight) * scratch[x] + 2) >> 2);
  }
  if (sx == 1) {
    // Spreading in place would overwrite neighbors.
    memcpy(scratch, row, (size_t)count * sizeof *row);
    // The first and the last column have one neighbor only.
    int last = count - 1, pairs = p->width / 2;
    if (is_cosited_x(p)) {
      for (int i = 0; i < pairs; i++) {
        row[2 * i] = scratch[i];
        row[2 * i + 1] = (uint16_t)((scratch[i] + scratch[i < last ? i + 1 : last] + 1) >> 1);
      }
    } else {
      for (int i = 0; i < pairs; i++) {
        row[2 * i] = (uint16_t)((3 * scratch[i] + scratch[i > 0 ? i - 1 : 0] + 2) >> 2);
        row[2 * i + 1] = (uint16_t)((3 * scratch[i] + scratch[i < last ? i + 1 : last] + 2) >> 2);
      }
    }
    if (p->width & 1) row[p->width - 1] = scratch[last];
  }
}

void vd_planes_row(const vd_planes *p, int component, int y, uint16_t *row, uint16_t *scratch) {
  int sx = shift_x(p, component), sy = shift_y(p, component);
  if (p->is_smooth && sx <= 1 && sy <= 1 && (sx || sy)) {
    smooth_row(p, component, y, row, scratch);
    return;
  }
  int across = p->shrink >> sx > 1 ? p->shrink >> sx : 1, down = p->shrink >> sy > 1 ? p->shrink >> sy : 1;
  if (across == 1 && down == 1) {
    // One stored sample for one or more pixels.
    int repeat = sx > 0 && p->shrink < 1 << sx ? sx - __builtin_ctz((unsigned)p->shrink) : 0;
    int count = -(-p->width >> repeat);
    read_stored(p, component, (int)(((int64_t)y * p->shrink) >> sy), count, row);
    if (repeat)
      for (int x = p->width - 1; x > 0; x--) row[x] = row[x >> repeat];
    return;
  }
  const AVComponentDescriptor *c = &p->format->comp[component];
  int is_wide = c->depth + c->shift > 8, shift = c->shift + p->drop, mask = (1 << p->depth) - 1, half = across * down / 2;
  int top = (int)(((int64_t)y * p->shrink) >> sy);
  for (int x = 0; x < p->width; x++) {
    int left = (int)(((int64_t)x * p->shrink) >> sx), sum = half;
    for (int j = 0; j < down; j++) {
      const uint8_t *at = p->frame->data[c->plane] + (ptrdiff_t)(top + j) * p->frame->linesize[c->plane] + c->offset +
                          (size_t)left * (size_t)c->step;
      for (int i = 0; i < across; i++, at += c->step) sum += is_wide ? ((at[0] | at[1] << 8) >> shift) & mask : at[0] >> c->shift;
    }
    row[x] = (uint16_t)(sum / (across * down));
  }
}
