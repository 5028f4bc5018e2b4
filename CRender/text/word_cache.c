#include "word_cache.h"

#include <pthread.h>
#include <stdatomic.h>

#include "text_lock.h"
#include "text_memory.h"

/// At most 8,192 words: 1 MB for typical words. Each shard keeps within its share of the byte limit.
enum { SHARDS = 16, SETS = 128, WAYS = 4, SEEN = 2048, DEFAULT_LIMIT = 2 << 20 };

/// A stored glyph. Fonts count glyphs and measure in 16 bits; a word with a larger value is not stored.
typedef struct {
  uint16_t id;
  int16_t advance, x, y;
  uint8_t cluster;
  bool unsafe, leans;
} kept_glyph;

/// The key as in cr_word_key, followed by the code points and the glyphs of the word.
typedef struct {
  uint64_t hash;
  const void *language, *features;
  uint32_t instance, script, stamp;
  uint8_t count, glyph_count;
  bool backwards, spaced;
  uint32_t text[];
} word;

static kept_glyph *glyphs_of(word *w) { return (kept_glyph *)(void *)(w->text + w->count); }

typedef struct {
  _Alignas(64) pthread_mutex_t lock;  // shards share no cache line
  uint32_t clock, hand, count;        // hand: the next set to evict from when bytes are short
  size_t bytes;
  uint64_t hits, misses;
  uint32_t tags[SETS][WAYS];          // part of the hash of each word: words with another one are not read from memory
  word *words[SETS][WAYS];
} shard;

struct cr_word_cache {
  shard *shards;
  atomic_size_t limit;
  _Atomic uint32_t seen[SEEN];  // part of the hash of the last word with this index
};

cr_word_cache *cr_word_cache_create(void) {
  cr_word_cache *c = tx_calloc(1, sizeof *c);
  if (!c) return NULL;
  if (!(c->shards = cr_shards_create(SHARDS, sizeof *c->shards))) {
    cr_free(c);
    return NULL;
  }
  atomic_init(&c->limit, DEFAULT_LIMIT);
  return c;
}

void cr_word_cache_destroy(cr_word_cache *c) {
  if (!c) return;
  for (size_t i = 0; i < SHARDS; i++) {
    for (size_t s = 0; s < SETS; s++)
      for (size_t w = 0; w < WAYS; w++) cr_free(c->shards[i].words[s][w]);
  }
  cr_shards_destroy(c->shards, SHARDS, sizeof *c->shards);
  cr_free(c);
}

static uint64_t hash_key(const cr_word_key *k) {
  uint64_t h = ((uint64_t)k->instance << 32 | k->script) + (uint64_t)k->count * 4 + k->backwards * 2 + k->spaced;
  h ^= (uint64_t)(uintptr_t)k->language * 31 + (uint64_t)(uintptr_t)k->features;
  for (unsigned i = 0; i < k->count; i++) h = (h ^ k->text[i]) * UINT64_C(0x9E3779B97F4A7C15), h ^= h >> 32;
  return h * UINT64_C(0xBF58476D1CE4E5B9);
}

static bool same(const word *w, const cr_word_key *k) {
  return w->instance == k->instance && w->script == k->script && w->language == k->language && w->features == k->features &&
         w->backwards == k->backwards && w->spaced == k->spaced && w->count == k->count && !memcmp(w->text, k->text, k->count * sizeof *k->text);
}

static shard *shard_of(cr_word_cache *c, uint64_t hash) { return &c->shards[hash >> 60]; }
static size_t set_of(uint64_t hash) { return (hash >> 52) % SETS; }
static uint32_t tag_of(uint64_t hash) { return (uint32_t)hash; }
static size_t bytes_for(size_t code_points, size_t glyphs) { return sizeof(word) + code_points * sizeof(uint32_t) + glyphs * sizeof(kept_glyph); }
static size_t bytes_of(const word *w) { return bytes_for(w->count, w->glyph_count); }

int cr_word_cache_find(cr_word_cache *c, const cr_word_key *key, cr_word_glyph *out) {
  const uint64_t hash = hash_key(key);
  shard *s = shard_of(c, hash);
  int found = -1;
  pthread_mutex_lock(&s->lock);
  word **set = s->words[set_of(hash)];
  const uint32_t *tags = s->tags[set_of(hash)];
  for (size_t w = 0; w < WAYS && found < 0; w++) {
    if (tags[w] != tag_of(hash) || !set[w] || set[w]->hash != hash || !same(set[w], key)) continue;
    set[w]->stamp = ++s->clock;
    found = (int)set[w]->glyph_count;
    const kept_glyph *kept = glyphs_of(set[w]);
    for (int i = 0; i < found; i++)
      out[i] = (cr_word_glyph){kept[i].id, kept[i].advance, kept[i].x, kept[i].y, kept[i].cluster, kept[i].unsafe, kept[i].leans};
  }
  if (found < 0) s->misses++;
  else s->hits++;
  pthread_mutex_unlock(&s->lock);
  return found;
}

