#include "glyph_cache.h"

#include "glyph_raster.h"
#include "text_lock.h"
#include "text_memory.h"

enum { FIRST_BUCKETS = 1024, KEPT_RASTERS = 16, DEFAULT_LIMIT = 8 << 20, BATCH = 64 };

struct cr_glyph_cache {
  pthread_mutex_t lock;
  cr_glyph_slot **buckets;
  size_t bucket_count;
  cr_glyph_slot *hand;        // where the clock goes on
  size_t slot_count;          // in the table
  cr_glyph_list *newest, *oldest;
  size_t bytes, glyphs, limit;
  uint64_t hits, misses;
  cr_raster *rasters[KEPT_RASTERS];
  int raster_count;
};

cr_glyph_cache *cr_glyph_cache_create(void) {
  cr_glyph_cache *c = tx_calloc(1, sizeof *c);
  if (!c) return NULL;
  cr_text_lock_init(&c->lock);
  c->limit = DEFAULT_LIMIT;
  return c;
}

// With the lock held

static void free_slot(cr_glyph_cache *c, cr_glyph_slot *s) {
  c->bytes -= s->bytes + sizeof *s;
  c->glyphs--;
  cr_free(s->pixels);
  cr_free(s);
}

static void unreference(cr_glyph_cache *c, cr_glyph_slot *s) {
  if (--s->references == 0 && !s->tabled) free_slot(c, s);
}

static void take_from_table(cr_glyph_cache *c, cr_glyph_slot *s) {
  cr_glyph_slot **link = &c->buckets[s->hash & (c->bucket_count - 1)];
  while (*link != s) link = &(*link)->next;
  *link = s->next;
  if (c->hand == s) c->hand = s->newer == s ? NULL : s->newer;
  s->newer->older = s->older;
  s->older->newer = s->newer;
  s->tabled = false;
  c->slot_count--;
  if (!s->references) free_slot(c, s);
}

static void unlink_list(cr_glyph_cache *c, cr_glyph_list *l) {
  if (l->newer) l->newer->older = l->older;
  else c->newest = l->older;
  if (l->older) l->older->newer = l->newer;
  else c->oldest = l->newer;
  l->newer = l->older = NULL;
}

static void link_newest(cr_glyph_cache *c, cr_glyph_list *l) {
  l->older = c->newest;
  l->newer = NULL;
  if (c->newest) c->newest->newer = l;
  else c->oldest = l;
  c->newest = l;
}

static void free_list(cr_glyph_cache *c, cr_glyph_list *l) {
  for (size_t i = 0; i < l->count; i++) unreference(c, l->glyphs[i].slot);
  cr_free(l);
}

static void drop_list(cr_glyph_cache *c, cr_glyph_list *l) {
  unlink_list(c, l);
  *l->owner = NULL;
  c->bytes -= l->bytes;
  free_list(c, l);
}

/// Keeps within the limit: first glyphs that no list holds, by a clock; then the lists that were longest not drawn.
static void shrink_to_limit(cr_glyph_cache *c) {
  for (;;) {
    for (size_t steps = 2 * c->slot_count; steps && c->bytes > c->limit && c->hand; steps--) {
      cr_glyph_slot *s = c->hand;
      c->hand = s->newer;
      if (s->references) continue;
      if (s->recent) s->recent = false;
      else take_from_table(c, s);
    }
    if (c->bytes <= c->limit) return;
    cr_glyph_list *victim = c->oldest;
    while (victim && atomic_load_explicit(&victim->users, memory_order_acquire)) victim = victim->newer;
    if (!victim) return;  // all that is held is being drawn
    drop_list(c, victim);
  }
}

static uint64_t hash_key(const cr_glyph_key *k) {
  uint64_t h = ((uint64_t)k->font->id << 32 | k->glyph) * UINT64_C(0x9E3779B97F4A7C15);
  h ^= h >> 29;
  h ^= (uint64_t)k->ink << 24;
  h = (h ^ ((uint64_t)k->size << 8 | (uint64_t)(k->pure << 7 | k->tone << 4 | k->phase << 2 | k->native << 1 | k->hinted))) * UINT64_C(0xBF58476D1CE4E5B9);
  return h ^ h >> 32;
}

static bool same_key(const cr_glyph_key *a, const cr_glyph_key *b) {
  return a->font == b->font && a->glyph == b->glyph && a->size == b->size && a->phase == b->phase && a->native == b->native && a->hinted == b->hinted &&
         a->tone == b->tone && a->pure == b->pure && a->ink == b->ink;
}

