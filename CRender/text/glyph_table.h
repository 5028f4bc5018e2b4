#ifndef CR_GLYPH_TABLE_H
#define CR_GLYPH_TABLE_H
#include "glyph_slot.h"

/// Glyphs by their keys. Without locks: any number of threads may look up while none inserts or sweeps.
typedef struct {
  cr_glyph_slot **buckets;
  size_t bucket_count, count;
  size_t hand;  // the next bucket to sweep
} cr_glyph_table;

uint64_t cr_glyph_hash(const cr_glyph_key *key);
bool cr_glyph_same(const cr_glyph_key *a, const cr_glyph_key *b);
/// The glyph of a key, marked as recent; NULL if missing.
cr_glyph_slot *cr_glyph_table_find(const cr_glyph_table *table, const cr_glyph_key *key, uint64_t hash);
/// Reserves space for one more; false on allocation failure.
bool cr_glyph_table_grow(cr_glyph_table *table);
/// Adds a new slot, owned by the table. Space must be reserved.
void cr_glyph_table_insert(cr_glyph_table *table, cr_glyph_slot *slot);
/// Frees unmarked glyphs, those not looked up recently first, until `bytes` are freed, and clears all marks.
/// Returns the number of freed bytes.
size_t cr_glyph_table_sweep(cr_glyph_table *table, size_t bytes);
/// Frees unmarked glyphs of a font, and clears all marks. Returns the number of freed bytes.
size_t cr_glyph_table_forget(cr_glyph_table *table, uint32_t font_id);
void cr_glyph_table_free(cr_glyph_table *table);

/// Size of a slot with its pixels.
static inline size_t cr_glyph_slot_bytes(const cr_glyph_slot *s) { return s->bytes + sizeof *s; }
void cr_glyph_slot_free(cr_glyph_slot *slot);

#endif
