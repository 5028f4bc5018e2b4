#include "glyph_cache.h"

#include "glyph_raster.h"
#include "glyph_table.h"
#include "text_lock.h"
#include "text_memory.h"

enum { SHARDS = 16, KEPT_RASTERS = 16, DEFAULT_LIMIT = 8 << 20, BATCH = 64 };

/// Lists of some owners. Glyph look-ups hold the lock of any shard; changes of the table hold those of all.
typedef struct {
  _Alignas(64) pthread_mutex_t lock;  // shards share no cache line
  cr_glyph_list *newest, *oldest;
  uint64_t hits, misses;
} shard;

struct cr_glyph_cache {
  shard *shards;
  atomic_uint hand;  // the next shard to evict from
  cr_glyph_table table;
  atomic_size_t bytes, list_bytes, limit;  // `bytes`: of glyphs and lists
  pthread_mutex_t raster_lock;
  cr_raster *rasters[KEPT_RASTERS];
  int raster_count;
  bool fonts_left;  // since no raster was borrowed: returned ones drop their faces
  int borrowed_rasters;
};

cr_glyph_cache *cr_glyph_cache_create(void) {
  cr_glyph_cache *c = tx_calloc(1, sizeof *c);
  if (!c) return NULL;
  if (!(c->shards = cr_shards_create(SHARDS, sizeof *c->shards))) {
    cr_free(c);
    return NULL;
  }
  cr_text_lock_init(&c->raster_lock);
  atomic_init(&c->limit, DEFAULT_LIMIT);
  return c;
}

static size_t load(atomic_size_t *value) { return atomic_load_explicit(value, memory_order_relaxed); }
static void add(atomic_size_t *value, size_t n) { atomic_fetch_add_explicit(value, n, memory_order_relaxed); }
static void subtract(atomic_size_t *value, size_t n) { atomic_fetch_sub_explicit(value, n, memory_order_relaxed); }

static void lock_all(cr_glyph_cache *c) {
  for (size_t i = 0; i < SHARDS; i++) pthread_mutex_lock(&c->shards[i].lock);
}
static void unlock_all(cr_glyph_cache *c) {
  for (size_t i = SHARDS; i-- > 0;) pthread_mutex_unlock(&c->shards[i].lock);
}

/// Shard with the list of an owner, by its address.
static uint8_t shard_of(const void *owner) { return (uint8_t)((uint64_t)(uintptr_t)owner * UINT64_C(0x9E3779B97F4A7C15) >> 60); }
_Static_assert(SHARDS == 16, "shard_of gives four bits");

// With the lock of the list's shard

static void unlink_list(shard *s, cr_glyph_list *l) {
  if (l->newer) l->newer->older = l->older;
  else s->newest = l->older;
  if (l->older) l->older->newer = l->newer;
  else s->oldest = l->newer;
  l->newer = l->older = NULL;
}

static void link_newest(shard *s, cr_glyph_list *l) {
  l->older = s->newest;
  l->newer = NULL;
  if (s->newest) s->newest->newer = l;
  else s->oldest = l;
  s->newest = l;
}

static void drop_list(cr_glyph_cache *c, cr_glyph_list *l) {
  unlink_list(&c->shards[l->shard], l);
  subtract(&c->bytes, l->bytes);
  subtract(&c->list_bytes, l->bytes);
  // The owner may be freed as soon as its pointer is NULL.
  if (l->owner) atomic_store_explicit(l->owner, NULL, memory_order_release);
  cr_free(l);
}

static bool is_idle(cr_glyph_list *l) { return l->owner && !atomic_load_explicit(&l->users, memory_order_acquire); }

static void adopt(cr_glyph_cache *c, cr_glyph_list *l, cr_glyph_owner *owner) {
  cr_glyph_list *old = atomic_load_explicit(owner, memory_order_relaxed);
  if (old && !is_idle(old)) return;
  if (old) drop_list(c, old);
  l->owner = owner;
  atomic_store_explicit(owner, l, memory_order_release);
}