static cr_glyph_slot *find(cr_glyph_cache *c, const cr_glyph_key *key, uint64_t hash) {
  if (!c->bucket_count) return NULL;
  cr_glyph_slot *s = c->buckets[hash & (c->bucket_count - 1)];
  while (s && !(s->hash == hash && same_key(&s->key, key))) s = s->next;
  return s;
}

static bool grow_table(cr_glyph_cache *c) {
  if (c->slot_count < c->bucket_count) return true;
  size_t count = c->bucket_count ? c->bucket_count * 2 : FIRST_BUCKETS;
  cr_glyph_slot **fresh = tx_calloc(count, sizeof *fresh);
  if (!fresh) return c->bucket_count > 0;
  for (size_t i = 0; i < c->bucket_count; i++)
    for (cr_glyph_slot *s = c->buckets[i], *next; s; s = next) {
      next = s->next;
      s->next = fresh[s->hash & (count - 1)];
      fresh[s->hash & (count - 1)] = s;
    }
  cr_free(c->buckets);
  c->buckets = fresh;
  c->bucket_count = count;
  return true;
}

static void insert(cr_glyph_cache *c, cr_glyph_slot *s) {
  cr_glyph_slot **bucket = &c->buckets[s->hash & (c->bucket_count - 1)];
  s->next = *bucket;
  *bucket = s;
  if (c->hand) {
    s->newer = c->hand;
    s->older = c->hand->older;
    s->older->newer = s;
    c->hand->older = s;
  } else {
    s->newer = s->older = s;
    c->hand = s;
  }
  s->tabled = true;
  c->slot_count++;
}

// Public within text

void cr_glyph_cache_destroy(cr_glyph_cache *c) {
  if (!c) return;
  while (c->oldest) drop_list(c, c->oldest);
  while (c->hand) {
    c->hand->references = 0;
    take_from_table(c, c->hand);
  }
  for (int i = 0; i < c->raster_count; i++) cr_raster_destroy(c->rasters[i]);
  cr_free(c->buckets);
  pthread_mutex_destroy(&c->lock);
  cr_free(c);
}

void cr_glyph_cache_set_limit(cr_glyph_cache *c, size_t bytes) {
  pthread_mutex_lock(&c->lock);
  c->limit = bytes;
  shrink_to_limit(c);
  pthread_mutex_unlock(&c->lock);
}

cr_cache_statistics cr_glyph_cache_statistics(cr_glyph_cache *c) {
  pthread_mutex_lock(&c->lock);
  cr_cache_statistics s = {.bytes = c->bytes, .entries = c->glyphs, .limit = c->limit, .hits = c->hits, .misses = c->misses};
  pthread_mutex_unlock(&c->lock);
  return s;
}

cr_raster *cr_glyph_cache_borrow_raster(cr_glyph_cache *c) {
  pthread_mutex_lock(&c->lock);
  cr_raster *r = c->raster_count ? c->rasters[--c->raster_count] : NULL;
  pthread_mutex_unlock(&c->lock);
  return r ? r : cr_raster_create();
}

void cr_glyph_cache_return_raster(cr_glyph_cache *c, cr_raster *r) {
  if (!r) return;
  pthread_mutex_lock(&c->lock);
  if (c->raster_count < KEPT_RASTERS) {
    c->rasters[c->raster_count++] = r;
    r = NULL;
  }
  pthread_mutex_unlock(&c->lock);
  cr_raster_destroy(r);
}

static cr_glyph_slot *make_slot(cr_raster *r, const cr_glyph_key *key) {
  cr_glyph_slot *s = tx_calloc(1, sizeof *s);
  if (!s) return NULL;
  s->key = *key;
  s->hash = hash_key(key);
  if (!cr_raster_glyph(r, s)) {
    cr_free(s->pixels);
    cr_free(s);
    return NULL;
  }
  return s;
}

