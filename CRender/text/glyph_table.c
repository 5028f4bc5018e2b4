#include "glyph_table.h"

#include "text_memory.h"

enum { FIRST_BUCKETS = 1024 };

uint64_t cr_glyph_hash(const cr_glyph_key *k) {
  uint64_t h = ((uint64_t)k->font_id << 32 | k->glyph) * UINT64_C(0x9E3779B97F4A7C15);
  h ^= h >> 29;
  h ^= (uint64_t)k->ink << 24;
  h = (h ^ ((uint64_t)k->size << 8 | (uint64_t)(k->bilevel << 7 | k->tone << 4 | k->phase << 2 | k->native << 1 | k->hinted))) * UINT64_C(0xBF58476D1CE4E5B9);
  return h ^ h >> 32;
}

bool cr_glyph_same(const cr_glyph_key *a, const cr_glyph_key *b) {
  return a->font_id == b->font_id && a->glyph == b->glyph && a->size == b->size && a->phase == b->phase && a->native == b->native && a->hinted == b->hinted &&
         a->tone == b->tone && a->bilevel == b->bilevel && a->ink == b->ink;
}

cr_glyph_slot *cr_glyph_table_find(const cr_glyph_table *t, const cr_glyph_key *key, uint64_t hash) {
  if (!t->bucket_count) return NULL;
  cr_glyph_slot *s = t->buckets[hash & (t->bucket_count - 1)];
  while (s && !(s->hash == hash && cr_glyph_same(&s->key, key))) s = s->next;
  // Written only on change: data read by many threads stays in all caches.
  if (s && !atomic_load_explicit(&s->recent, memory_order_relaxed)) atomic_store_explicit(&s->recent, true, memory_order_relaxed);
  return s;
}

bool cr_glyph_table_grow(cr_glyph_table *t) {
  if (t->count < t->bucket_count) return true;
  const size_t count = t->bucket_count ? t->bucket_count * 2 : FIRST_BUCKETS;
  cr_glyph_slot **fresh = tx_calloc(count, sizeof *fresh);
  if (!fresh) return t->bucket_count > 0;
  for (size_t i = 0; i < t->bucket_count; i++)
    for (cr_glyph_slot *s = t->buckets[i], *next; s; s = next) {
      next = s->next;
      s->next = fresh[s->hash & (count - 1)];
      fresh[s->hash & (count - 1)] = s;
    }
  cr_free(t->buckets);
  t->buckets = fresh;
  t->bucket_count = count;
  return true;
}

void cr_glyph_table_insert(cr_glyph_table *t, cr_glyph_slot *s) {
  cr_glyph_slot **bucket = &t->buckets[s->hash & (t->bucket_count - 1)];
  s->next = *bucket;
  *bucket = s;
  t->count++;
}

void cr_glyph_slot_free(cr_glyph_slot *s) {
  if (!s) return;
  cr_free(s->pixels);
  cr_free(s);
}

static void take_marks_away(cr_glyph_table *t) {
  for (size_t i = 0; i < t->bucket_count; i++)
    for (cr_glyph_slot *s = t->buckets[i]; s; s = s->next) s->marked = false;
}

/// Unlinks and frees a slot. Returns its bytes.
static size_t drop(cr_glyph_table *t, cr_glyph_slot **link) {
  cr_glyph_slot *s = *link;
  const size_t bytes = cr_glyph_slot_bytes(s);
  *link = s->next;
  t->count--;
  cr_glyph_slot_free(s);
  return bytes;
}

size_t cr_glyph_table_forget(cr_glyph_table *t, uint32_t font_id) {
  size_t gone = 0;
  for (size_t i = 0; i < t->bucket_count; i++)
    for (cr_glyph_slot **link = &t->buckets[i]; *link;) {
      if ((*link)->key.font_id == font_id && !(*link)->marked) gone += drop(t, link);
      else link = &(*link)->next;
    }
  take_marks_away(t);
  return gone;
}

size_t cr_glyph_table_sweep(cr_glyph_table *t, size_t bytes) {
  size_t gone = 0;
  // One round for slots not looked up since the last sweep, a second one for the rest.
  for (size_t steps = 2 * t->bucket_count; steps && gone < bytes; steps--) {
    cr_glyph_slot **link = &t->buckets[t->hand];
    while (*link) {
      cr_glyph_slot *s = *link;
      if (s->marked || atomic_exchange_explicit(&s->recent, false, memory_order_relaxed)) {
        link = &s->next;
        continue;
      }
      gone += drop(t, link);
    }
    t->hand = (t->hand + 1) & (t->bucket_count - 1);
  }
  take_marks_away(t);
  return gone;
}

void cr_glyph_table_free(cr_glyph_table *t) {
  for (size_t i = 0; i < t->bucket_count; i++)
    for (cr_glyph_slot *s = t->buckets[i], *next; s; s = next) {
      next = s->next;
      cr_glyph_slot_free(s);
    }
  cr_free(t->buckets);
  *t = (cr_glyph_table){0};
}