/// Drops the least recently drawn idle list of a shard, if any.
static bool drop_oldest(cr_glyph_cache *c, shard *s) {
  cr_glyph_list *l = s->oldest;
  while (l && !is_idle(l)) l = l->newer;
  if (l) drop_list(c, l);
  return l != NULL;
}

// With the locks of all shards

static void mark_used(cr_glyph_cache *c) {
  for (size_t i = 0; i < SHARDS; i++)
    for (cr_glyph_list *l = c->shards[i].newest; l; l = l->older)
      for (size_t k = 0; k < l->count; k++)
        if (l->glyphs[k].slot) l->glyphs[k].slot->marked = true;
}

static void sweep(cr_glyph_cache *c, size_t limit) {
  mark_used(c);
  // A little more than necessary, so that the next glyph does not trigger another sweep.
  const size_t target = limit - limit / 8, bytes = load(&c->bytes);
  if (bytes > target) subtract(&c->bytes, cr_glyph_table_sweep(&c->table, bytes - target));
}

/// Drops the older half of the idle lists; false if none is idle.
static bool drop_half(cr_glyph_cache *c) {
  bool dropped = false;
  for (size_t i = 0; i < SHARDS; i++) {
    size_t count = 0;
    for (cr_glyph_list *l = c->shards[i].newest; l; l = l->older) count += is_idle(l);
    for (size_t n = (count + 1) / 2; n && drop_oldest(c, &c->shards[i]); n--) dropped = true;
  }
  return dropped;
}

// Without locks held

/// Evicts down to the limit: first the least recently drawn lists, if they take more than half of it; then glyphs without a list; then
/// both.
static void keep_within(cr_glyph_cache *c, size_t limit) {
  unsigned empty = 0;
  while (empty < SHARDS && load(&c->bytes) > limit && load(&c->list_bytes) > limit / 2) {
    shard *s = &c->shards[atomic_fetch_add_explicit(&c->hand, 1, memory_order_relaxed) % SHARDS];
    pthread_mutex_lock(&s->lock);
    empty = drop_oldest(c, s) ? 0 : empty + 1;
    pthread_mutex_unlock(&s->lock);
  }
  if (load(&c->bytes) <= limit) return;
  lock_all(c);
  if (load(&c->bytes) > limit) sweep(c, limit);
  while (load(&c->bytes) > limit && drop_half(c)) sweep(c, limit);
  unlock_all(c);
}

void cr_glyph_cache_destroy(cr_glyph_cache *c) {
  if (!c) return;
  for (size_t i = 0; i < SHARDS; i++)
    while (c->shards[i].oldest) drop_list(c, c->shards[i].oldest);
  cr_glyph_table_free(&c->table);
  for (int i = 0; i < c->raster_count; i++) cr_raster_destroy(c->rasters[i]);
  pthread_mutex_destroy(&c->raster_lock);
  cr_shards_destroy(c->shards, SHARDS, sizeof *c->shards);
  cr_free(c);
}

void cr_glyph_cache_set_limit(cr_glyph_cache *c, size_t bytes) {
  atomic_store_explicit(&c->limit, bytes, memory_order_relaxed);
  keep_within(c, bytes);
}

void cr_glyph_cache_trim(cr_glyph_cache *c, size_t bytes) { keep_within(c, bytes); }

cr_cache_statistics cr_glyph_cache_statistics(cr_glyph_cache *c) {
  lock_all(c);
  cr_cache_statistics all = {.bytes = load(&c->bytes), .entries = c->table.count, .limit = load(&c->limit)};
  for (size_t i = 0; i < SHARDS; i++) {
    all.hits += c->shards[i].hits;
    all.misses += c->shards[i].misses;
  }
  unlock_all(c);
  return all;
}

