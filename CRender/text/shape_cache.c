#include "shape_cache.h"

#include <pthread.h>
#include <stdatomic.h>

#include "shaped.h"
#include "text_lock.h"
#include "text_memory.h"

enum { SHARDS = 16, BUCKETS = 128, SEEN = 2048, DEFAULT_LIMIT = 1 << 20 };

typedef struct entry {
  struct entry *next;           // in its bucket
  struct entry *newer, *older;  // in its shard
  cr_shaped *shaped;
  uint64_t hash;
  uint32_t generation;
  cr_direction direction;
  size_t bytes;                 // including its contents
  char text[];                  // as given; `shaped` has code points, with controls replaced
} entry;

typedef struct {
  _Alignas(64) pthread_mutex_t lock;  // shards share no cache line
  entry *newest, *oldest;
  uint64_t hits, misses;
  size_t count;
  entry *buckets[BUCKETS];
} shard;

struct cr_shape_cache {
  shard *shards;
  atomic_size_t bytes, limit;
  atomic_uint hand;  // the next shard to evict from
  atomic_uint generation;  // of the fonts: texts of other generations are not kept
  _Atomic uint32_t seen[SEEN];  // part of the hash of the last text with this index that was not kept
};

cr_shape_cache *cr_shape_cache_create(void) {
  cr_shape_cache *c = tx_calloc(1, sizeof *c);
  if (!c) return NULL;
  if (!(c->shards = cr_shards_create(SHARDS, sizeof *c->shards))) {
    cr_free(c);
    return NULL;
  }
  atomic_init(&c->limit, DEFAULT_LIMIT);
  return c;
}

static void free_entry(entry *e) {
  cr_shaped_release(e->shaped);
  cr_free(e);
}

void cr_shape_cache_destroy(cr_shape_cache *c) {
  if (!c) return;
  for (size_t i = 0; i < SHARDS; i++) {
    for (entry *e = c->shards[i].newest, *older; e; e = older) {
      older = e->older;
      free_entry(e);
    }
  }
  cr_shards_destroy(c->shards, SHARDS, sizeof *c->shards);
  cr_free(c);
}

