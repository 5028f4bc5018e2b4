#ifndef CR_GLYPH_TABLE_H
#define CR_GLYPH_TABLE_H
#include "glyph_slot.h"

/// Glyphs by their keys. Without locks: any number of threads may look up while none inserts or sweeps.
typedef struct {
  cr_glyph_slot **buckets;
  size_t bucket_count, count;
  size_t hand;  // the bucket that is swept next
} cr_glyph_table;

uint64_t cr_glyph_hash(const cr_glyph_key *key);
bool cr_glyph_same(const cr_glyph_key *a, const cr_glyph_key *b);
/// The glyph of a key, marked as recent; NULL where it is not there.
cr_glyph_slot *cr_glyph_table_find(const cr_glyph_table *table, const cr_glyph_key *key, uint64_t hash);
/// Makes room for one more; false where memory is short.
bool cr_glyph_table_grow(cr_glyph_table *table);
/// A slot that is not there yet; the table owns it from then on. Room was made.
void cr_glyph_table_insert(cr_glyph_table *table, cr_glyph_slot *slot);
/// Frees glyphs that are not marked, those first that were not looked up lately, until `bytes` of them are gone, and takes all marks away.
/// Returns the bytes that are gone.
size_t cr_glyph_table_sweep(cr_glyph_table *table, size_t bytes);
/// Frees glyphs of a font that are not marked, and takes all marks away. Returns the bytes that are gone.
size_t cr_glyph_table_forget(cr_glyph_table *table, uint32_t font_id);
void cr_glyph_table_free(cr_glyph_table *table);

/// What a slot takes up, its pixels and itself.
static inline size_t cr_glyph_slot_bytes(const cr_glyph_slot *s) { return s->bytes + sizeof *s; }
void cr_glyph_slot_free(cr_glyph_slot *slot);

#endif