cr_raster *cr_glyph_cache_borrow_raster(cr_glyph_cache *c) {
  pthread_mutex_lock(&c->raster_lock);
  cr_raster *r = c->raster_count ? c->rasters[--c->raster_count] : NULL;
  c->borrowed_rasters++;
  pthread_mutex_unlock(&c->raster_lock);
  if (!r && !(r = cr_raster_create())) {
    pthread_mutex_lock(&c->raster_lock);
    c->borrowed_rasters--;
    pthread_mutex_unlock(&c->raster_lock);
  }
  return r;
}

void cr_glyph_cache_forget_faces(cr_glyph_cache *c) {
  pthread_mutex_lock(&c->raster_lock);
  for (int i = 0; i < c->raster_count; i++) cr_raster_forget_faces(c->rasters[i]);
  c->fonts_left = c->borrowed_rasters > 0;
  pthread_mutex_unlock(&c->raster_lock);
}

void cr_glyph_cache_forget_font(cr_glyph_cache *c, uint32_t font_id) {
  lock_all(c);
  mark_used(c);
  subtract(&c->bytes, cr_glyph_table_forget(&c->table, font_id));
  unlock_all(c);
}

void cr_glyph_cache_return_raster(cr_glyph_cache *c, cr_raster *r) {
  if (!r) return;
  pthread_mutex_lock(&c->raster_lock);
  if (c->fonts_left) cr_raster_forget_faces(r);
  if (!--c->borrowed_rasters) c->fonts_left = false;
  if (c->raster_count < KEPT_RASTERS) {
    c->rasters[c->raster_count++] = r;
    r = NULL;
  }
  pthread_mutex_unlock(&c->raster_lock);
  cr_raster_destroy(r);
}

// Lists

cr_glyph_list *cr_glyph_list_create(size_t glyphs, size_t ends) {
  // Counts of glyphs and fragments fit 32 bits: the sum does not overflow.
  const size_t bytes = sizeof(cr_glyph_list) + glyphs * sizeof(cr_placed_glyph) + ends * sizeof(uint32_t);
  cr_glyph_list *l = tx_alloc(1, bytes);
  if (!l) return NULL;
  *l = (cr_glyph_list){.bytes = bytes, .end_count = ends, .ends = (uint32_t *)(void *)(l->glyphs + glyphs)};
  atomic_init(&l->users, 1);
  return l;
}

static cr_glyph_slot *make_slot(cr_raster *r, const cr_glyph_key *key, uint64_t hash) {
  cr_glyph_slot *s = tx_calloc(1, sizeof *s);
  if (!s) return NULL;
  s->key = *key;
  s->hash = hash;
  if (cr_raster_glyph(r, s)) return s;
  cr_glyph_slot_free(s);
  return NULL;
}

/// Rasterises up to BATCH glyphs without a slot, without a lock, and adds them to the table. The list is in its shard, in use.
static bool make_missing(cr_glyph_cache *c, cr_placed_glyph *glyphs, const cr_glyph_key *keys, const uint64_t *hashes, size_t count) {
  cr_glyph_slot *made[BATCH] = {0};
  cr_raster *r = cr_glyph_cache_borrow_raster(c);
  bool good = r != NULL;
  for (size_t i = 0; i < count && good; i++) {
    if (glyphs[i].slot) continue;
    size_t twin = 0;  // the same glyph earlier in the batch
    while (twin < i && !(made[twin] && cr_glyph_same(&keys[twin], &keys[i]))) twin++;
    if (twin == i) good = (made[i] = make_slot(r, &keys[i], hashes[i])) != NULL;
  }
  cr_glyph_cache_return_raster(c, r);
  lock_all(c);
  for (size_t i = 0; i < count && good; i++) {
    if (glyphs[i].slot) continue;
    cr_glyph_slot *s = cr_glyph_table_find(&c->table, &keys[i], hashes[i]);  // another thread, or a twin, may have added it
    if (!s && made[i] && (good = cr_glyph_table_grow(&c->table))) {
      s = made[i];
      made[i] = NULL;
      atomic_init(&s->recent, true);
      add(&c->bytes, cr_glyph_slot_bytes(s));
      cr_glyph_table_insert(&c->table, s);
    }
    glyphs[i].slot = s;
  }
  unlock_all(c);
  for (size_t i = 0; i < count; i++) cr_glyph_slot_free(made[i]);
  return good;
}

