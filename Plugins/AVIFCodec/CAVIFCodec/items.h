// The items of a `meta` box (ISO/IEC 14496-12, 8.11; 23008-12). Looked up where they lie; nothing is allocated. Any thread.
#pragma once
#include "boxes.h"
#include "properties.h"

enum { AV_MAX_ITEMS = 4096, AV_MAX_CELLS = 1024, AV_MAX_EXTENTS = 64 };

typedef struct {
  av_span file; // all that is there of it
  av_span iloc, iinf, ipco, ipma, iref, idat;
  uint32_t primary;
} av_items;

// Where an item's data lies.
typedef struct {
  size_t offset, length; // of the file
} av_extent;

typedef struct {
  uint32_t count;
  av_extent extents[AV_MAX_EXTENTS];
} av_location;

// Reads the contents of a `meta` box.
av_status av_read_meta(av_span file, av_span meta, av_items *items, char *message);
// Kind of an item, 0: there is none.
uint32_t av_item_kind(const av_items *items, uint32_t id);
// The properties of an item.
av_status av_item_properties(const av_items *items, uint32_t id, av_properties *properties, char *message);
// Where the data of an item lies. AV_TRUNCATED: beyond the end of the file.
av_status av_item_location(const av_items *items, uint32_t id, av_location *location, char *message);
// The items that item `from` refers to by a reference of this kind, at most `room` of them. Returns how many there are.
uint32_t av_items_referred(const av_items *items, uint32_t kind, uint32_t from, uint32_t *ids, uint32_t room);
// The alpha item of an item, 0: none.
uint32_t av_alpha_item(const av_items *items, uint32_t id);