bool cr_word_cache_seen(cr_word_cache *c, const cr_word_key *key) {
  const uint64_t hash = hash_key(key);
  const uint32_t tag = (uint32_t)hash | 1;
  return atomic_exchange_explicit(&c->seen[(hash >> 40) % SEEN], tag, memory_order_relaxed) == tag;
}

static void drop(shard *s, word **place) {
  s->bytes -= bytes_of(*place);
  s->count--;
  cr_free(*place);
  *place = NULL;
}

/// Evicts the least recently used words set by set. Lock held.
static void shrink(shard *s, size_t limit) {
  while (s->bytes > limit && s->count) {
    word **set = s->words[s->hand++ % SETS];
    size_t victim = WAYS;
    for (size_t w = 0; w < WAYS; w++)
      if (set[w] && (victim == WAYS || set[w]->stamp < set[victim]->stamp)) victim = w;
    if (victim < WAYS) drop(s, &set[victim]);
  }
}

/// Writes `out`; false if a number does not fit.
static bool pack(kept_glyph *out, const cr_word_glyph *glyphs, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const cr_word_glyph *g = &glyphs[i];
    out[i] = (kept_glyph){(uint16_t)g->id, (int16_t)g->advance, (int16_t)g->x, (int16_t)g->y, (uint8_t)g->cluster, g->unsafe, g->leans};
    if (out[i].id != g->id || out[i].advance != g->advance || out[i].x != g->x || out[i].y != g->y || out[i].cluster != g->cluster) return false;
  }
  return true;
}

void cr_word_cache_keep(cr_word_cache *c, const cr_word_key *key, const cr_word_glyph *glyphs, size_t count) {
  const size_t limit = atomic_load_explicit(&c->limit, memory_order_relaxed) / SHARDS;
  const size_t bytes = bytes_for(key->count, count);
  if (count > CR_WORD_GLYPHS || bytes > limit) return;
  word *fresh = tx_alloc(bytes, 1);
  if (!fresh) return;
  *fresh = (word){.hash = hash_key(key), .language = key->language, .features = key->features, .instance = key->instance, .script = key->script,
                  .count = key->count, .glyph_count = (uint8_t)count, .backwards = key->backwards, .spaced = key->spaced};
  memcpy(fresh->text, key->text, key->count * sizeof *key->text);
  if (!pack(glyphs_of(fresh), glyphs, count)) {
    cr_free(fresh);
    return;
  }
  shard *s = shard_of(c, fresh->hash);
  pthread_mutex_lock(&s->lock);
  shrink(s, limit - bytes_of(fresh));
  word **set = s->words[set_of(fresh->hash)];
  size_t victim = 0;
  for (size_t w = 0; w < WAYS; w++) {
    if (set[w] && set[w]->hash == fresh->hash && same(set[w], key)) {  // another thread was faster
      victim = w;
      break;
    }
    if (set[victim] && (!set[w] || set[w]->stamp < set[victim]->stamp)) victim = w;
  }
  if (set[victim]) drop(s, &set[victim]);
  fresh->stamp = ++s->clock;
  set[victim] = fresh;
  s->tags[set_of(fresh->hash)][victim] = tag_of(fresh->hash);
  s->bytes += bytes_of(fresh);
  s->count++;
  pthread_mutex_unlock(&s->lock);
}

void cr_word_cache_set_limit(cr_word_cache *c, size_t bytes) {
  atomic_store_explicit(&c->limit, bytes, memory_order_relaxed);
  cr_word_cache_trim(c, bytes);
}

void cr_word_cache_trim(cr_word_cache *c, size_t bytes) {
  for (size_t i = 0; i < SHARDS; i++) {
    pthread_mutex_lock(&c->shards[i].lock);
    shrink(&c->shards[i], bytes / SHARDS);
    pthread_mutex_unlock(&c->shards[i].lock);
  }
}

cr_cache_statistics cr_word_cache_statistics(cr_word_cache *c) {
  cr_cache_statistics all = {.limit = atomic_load_explicit(&c->limit, memory_order_relaxed)};
  for (size_t i = 0; i < SHARDS; i++) {
    shard *s = &c->shards[i];
    pthread_mutex_lock(&s->lock);
    all.bytes += s->bytes;
    all.entries += s->count;
    all.hits += s->hits;
    all.misses += s->misses;
    pthread_mutex_unlock(&s->lock);
  }
  return all;
}
