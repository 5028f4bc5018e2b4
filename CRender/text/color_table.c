#include "color_table.h"

typedef cr_color_table table;

static bool within(const table *t, uint64_t at, uint32_t count) { return at && at + count <= t->length; }
static uint16_t u16(const table *t, uint32_t at) { return (uint16_t)(t->bytes[at] << 8 | t->bytes[at + 1]); }
static uint32_t u24(const table *t, uint32_t at) { return (uint32_t)t->bytes[at] << 16 | u16(t, at + 1); }
static uint32_t u32(const table *t, uint32_t at) { return (uint32_t)u16(t, at) << 16 | u16(t, at + 2); }
static double units(const table *t, uint32_t at) { return (int16_t)u16(t, at); }
static double share(const table *t, uint32_t at) { return (double)(int16_t)u16(t, at) / 16384; }
static double fixed(const table *t, uint32_t at) { return (double)(int32_t)u32(t, at) / 65536; }

/// The place that an offset of 32 bits at `at` leads to from `base`, or 0.
static uint32_t list(const table *t, uint32_t at) {
  if (t->length < 34 || u16(t, 0) != 1) return 0;
  const uint32_t place = u32(t, at);
  return within(t, place, 4) ? place : 0;
}

uint32_t cr_color_root(const table *t, uint32_t glyph) {
  const uint32_t base = list(t, 14);
  if (!base) return 0;
  uint32_t low = 0, high = u32(t, base);
  if (high > (t->length - base - 4) / 6) high = (t->length - base - 4) / 6;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2, at = base + 4 + middle * 6;
    const uint32_t found = u16(t, at);
    if (found == glyph) {
      const uint64_t place = (uint64_t)base + u32(t, at + 2);
      return place > base && place < t->length ? (uint32_t)place : 0;
    }
    if (found < glyph) low = middle + 1;
    else high = middle;
  }
  return 0;
}

bool cr_color_clip(const table *t, uint32_t glyph, double box[4]) {
  const uint32_t base = list(t, 22);
  if (!base || !within(t, base, 5) || t->bytes[base] != 1) return false;
  uint32_t count = u32(t, base + 1);
  if (count > (t->length - base - 5) / 7) count = (t->length - base - 5) / 7;
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t at = base + 5 + i * 7;
    if (glyph < u16(t, at) || glyph > u16(t, at + 2)) continue;
    const uint64_t place = (uint64_t)base + u24(t, at + 4);
    if (!within(t, place, 9)) return false;
    for (uint32_t k = 0; k < 4; k++) box[k] = units(t, (uint32_t)place + 1 + 2 * k);
    return true;
  }
  return false;
}

uint32_t cr_color_layer(const table *t, uint32_t index) {
  const uint32_t base = list(t, 18);
  if (!base || index >= u32(t, base) || index >= (t->length - base - 4) / 4) return 0;
  const uint64_t place = (uint64_t)base + u32(t, base + 4 + index * 4);
  return place > base && place < t->length ? (uint32_t)place : 0;
}

/// Bytes of a paint of each format, without what only variations need.
static uint32_t size_of(uint8_t format) {
  static const uint8_t sizes[] = {0, 6, 5, 5, 16, 16, 16, 16, 12, 12, 6, 3, 7, 7, 8, 8, 8, 8, 12, 12, 6, 6, 10, 10, 6, 6, 10, 10, 8, 8, 12, 12, 8};
  return format < sizeof sizes ? sizes[format] : 0;
}

bool cr_color_read(const table *t, uint32_t at, cr_color_node *n) {
  if (!within(t, at, 1)) return false;
  const uint8_t format = t->bytes[at];
  if (!size_of(format) || !within(t, at, size_of(format))) return false;
  *n = (cr_color_node){.alpha = 1};
  // All but glyphs, layers and solid colours begin with the place of something else.
  const uint32_t below = format >= 4 && format != 11 ? at + u24(t, at + 1) : 0;
  const bool has_center = format == 18 || format == 19 || format == 22 || format == 23 || format == 26 || format == 27 || format == 30 || format == 31;
  n->paint = below;
  switch (format) {
  case 1:
    n->format = CR_COLOR_LAYERS;
    n->count = t->bytes[at + 1];
    n->first = u32(t, at + 2);
    return true;
  case 2:
  case 3:
    n->format = CR_COLOR_SOLID;
    n->palette_index = u16(t, at + 1);
    n->alpha = share(t, at + 3);
    return true;
  case 4:
  case 5:
  case 6:
  case 7:
  case 8:
  case 9:
    n->format = format & ~1u;
    n->line = below;
    n->varied = format & 1;
    for (uint32_t k = 0; k < (format < 8 ? 6u : 2u); k++) n->v[k] = units(t, at + 4 + 2 * k);
    if (n->format == CR_COLOR_RADIAL) n->v[2] = u16(t, at + 8), n->v[5] = u16(t, at + 14);
    if (n->format == CR_COLOR_SWEEP) n->v[2] = share(t, at + 8) + 1, n->v[3] = share(t, at + 10) + 1;  // stored less one
    return true;
  case 10:
    n->format = CR_COLOR_GLYPH;
    n->glyph = u16(t, at + 4);
    return true;
  case 11:
    n->format = CR_COLOR_COLR_GLYPH;
    n->glyph = u16(t, at + 1);
    return true;
  case 12:
  case 13: {
    const uint32_t place = at + u24(t, at + 4);
    if (!within(t, place, 24)) return false;
    static const uint8_t order[] = {0, 2, 1, 3, 4, 5};  // stored by columns
    n->format = CR_COLOR_TRANSFORM;
    for (uint32_t k = 0; k < 6; k++) n->v[order[k]] = fixed(t, place + 4 * k);
    return true;
  }
  case 14:
  case 15:
    n->format = CR_COLOR_TRANSLATE;
    n->v[0] = units(t, at + 4);
    n->v[1] = units(t, at + 6);
    return true;
  case 32:
    n->format = CR_COLOR_COMPOSITE;
    n->mode = t->bytes[at + 4];
    n->backdrop = at + u24(t, at + 5);
    return true;
  default: break;
  }
  n->format = format < 24 ? CR_COLOR_SCALE : format < 28 ? CR_COLOR_ROTATE : CR_COLOR_SKEW;
  const bool single = (format >= 20 && format < 28);
  n->v[0] = share(t, at + 4);
  n->v[1] = single ? n->v[0] : share(t, at + 6);
  const uint32_t center = at + (single ? 6 : 8);
  if (has_center) n->center[0] = units(t, center), n->center[1] = units(t, center + 2);
  return true;
}

bool cr_color_line(const table *t, const cr_color_node *n, uint8_t *extend, uint32_t *count) {
  if (!within(t, n->line, 3)) return false;
  *extend = t->bytes[n->line];
  *count = u16(t, n->line + 1);
  return true;
}

bool cr_color_line_stop(const table *t, const cr_color_node *n, uint32_t index, cr_color_stop *stop) {
  const uint64_t at = (uint64_t)n->line + 3 + (uint64_t)index * (n->varied ? 10 : 6);
  if (!within(t, at, 6)) return false;
  *stop = (cr_color_stop){share(t, (uint32_t)at), share(t, (uint32_t)at + 4), u16(t, (uint32_t)at + 2)};
  return true;
}
