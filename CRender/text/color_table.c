#include "color_table.h"

typedef cr_color_table table;

static bool within(const table *t, uint64_t at, uint32_t count) { return at && at + count <= t->length; }
static uint16_t u16(const table *t, uint32_t at) { return (uint16_t)(t->bytes[at] << 8 | t->bytes[at + 1]); }
static uint32_t u24(const table *t, uint32_t at) { return (uint32_t)t->bytes[at] << 16 | u16(t, at + 1); }
static uint32_t u32(const table *t, uint32_t at) { return (uint32_t)u16(t, at) << 16 | u16(t, at + 2); }
static double units(const table *t, uint32_t at) { return (int16_t)u16(t, at); }
static double share(const table *t, uint32_t at) { return (double)(int16_t)u16(t, at) / 16384; }
static double fixed(const table *t, uint32_t at) { return (double)(int32_t)u32(t, at) / 65536; }

/// Target of the 32-bit offset at `at`, relative to the table, or 0.
static uint32_t list(const table *t, uint32_t at) {
  if (t->length < 34 || u16(t, 0) != 1) return 0;
  const uint32_t place = u32(t, at);
  return within(t, place, 4) ? place : 0;
}

// Variations: an ItemVariationStore, and a map from the paints' indices to its rows

enum { NO_VARIATION = 0xFFFFFFFF, MOST_REGIONS = 256, MOST_AXES = 32 };

/// Weight of a region's change at the coordinates, 0...1.
static double region_share(const table *t, uint32_t regions, uint32_t index) {
  if (!within(t, regions, 4) || index >= u16(t, regions + 2)) return 0;
  const uint32_t axes = u16(t, regions);
  const uint64_t at = (uint64_t)regions + 4 + (uint64_t)index * axes * 6;
  if (axes > MOST_AXES || !within(t, at, axes * 6)) return 0;
  double all = 1;
  for (uint32_t a = 0; a < axes && all > 0; a++) {
    const uint32_t axis = (uint32_t)at + a * 6;
    const double start = (int16_t)u16(t, axis), peak = (int16_t)u16(t, axis + 2), end = (int16_t)u16(t, axis + 4);
    const double here = a < t->coordinate_count ? t->coordinates[a] : 0;
    if (start > peak || peak > end || (start < 0 && end > 0) || peak == 0 || here == peak) continue;  // no effect, or full effect
    if (here <= start || here >= end) return 0;
    all *= here < peak ? (here - start) / (peak - start) : (end - here) / (end - peak);
  }
  return all;
}

/// Change of value `index`, counted from 0 over the whole table, in the units of the value.
static double change(const table *t, uint32_t index) {
  const uint32_t store = list(t, 30);
  if (!store || !within(t, store, 8)) return 0;
  uint32_t outer = index >> 16, inner = index & 0xFFFF;
  const uint32_t map = list(t, 26);
  if (map) {
    const bool wide = t->bytes[map] == 1;
    const uint8_t format = t->bytes[map + 1];
    const uint32_t size = (format >> 4 & 3) + 1u, bits = (format & 15) + 1u, head = wide ? 6 : 4;
    if (!within(t, map, head)) return 0;
    const uint32_t count = wide ? u32(t, map + 2) : u16(t, map + 2);
    if (!count) return 0;
    const uint64_t at = (uint64_t)map + head + (uint64_t)(index < count ? index : count - 1) * size;
    if (!within(t, at, size)) return 0;
    uint32_t entry = 0;
    for (uint32_t i = 0; i < size; i++) entry = entry << 8 | t->bytes[at + i];
    outer = entry >> bits;
    inner = entry & ((1u << bits) - 1);
  }
  if (outer >= u16(t, store + 6) || !within(t, (uint64_t)store + 8 + 4 * (uint64_t)outer, 4)) return 0;
  const uint64_t data = (uint64_t)store + u32(t, store + 8 + 4 * outer), regions = (uint64_t)store + u32(t, store + 2);
  if (!within(t, data, 6) || !within(t, regions, 4)) return 0;
  const uint32_t d = (uint32_t)data, words = u16(t, d + 2) & 0x7FFF, count = u16(t, d + 4);
  const bool long_words = u16(t, d + 2) & 0x8000;
  if (inner >= u16(t, d) || words > count || count > MOST_REGIONS) return 0;
  const uint32_t large = long_words ? 4 : 2, small = long_words ? 2 : 1, row_size = words * large + (count - words) * small;
  const uint64_t row = data + 6 + 2 * (uint64_t)count + (uint64_t)inner * row_size;
  if (!within(t, row, row_size) || !within(t, data + 6, 2 * count)) return 0;
  double sum = 0;
  uint32_t at = (uint32_t)row;
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t size = i < words ? large : small;
    const double delta = size == 4 ? (int32_t)u32(t, at) : size == 2 ? (int16_t)u16(t, at) : (int8_t)t->bytes[at];
    if (delta != 0) sum += delta * region_share(t, (uint32_t)regions, u16(t, d + 6 + 2 * i));
    at += size;
  }
  return sum;
}

