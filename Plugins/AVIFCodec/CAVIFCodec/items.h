// Items of a `meta` box (ISO/IEC 14496-12, 8.11; 23008-12). They are looked up in place; nothing is allocated. Any thread.
#pragma once
#include "boxes.h"
#include "properties.h"

enum { AV_MAX_ITEMS = 4096, AV_MAX_CELLS = 1024, AV_MAX_EXTENTS = 64 };

typedef struct {
  av_span file; // available part of the file
  av_span iloc, iinf, ipco, ipma, iref, idat;
  uint32_t primary;
} av_items;

// Location of an item's data.
typedef struct {
  size_t offset, length; // of the file
} av_extent;

typedef struct {
  uint32_t count;
  av_extent extents[AV_MAX_EXTENTS];
} av_location;

// Parses the contents of a `meta` box.
av_status av_read_meta(av_span file, av_span meta, av_items *items, char *message);
// Returns the kind of an item, 0 if there is none.
uint32_t av_item_kind(const av_items *items, uint32_t id);
// Reads the properties of an item.
av_status av_item_properties(const av_items *items, uint32_t id, av_properties *properties, char *message);
// Finds the data of an item. AV_TRUNCATED if it is beyond the end of the file.
av_status av_item_location(const av_items *items, uint32_t id, av_location *location, char *message);
// Writes the items that item `from` refers to by this kind of reference, at most `room`. Returns their total number.
uint32_t av_items_referred(const av_items *items, uint32_t kind, uint32_t from, uint32_t *ids, uint32_t room);
// Returns the alpha item of an item, 0 if there is none.
uint32_t av_alpha_item(const av_items *items, uint32_t id);