uint64_t cr_shape_cache_hash(const cr_shape_key *key) {
  // Eight bytes at a time.
  uint64_t h = TX_HASH ^ key->length, word;
  size_t i = 0;
  for (; i + sizeof word <= key->length; i += sizeof word) {
    memcpy(&word, key->text + i, sizeof word);
    h = (h ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    h ^= h >> 32;
  }
  word = 0;
  if (i < key->length) memcpy(&word, key->text + i, key->length - i);
  h = (h ^ word) * UINT64_C(0x9E3779B97F4A7C15);
  h ^= h >> 32;
  // Commonly animated values: otherwise all states of a text would share a bucket.
  const cr_text_run *run = &key->runs[0];
  uint64_t words[6];
  memcpy(words, &run->size, sizeof *words);
  memcpy(words + 1, &run->color, 2 * sizeof *words);  // four floats
  memcpy(words + 3, &run->letter_spacing, sizeof *words);
  memcpy(words + 4, &run->baseline_offset, sizeof *words);
  words[5] = run->dark_color;
  for (size_t n = 0; n < 6; n++) {
    h = (h ^ words[n]) * UINT64_C(0x9E3779B97F4A7C15);
    h ^= h >> 32;
  }
  h = (h ^ (uint64_t)(uintptr_t)run->style ^ key->run_count) * UINT64_C(0xBF58476D1CE4E5B9);
  return h ^ h >> 29;
}

static bool same_color(const cr_color *a, const cr_color *b) {
  return a->red == b->red && a->green == b->green && a->blue == b->blue && a->alpha == b->alpha;
}

/// Whether a run equals the one `a` was made from. Clamped values never match their originals.
static bool same_run(const cr_attribute *a, const cr_text_run *run) {
  const cr_text_run *r = &a->run;
  if (r->start != run->start || r->end != run->end || r->style != run->style || r->size != run->size || r->letter_spacing != run->letter_spacing ||
      r->word_spacing != run->word_spacing || r->baseline_offset != run->baseline_offset || r->background_radius != run->background_radius ||
      r->outline_width != run->outline_width || r->underline != run->underline || r->strikethrough != run->strikethrough ||
      r->has_background != run->has_background || r->skips_ink != run->skips_ink || r->hyphenates != run->hyphenates ||
      r->is_object != run->is_object || r->object_width != run->object_width || r->object_ascent != run->object_ascent ||
      r->object_descent != run->object_descent)
    return false;
  if (!same_color(&r->color, &run->color) || !same_color(&r->background, &run->background) || !same_color(&r->outline, &run->outline) ||
      !same_color(&r->underline_color, &run->underline_color) || !same_color(&r->strikethrough_color, &run->strikethrough_color))
    return false;
  if (r->dark_color != run->dark_color || r->dark_background != run->dark_background || r->dark_outline != run->dark_outline ||
      r->dark_underline_color != run->dark_underline_color || r->dark_strikethrough_color != run->dark_strikethrough_color)
    return false;
  const bool has_language = run->language && *run->language;
  return has_language ? a->tag == hb_language_from_string(run->language, -1) : a->tag == HB_LANGUAGE_INVALID;
}

static bool same(const entry *e, const cr_shape_key *key, uint64_t hash) {
  const cr_shaped *s = e->shaped;
  if (e->hash != hash || e->generation != key->generation || e->direction != key->direction || s->length != key->length ||
      s->attribute_count != key->run_count || (key->length && memcmp(e->text, key->text, key->length)))
    return false;
  for (size_t i = 0; i < key->run_count; i++)
    if (!same_run(&s->attributes[i], &key->runs[i])) return false;
  return true;
}

static shard *shard_of(cr_shape_cache *c, uint64_t hash) { return &c->shards[hash >> 60]; }
static entry **bucket_of(shard *s, uint64_t hash) { return &s->buckets[(hash >> 48) % BUCKETS]; }

static void unlink_entry(shard *s, entry *e) {
  if (e->newer) e->newer->older = e->older;
  else s->newest = e->older;
  if (e->older) e->older->newer = e->newer;
  else s->oldest = e->newer;
}

static void link_newest(shard *s, entry *e) {
  e->newer = NULL;
  e->older = s->newest;
  if (s->newest) s->newest->newer = e;
  else s->oldest = e;
  s->newest = e;
}

cr_shaped *cr_shape_cache_find(cr_shape_cache *c, const cr_shape_key *key, uint64_t hash) {
  shard *s = shard_of(c, hash);
  pthread_mutex_lock(&s->lock);
  entry *e = *bucket_of(s, hash);
  while (e && !same(e, key, hash)) e = e->next;
  cr_shaped *found = e ? cr_shaped_retain(e->shaped) : NULL;
  if (e) {
    s->hits++;
    if (s->newest != e) {
      unlink_entry(s, e);
      link_newest(s, e);
    }
  } else {
    s->misses++;
  }
  pthread_mutex_unlock(&s->lock);
  return found;
}

/// Removes the oldest entry of a shard, for the caller to free without the lock; NULL if it is empty. Lock held.
static entry *take_oldest(cr_shape_cache *c, shard *s) {
  entry *e = s->oldest;
  if (!e) return NULL;
  unlink_entry(s, e);
  entry **link = bucket_of(s, e->hash);
  while (*link != e) link = &(*link)->next;
  *link = e->next;
  s->count--;
  atomic_fetch_sub_explicit(&c->bytes, e->bytes, memory_order_relaxed);
  return e;
}

static void shrink(cr_shape_cache *c, size_t limit) {
  unsigned empty = 0;
  while (empty < SHARDS && atomic_load_explicit(&c->bytes, memory_order_relaxed) > limit) {
    shard *s = &c->shards[atomic_fetch_add_explicit(&c->hand, 1, memory_order_relaxed) % SHARDS];
    pthread_mutex_lock(&s->lock);
    entry *e = take_oldest(c, s);
    pthread_mutex_unlock(&s->lock);
    empty = e ? 0 : empty + 1;
    if (e) free_entry(e);
  }
}

void cr_shape_cache_set_generation(cr_shape_cache *c, uint32_t generation) {
  unsigned known = atomic_load(&c->generation);
  // Another thread may have set a newer one.
  do {
    if ((int32_t)(generation - known) <= 0) return;
  } while (!atomic_compare_exchange_weak(&c->generation, &known, generation));
  for (size_t i = 0; i < SHARDS; i++) {
    shard *s = &c->shards[i];
    entry *gone = NULL;
    pthread_mutex_lock(&s->lock);
    for (entry *e = take_oldest(c, s); e; e = take_oldest(c, s)) {
      e->next = gone;
      gone = e;
    }
    pthread_mutex_unlock(&s->lock);
    for (entry *next; gone; gone = next) {
      next = gone->next;
      free_entry(gone);
    }
  }
}

/// Whether this text was used recently without being kept; records this use.
static bool was_seen(cr_shape_cache *c, uint64_t hash) {
  _Atomic uint32_t *place = &c->seen[hash % SEEN];
  const uint32_t mark = (uint32_t)(hash >> 24) | 1;
  if (atomic_load_explicit(place, memory_order_relaxed) == mark) return true;
  atomic_store_explicit(place, mark, memory_order_relaxed);
  return false;
}

void cr_shape_cache_keep(cr_shape_cache *c, const cr_shape_key *key, uint64_t hash, cr_shaped *shaped) {
  // A clamped text is never found again: it would only evict others.
  for (size_t i = 0; i < key->run_count; i++)
    if (!same_run(&shaped->attributes[i], &key->runs[i])) return;
  const size_t bytes = sizeof(entry) + key->length + shaped->bytes;  // lengths are bounded: no overflow
  const size_t limit = atomic_load_explicit(&c->limit, memory_order_relaxed);
  if (bytes > limit / 2) return;
  // Texts that are shown once, such as a counter's, evict nothing: if the cache is full, only repeated texts are kept.
  if (atomic_load_explicit(&c->bytes, memory_order_relaxed) + bytes > limit && !was_seen(c, hash)) return;
  entry *e = tx_alloc(1, sizeof *e + key->length);
  if (!e) return;
  *e = (entry){.shaped = shaped, .hash = hash, .generation = key->generation, .direction = key->direction, .bytes = bytes};
  if (key->length) memcpy(e->text, key->text, key->length);
  // Evict first, so that the limit is only exceeded by concurrent insertions of other threads.
  atomic_fetch_add_explicit(&c->bytes, bytes, memory_order_relaxed);
  shrink(c, limit);
  shard *s = shard_of(c, hash);
  pthread_mutex_lock(&s->lock);
  entry **bucket = bucket_of(s, hash), *twin = *bucket;
  while (twin && !same(twin, key, hash)) twin = twin->next;  // another thread was faster
  const bool kept = !twin && key->generation == atomic_load(&c->generation);
  if (kept) {
    cr_shaped_retain(shaped);
    e->next = *bucket;
    *bucket = e;
    link_newest(s, e);
    s->count++;
  }
  pthread_mutex_unlock(&s->lock);
  if (kept) return;
  atomic_fetch_sub_explicit(&c->bytes, bytes, memory_order_relaxed);
  cr_free(e);
}

void cr_shape_cache_set_limit(cr_shape_cache *c, size_t bytes) {
  atomic_store_explicit(&c->limit, bytes, memory_order_relaxed);
  shrink(c, bytes);
}

void cr_shape_cache_trim(cr_shape_cache *c, size_t bytes) { shrink(c, bytes); }

cr_cache_statistics cr_shape_cache_statistics(cr_shape_cache *c) {
  cr_cache_statistics all = {.bytes = atomic_load_explicit(&c->bytes, memory_order_relaxed), .limit = atomic_load_explicit(&c->limit, memory_order_relaxed)};
  for (size_t i = 0; i < SHARDS; i++) {
    shard *s = &c->shards[i];
    pthread_mutex_lock(&s->lock);
    all.entries += s->count;
    all.hits += s->hits;
    all.misses += s->misses;
    pthread_mutex_unlock(&s->lock);
  }
  return all;
}
