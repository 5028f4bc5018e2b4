#include "items.h"

#include "failure.h"

static uint32_t version_of(uint32_t full) { return full >> 24; }

av_status av_read_meta(av_span file, av_span meta, av_items *items, char *message) {
  *items = (av_items){.file = file};
  av_cursor c = av_cursor_of(meta);
  av_take_version(&c);
  av_box box;
  while (av_next_box(&c, &box)) {
    switch (box.kind) {
    case AV_KIND('p', 'i', 't', 'm'): {
      av_cursor p = av_cursor_of(box.content);
      items->primary = (uint32_t)av_take(&p, version_of(av_take_version(&p)) == 0 ? 2 : 4);
      break;
    }
    case AV_KIND('i', 'l', 'o', 'c'): items->iloc = box.content; break;
    case AV_KIND('i', 'i', 'n', 'f'): items->iinf = box.content; break;
    case AV_KIND('i', 'r', 'e', 'f'): items->iref = box.content; break;
    case AV_KIND('i', 'd', 'a', 't'): items->idat = box.content; break;
    case AV_KIND('i', 'p', 'r', 'p'): {
      av_box inner;
      if (av_find_box(box.content, AV_KIND('i', 'p', 'c', 'o'), &inner)) items->ipco = inner.content;
      if (av_find_box(box.content, AV_KIND('i', 'p', 'm', 'a'), &inner)) items->ipma = inner.content;
      break;
    }
    default: break;
    }
  }
  if (c.failed) return av_fail(message, AV_CORRUPT, "AVIF: a box in `meta` is longer than it");
  if (items->primary == 0) return av_fail(message, AV_CORRUPT, "AVIF: no primary item");
  return AV_OK;
}

uint32_t av_item_kind(const av_items *items, uint32_t id) {
  av_cursor c = av_cursor_of(items->iinf);
  av_skip(&c, version_of(av_take_version(&c)) == 0 ? 2 : 4);
  av_box box;
  for (int n = 0; n < AV_MAX_ITEMS && av_next_box(&c, &box); n++) {
    if (box.kind != AV_KIND('i', 'n', 'f', 'e')) continue;
    av_cursor e = av_cursor_of(box.content);
    uint32_t version = version_of(av_take_version(&e));
    if (version < 2) continue;
    uint32_t item = (uint32_t)av_take(&e, version == 2 ? 2 : 4);
    av_skip(&e, 2);
    uint32_t kind = (uint32_t)av_take(&e, 4);
    if (!e.failed && item == id) return kind;
  }
  return 0;
}

// Finds property number `index`, from 1.
static bool property_at(const av_items *items, uint32_t index, av_box *box) {
  av_cursor c = av_cursor_of(items->ipco);
  for (uint32_t i = 1; av_next_box(&c, box); i++)
    if (i == index) return true;
  return false;
}

av_status av_item_properties(const av_items *items, uint32_t id, av_properties *p, char *message) {
  *p = av_no_properties();
  av_cursor c = av_cursor_of(items->ipma);
  uint32_t full = av_take_version(&c), count = (uint32_t)av_take(&c, 4);
  for (uint32_t i = 0; i < count && i < AV_MAX_ITEMS && !c.failed; i++) {
    uint32_t item = (uint32_t)av_take(&c, version_of(full) == 0 ? 2 : 4), associations = (uint32_t)av_take(&c, 1);
    for (uint32_t n = 0; n < associations && !c.failed; n++) {
      uint32_t value = (uint32_t)av_take(&c, full & 1 ? 2 : 1), top = full & 1 ? 0x8000 : 0x80, index = value & (top - 1);
      if (item != id || index == 0) continue;
      av_box box;
      if (!property_at(items, index, &box)) return av_fail(message, AV_CORRUPT, "AVIF: item %u refers to a missing property", id);
      if (value & top && !av_knows_property(box.kind))
        return av_fail(message, AV_UNSUPPORTED, "AVIF: an essential property of the kind %08x", box.kind);
      if (!av_read_property(p, &box)) return av_fail(message, AV_CORRUPT, "AVIF: a property of item %u is too short", id);
    }
    if (item == id) break;
  }
  if (c.failed) return av_fail(message, AV_CORRUPT, "AVIF: the associations of properties end early");
  return AV_OK;
}

