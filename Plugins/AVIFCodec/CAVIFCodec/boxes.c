#include "boxes.h"

av_cursor av_cursor_of(av_span span) { return (av_cursor){.left = span}; }

uint64_t av_take(av_cursor *c, size_t bytes) {
  if (c->failed || c->left.length < bytes) {
    c->failed = true;
    return 0;
  }
  uint64_t value = 0;
  for (size_t i = 0; i < bytes; i++) value = value << 8 | c->left.bytes[i];
  c->left.bytes += bytes;
  c->left.length -= bytes;
  return value;
}

av_span av_take_span(av_cursor *c, size_t bytes) {
  if (c->failed || c->left.length < bytes) {
    c->failed = true;
    return (av_span){0};
  }
  av_span span = {c->left.bytes, bytes};
  c->left.bytes += bytes;
  c->left.length -= bytes;
  return span;
}

void av_skip(av_cursor *c, size_t bytes) { (void)av_take_span(c, bytes); }

uint32_t av_take_version(av_cursor *c) { return (uint32_t)av_take(c, 4); }

bool av_next_box(av_cursor *c, av_box *box) {
  if (c->failed || c->left.length == 0) return false;
  uint64_t header = 8, size = av_take(c, 4);
  uint32_t kind = (uint32_t)av_take(c, 4);
  if (size == 1) {
    size = av_take(c, 8);
    header = 16;
  }
  if (kind == AV_KIND('u', 'u', 'i', 'd')) {
    av_skip(c, 16);
    header += 16;
  }
  if (c->failed) return false;
  uint64_t content = size == 0 ? c->left.length : size < header ? UINT64_MAX : size - header;
  if (content == UINT64_MAX) {
    c->failed = true;
    return false;
  }
  *box = (av_box){.kind = kind, .is_cut = content > c->left.length};
  box->content = av_take_span(c, box->is_cut ? c->left.length : (size_t)content);
  return true;
}

bool av_find_box(av_span in, uint32_t kind, av_box *box) {
  av_cursor c = av_cursor_of(in);
  while (av_next_box(&c, box))
    if (box->kind == kind) return true;
  return false;
}