/// Change of value `k` of those with indices from the one at `at` on, in the units of the value.
static double varied(const table *t, uint64_t at, uint32_t k) {
  if (!t->coordinate_count || !within(t, at, 4)) return 0;  // `at` 0: it does not vary
  const uint32_t base = u32(t, (uint32_t)at);
  return base > NO_VARIATION - 1 - k ? 0 : change(t, base + k);
}

static double varied_units(const table *t, uint32_t at, uint64_t indices, uint32_t k) { return units(t, at) + varied(t, indices, k); }
static double varied_share(const table *t, uint32_t at, uint64_t indices, uint32_t k) { return share(t, at) + varied(t, indices, k) / 16384; }

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
    const bool varies = t->bytes[place] == 2;
    for (uint32_t k = 0; k < 4; k++) box[k] = varied_units(t, (uint32_t)place + 1 + 2 * k, varies ? place + 9 : 0, k);
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

/// Size of a paint of each format in bytes, without the fields of variations.
static uint32_t size_of(uint8_t format) {
  static const uint8_t sizes[] = {0, 6, 5, 5, 16, 16, 16, 16, 12, 12, 6, 3, 7, 7, 8, 8, 8, 8, 12, 12, 6, 6, 10, 10, 6, 6, 10, 10, 8, 8, 12, 12, 8};
  return format < sizeof sizes ? sizes[format] : 0;
}

bool cr_color_read(const table *t, uint32_t at, cr_color_node *n) {
  if (!within(t, at, 1)) return false;
  const uint8_t format = t->bytes[at];
  if (!size_of(format) || !within(t, at, size_of(format))) return false;
  *n = (cr_color_node){.alpha = 1};
  // All formats except glyphs, layers and solid colours begin with an offset.
  const uint32_t below = format >= 4 && format != 11 ? at + u24(t, at + 1) : 0;
  const bool has_center = format == 18 || format == 19 || format == 22 || format == 23 || format == 26 || format == 27 || format == 30 || format == 31;
  n->paint = below;
  // The variable format of each pair is the odd one; the first index of its values follows it.
  const uint64_t indices = format & 1 && format > 2 && format != 11 ? (uint64_t)at + size_of(format) : 0;
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
    n->alpha = varied_share(t, at + 3, indices, 0);
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
    for (uint32_t k = 0; k < (format < 8 ? 6u : 2u); k++) n->v[k] = varied_units(t, at + 4 + 2 * k, indices, k);
    if (n->format == CR_COLOR_RADIAL) n->v[2] = u16(t, at + 8) + varied(t, indices, 2), n->v[5] = u16(t, at + 14) + varied(t, indices, 5);
    if (n->format == CR_COLOR_SWEEP) n->v[2] = varied_share(t, at + 8, indices, 2) + 1, n->v[3] = varied_share(t, at + 10, indices, 3) + 1;  // stored minus one
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
    for (uint32_t k = 0; k < 6; k++) n->v[order[k]] = fixed(t, place + 4 * k) + (format == 13 ? varied(t, (uint64_t)place + 24, k) / 65536 : 0);
    return true;
  }
  case 14:
  case 15:
    n->format = CR_COLOR_TRANSLATE;
    n->v[0] = varied_units(t, at + 4, indices, 0);
    n->v[1] = varied_units(t, at + 6, indices, 1);
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
  n->v[0] = varied_share(t, at + 4, indices, 0);
  n->v[1] = single ? n->v[0] : varied_share(t, at + 6, indices, 1);
  const uint32_t center = at + (single ? 6 : 8), values = single ? 1 : 2;
  if (has_center) n->center[0] = varied_units(t, center, indices, values), n->center[1] = varied_units(t, center + 2, indices, values + 1);
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
  const uint64_t indices = n->varied ? at + 6 : 0;
  *stop = (cr_color_stop){varied_share(t, (uint32_t)at, indices, 0), varied_share(t, (uint32_t)at + 4, indices, 1), u16(t, (uint32_t)at + 2)};
  return true;
}