// Adds an extent, given by an offset in the file or in `idat`.
static av_status add_extent(
    const av_items *items, uint32_t method, uint64_t offset, uint64_t length, av_location *location, char *message) {
  if (location->count == AV_MAX_EXTENTS) return av_fail(message, AV_UNSUPPORTED, "AVIF: an item in more than %d pieces", AV_MAX_EXTENTS);
  av_span in = method == 1 ? items->idat : items->file;
  size_t start = method == 1 && items->idat.bytes ? (size_t)(items->idat.bytes - items->file.bytes) : 0;
  if (offset > in.length || length > in.length - offset)
    return av_fail(message, AV_TRUNCATED, "AVIF: the data ends before byte %llu", (unsigned long long)(offset + length));
  if (length == 0) length = in.length - offset;
  location->extents[location->count++] = (av_extent){start + (size_t)offset, (size_t)length};
  return AV_OK;
}

av_status av_item_location(const av_items *items, uint32_t id, av_location *location, char *message) {
  location->count = 0;
  av_cursor c = av_cursor_of(items->iloc);
  uint32_t version = version_of(av_take_version(&c)), sizes = (uint32_t)av_take(&c, 2);
  size_t offset_size = sizes >> 12, length_size = sizes >> 8 & 15, base_size = sizes >> 4 & 15, index_size = version > 0 ? sizes & 15 : 0;
  if (offset_size > 8 || length_size > 8 || base_size > 8 || index_size > 8)
    return av_fail(message, AV_CORRUPT, "AVIF: numbers of over 8 bytes in `iloc`");
  uint32_t count = (uint32_t)av_take(&c, version < 2 ? 2 : 4);
  for (uint32_t i = 0; i < count && i < AV_MAX_ITEMS && !c.failed; i++) {
    uint32_t item = (uint32_t)av_take(&c, version < 2 ? 2 : 4), method = version > 0 ? (uint32_t)av_take(&c, 2) & 15 : 0;
    av_skip(&c, 2); // data reference: this file
    uint64_t base = av_take(&c, base_size);
    uint32_t extents = (uint32_t)av_take(&c, 2);
    if (item != id) {
      av_skip(&c, (size_t)extents * (index_size + offset_size + length_size));
      continue;
    }
    if (method > 1) return av_fail(message, AV_UNSUPPORTED, "AVIF: an item that is made of another");
    for (uint32_t n = 0; n < extents && !c.failed; n++) {
      av_skip(&c, index_size);
      uint64_t offset = av_take(&c, offset_size), length = av_take(&c, length_size), at;
      if (c.failed) break;
      if (__builtin_add_overflow(base, offset, &at)) return av_fail(message, AV_CORRUPT, "AVIF: an item beyond any file");
      av_status status = add_extent(items, method, at, length, location, message);
      if (status != AV_OK) return status;
    }
    break;
  }
  if (c.failed || location->count == 0) return av_fail(message, AV_CORRUPT, "AVIF: the position of item %u is missing", id);
  return AV_OK;
}

// Boxes of `iref`, and the size of their identifiers in bytes.
typedef struct {
  av_cursor c;
  size_t id_size;
} references;

static references references_of(const av_items *items) {
  references r = {av_cursor_of(items->iref), 2};
  if (version_of(av_take_version(&r.c)) > 0) r.id_size = 4;
  return r;
}

uint32_t av_items_referred(const av_items *items, uint32_t kind, uint32_t from, uint32_t *ids, uint32_t room) {
  if (!items->iref.bytes) return 0;
  references r = references_of(items);
  av_box box;
  for (int n = 0; n < AV_MAX_ITEMS && av_next_box(&r.c, &box); n++) {
    if (box.kind != kind) continue;
    av_cursor c = av_cursor_of(box.content);
    uint32_t item = (uint32_t)av_take(&c, r.id_size), count = (uint32_t)av_take(&c, 2);
    if (item != from) continue;
    for (uint32_t i = 0; i < count && i < room; i++) ids[i] = (uint32_t)av_take(&c, r.id_size);
    return c.failed ? 0 : count;
  }
  return 0;
}

uint32_t av_alpha_item(const av_items *items, uint32_t id) {
  if (!items->iref.bytes) return 0;
  references r = references_of(items);
  av_box box;
  char message[AV_MESSAGE_SIZE];
  int tried = 0; // a few auxiliary items are common: depth, gain
  for (int n = 0; n < AV_MAX_ITEMS && av_next_box(&r.c, &box); n++) {
    if (box.kind != AV_KIND('a', 'u', 'x', 'l')) continue;
    av_cursor c = av_cursor_of(box.content);
    uint32_t item = (uint32_t)av_take(&c, r.id_size), count = (uint32_t)av_take(&c, 2);
    for (uint32_t i = 0; i < count && !c.failed; i++) {
      if (av_take(&c, r.id_size) != id) continue;
      if (++tried > 64) return 0;
      av_properties p;
      if (av_item_properties(items, item, &p, message) == AV_OK && p.is_alpha) return item;
    }
  }
  return 0;
}