bool cr_glyph_list_fill(
    cr_glyph_cache *c, cr_glyph_list *l, const cr_glyph_key *keys, cr_glyph_owner *owner, cr_glyph_list_finish finish, void *context) {
  for (size_t i = 0; i < l->count; i++) l->glyphs[i].slot = NULL;
  l->shard = shard_of(owner ? (const void *)owner : l);
  shard *s = &c->shards[l->shard];
  bool linked = false, settled = !owner;
  for (size_t at = 0; at < l->count || !linked; at += BATCH) {
    const size_t n = l->count - at < BATCH ? l->count - at : BATCH;
    uint64_t hashes[BATCH];
    size_t missing = 0;
    for (size_t i = 0; i < n; i++) hashes[i] = cr_glyph_hash(&keys[at + i]);
    pthread_mutex_lock(&s->lock);
    if (!linked) {
      link_newest(s, l);
      add(&c->bytes, l->bytes);
      add(&c->list_bytes, l->bytes);
      linked = true;
    }
    for (size_t i = 0; i < n; i++) missing += !(l->glyphs[at + i].slot = cr_glyph_table_find(&c->table, &keys[at + i], hashes[i]));
    s->hits += n - missing;
    s->misses += missing;
    if (!settled && !finish && !missing && at + n == l->count) {
      adopt(c, l, owner);
      settled = true;
    }
    pthread_mutex_unlock(&s->lock);
    if (!missing || make_missing(c, l->glyphs + at, keys + at, hashes, n)) continue;
    cr_glyph_list_end(c, l);
    return false;
  }
  if (finish) finish(context, l);
  if (!settled) {
    pthread_mutex_lock(&s->lock);
    adopt(c, l, owner);
    pthread_mutex_unlock(&s->lock);
  }
  if (load(&c->bytes) > load(&c->limit)) keep_within(c, load(&c->limit));
  return true;
}

cr_glyph_list *cr_glyph_list_begin(cr_glyph_cache *c, cr_glyph_owner *owner, double scale, uint8_t phase) {
  if (!atomic_load_explicit(owner, memory_order_relaxed)) return NULL;
  shard *s = &c->shards[shard_of(owner)];
  pthread_mutex_lock(&s->lock);
  cr_glyph_list *l = atomic_load_explicit(owner, memory_order_relaxed);
  if (l && l->scale == scale && l->phase == phase) {
    atomic_fetch_add_explicit(&l->users, 1, memory_order_relaxed);
    s->hits += l->count;
    if (s->newest != l) {
      unlink_list(s, l);
      link_newest(s, l);
    }
  } else {
    l = NULL;
  }
  pthread_mutex_unlock(&s->lock);
  return l;
}

void cr_glyph_list_end(cr_glyph_cache *c, cr_glyph_list *l) {
  if (l->owner) {
    atomic_fetch_sub_explicit(&l->users, 1, memory_order_release);
    return;
  }
  shard *s = &c->shards[l->shard];
  pthread_mutex_lock(&s->lock);
  drop_list(c, l);
  pthread_mutex_unlock(&s->lock);
}

void cr_glyph_list_drop(cr_glyph_cache *c, cr_glyph_owner *owner) {
  if (!atomic_load_explicit(owner, memory_order_acquire)) return;
  shard *s = &c->shards[shard_of(owner)];
  pthread_mutex_lock(&s->lock);
  cr_glyph_list *l = atomic_load_explicit(owner, memory_order_relaxed);
  if (l) drop_list(c, l);
  pthread_mutex_unlock(&s->lock);
}