/// Up to BATCH glyphs: one visit for what is known, rasterising without the lock, one visit for what was new.
static bool take_batch(cr_glyph_cache *c, const cr_glyph_key *keys, size_t count, cr_glyph_slot **slots) {
  size_t missing = 0;
  uint64_t hashes[BATCH];
  for (size_t i = 0; i < count; i++) hashes[i] = hash_key(&keys[i]);
  pthread_mutex_lock(&c->lock);
  for (size_t i = 0; i < count; i++) {
    cr_glyph_slot *s = find(c, &keys[i], hashes[i]);
    if ((slots[i] = s)) {
      s->references++;
      s->recent = true;
      c->hits++;
    } else {
      missing++;
      c->misses++;
    }
  }
  pthread_mutex_unlock(&c->lock);
  if (!missing) return true;
  cr_raster *r = cr_glyph_cache_borrow_raster(c);
  cr_glyph_slot *made[BATCH] = {0};
  bool good = r != NULL;
  for (size_t i = 0; i < count && good; i++) {
    if (slots[i]) continue;
    size_t twin = 0;  // the same glyph earlier in the batch
    while (twin < i && !(made[twin] && same_key(&keys[twin], &keys[i]))) twin++;
    if (twin < i) continue;
    good = (made[i] = make_slot(r, &keys[i])) != NULL;
  }
  cr_glyph_cache_return_raster(c, r);
  pthread_mutex_lock(&c->lock);
  good = good && grow_table(c);
  for (size_t i = 0; i < count; i++) {
    if (slots[i]) continue;
    cr_glyph_slot *s = good ? find(c, &keys[i], hashes[i]) : NULL;  // another thread, or a twin, may have been faster
    if (s || !good) {
      if (made[i]) {
        cr_free(made[i]->pixels);
        cr_free(made[i]);
      }
    } else {
      s = made[i];
      c->bytes += s->bytes + sizeof *s;
      c->glyphs++;
      insert(c, s);
    }
    if (s) {
      s->references++;
      s->recent = true;
    }
    slots[i] = s;
  }
  if (!good)
    for (size_t i = 0; i < count; i++)
      if (slots[i]) unreference(c, slots[i]);
  shrink_to_limit(c);
  pthread_mutex_unlock(&c->lock);
  return good;
}

bool cr_glyph_cache_take(cr_glyph_cache *c, const cr_glyph_key *keys, size_t count, cr_glyph_slot **slots) {
  for (size_t at = 0; at < count; at += BATCH) {
    size_t n = count - at < BATCH ? count - at : BATCH;
    if (take_batch(c, keys + at, n, slots + at)) continue;
    cr_glyph_cache_give_back(c, slots, at);
    return false;
  }
  return true;
}

void cr_glyph_cache_give_back(cr_glyph_cache *c, cr_glyph_slot *const *slots, size_t count) {
  pthread_mutex_lock(&c->lock);
  for (size_t i = 0; i < count; i++) unreference(c, slots[i]);
  if (c->bytes > c->limit) shrink_to_limit(c);
  pthread_mutex_unlock(&c->lock);
}

cr_glyph_list *cr_glyph_list_begin(cr_glyph_cache *c, cr_glyph_list **owner, double scale, uint8_t phase) {
  pthread_mutex_lock(&c->lock);
  cr_glyph_list *l = *owner;
  if (l && l->scale == scale && l->phase == phase) {
    atomic_fetch_add_explicit(&l->users, 1, memory_order_relaxed);
    c->hits += l->count;
    if (c->newest != l) {
      unlink_list(c, l);
      link_newest(c, l);
    }
  } else {
    l = NULL;
  }
  pthread_mutex_unlock(&c->lock);
  return l;
}

void cr_glyph_list_end(cr_glyph_list *l) { atomic_fetch_sub_explicit(&l->users, 1, memory_order_release); }

bool cr_glyph_list_adopt(cr_glyph_cache *c, cr_glyph_list **owner, cr_glyph_list *list) {
  pthread_mutex_lock(&c->lock);
  bool adopted = !*owner || !atomic_load_explicit(&(*owner)->users, memory_order_acquire);
  if (adopted) {
    if (*owner) drop_list(c, *owner);
    list->owner = owner;
    list->bytes = sizeof *list + list->count * sizeof *list->glyphs + list->end_count * sizeof *list->ends;
    atomic_init(&list->users, 1);
    *owner = list;
    c->bytes += list->bytes;
    link_newest(c, list);
    if (c->bytes > c->limit) shrink_to_limit(c);
  }
  pthread_mutex_unlock(&c->lock);
  return adopted;
}

void cr_glyph_list_discard(cr_glyph_cache *c, cr_glyph_list *l) {
  pthread_mutex_lock(&c->lock);
  free_list(c, l);
  if (c->bytes > c->limit) shrink_to_limit(c);
  pthread_mutex_unlock(&c->lock);
}

void cr_glyph_list_drop(cr_glyph_cache *c, cr_glyph_list **owner) {
  pthread_mutex_lock(&c->lock);
  if (*owner) drop_list(c, *owner);
  pthread_mutex_unlock(&c->lock);
}
