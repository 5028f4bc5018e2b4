#include "properties.h"

#include <string.h>

av_properties av_no_properties(void) {
  return (av_properties){.depth = 8, .primaries = 2, .transfer = 2, .matrix = 2, .is_full_range = true};
}

bool av_knows_property(uint32_t kind) {
  static const uint32_t kinds[] = {
      AV_KIND('i', 's', 'p', 'e'), AV_KIND('a', 'v', '1', 'C'), AV_KIND('c', 'o', 'l', 'r'), AV_KIND('i', 'r', 'o', 't'),
      AV_KIND('i', 'm', 'i', 'r'), AV_KIND('c', 'l', 'a', 'p'), AV_KIND('a', 'u', 'x', 'C'), AV_KIND('p', 'i', 'x', 'i'),
      AV_KIND('p', 'a', 's', 'p'), AV_KIND('c', 'l', 'l', 'i'), AV_KIND('m', 'd', 'c', 'v'), AV_KIND('a', 'm', 'v', 'e'),
      AV_KIND('l', 's', 'e', 'l')};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (kinds[i] == kind) return true;
  return false;
}

static void read_color(av_properties *p, av_cursor *c) {
  uint32_t kind = (uint32_t)av_take(c, 4);
  if (kind == AV_KIND('n', 'c', 'l', 'x')) {
    uint32_t primaries = (uint32_t)av_take(c, 2), transfer = (uint32_t)av_take(c, 2), matrix = (uint32_t)av_take(c, 2);
    bool is_full = av_take(c, 1) >> 7;
    if (c->failed) return;
    p->primaries = primaries, p->transfer = transfer, p->matrix = matrix, p->is_full_range = is_full;
    p->has_nclx = true;
  } else if (kind == AV_KIND('r', 'I', 'C', 'C') || kind == AV_KIND('p', 'r', 'o', 'f')) {
    p->profile = c->left;
  }
}

static void read_config(av_properties *p, av_cursor *c) {
  av_skip(c, 2); // marker and version; profile and level
  uint32_t bits = (uint32_t)av_take(c, 1);
  if (c->failed) return;
  p->depth = bits >> 6 & 1 ? (bits >> 5 & 1 ? 12 : 10) : 8;
  p->is_gray = bits >> 4 & 1;
  p->half_x = bits >> 3 & 1;
  p->half_y = bits >> 2 & 1;
  p->has_config = true;
}

static bool is_text(av_span span, const char *text) {
  size_t length = strlen(text);
  return span.length > length && memcmp(span.bytes, text, length + 1) == 0;
}

bool av_read_property(av_properties *p, const av_box *box) {
  av_cursor c = av_cursor_of(box->content);
  switch (box->kind) {
  case AV_KIND('i', 's', 'p', 'e'):
    av_take_version(&c);
    p->width = (uint32_t)av_take(&c, 4);
    p->height = (uint32_t)av_take(&c, 4);
    p->has_size = true;
    break;
  case AV_KIND('a', 'v', '1', 'C'): read_config(p, &c); break;
  case AV_KIND('c', 'o', 'l', 'r'): read_color(p, &c); break;
  case AV_KIND('i', 'r', 'o', 't'): p->angle = av_take(&c, 1) & 3; break;
  case AV_KIND('i', 'm', 'i', 'r'):
    p->axis = av_take(&c, 1) & 1;
    p->has_mirror = true;
    break;
  case AV_KIND('c', 'l', 'a', 'p'):
    for (int i = 0; i < 8; i++) p->crop[i] = i < 4 ? (int64_t)av_take(&c, 4) : (int64_t)(int32_t)(uint32_t)av_take(&c, 4);
    p->has_crop = true;
    break;
  case AV_KIND('a', 'u', 'x', 'C'):
    av_take_version(&c);
    p->is_alpha = is_text(c.left, "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha") || is_text(c.left, "urn:mpeg:hevc:2015:auxid:1");
    break;
  default: break;
  }
  return !c.failed;
}

int32_t av_orientation(const av_properties *p) {
  // By quarter turns, then by mirroring: none, top and bottom exchanged, left and right exchanged. The rotation is applied first (ISO/IEC
  // 23000-22, 7.3.6.7).
  static const int32_t table[4][3] = {{1, 4, 2}, {8, 5, 7}, {3, 2, 4}, {6, 7, 5}};
  return table[p->angle][p->has_mirror ? 1 + p->axis : 0];
}
