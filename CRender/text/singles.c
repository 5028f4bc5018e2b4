#include "singles.h"

#include <pthread.h>
#include <stdatomic.h>

#include "text_memory.h"

/// At most 16 tables; together at most 512 pages of 256 characters, 1 MB.
enum { MAX_TABLES = 16, MAX_PAGES = 512, PLANES = 4 };
#define KNOWN (UINT64_C(1) << 63)

typedef struct {
  _Atomic uint64_t entries[256];  // KNOWN | glyph << 32 | advance; 0: not known to be context-free
} page;

struct cr_singles {
  cr_singles_key key;
  cr_single_cache *cache;
  _Atomic(page *) pages[PLANES * 256];
};

struct cr_single_cache {
  pthread_mutex_t lock;
  atomic_int page_count;
  atomic_size_t entries;
  _Atomic uint64_t hits, misses;
  int table_count;
  cr_singles *tables[MAX_TABLES];
};

cr_single_cache *cr_single_cache_create(void) {
  cr_single_cache *c = tx_calloc(1, sizeof *c);
  if (c) pthread_mutex_init(&c->lock, NULL);
  return c;
}

void cr_single_cache_destroy(cr_single_cache *c) {
  if (!c) return;
  for (int i = 0; i < c->table_count; i++) {
    for (size_t p = 0; p < PLANES * 256; p++) cr_free(atomic_load(&c->tables[i]->pages[p]));
    cr_free(c->tables[i]);
  }
  pthread_mutex_destroy(&c->lock);
  cr_free(c);
}

static bool same(const cr_singles_key *a, const cr_singles_key *b) {
  return a->instance == b->instance && a->script == b->script && a->language == b->language && a->features == b->features && a->spaced == b->spaced;
}

cr_singles *cr_single_cache_table(cr_single_cache *c, const cr_singles_key *key) {
  cr_singles *found = NULL;
  pthread_mutex_lock(&c->lock);
  for (int i = 0; i < c->table_count && !found; i++)
    if (same(&c->tables[i]->key, key)) found = c->tables[i];
  if (!found && c->table_count < MAX_TABLES && (found = tx_calloc(1, sizeof *found))) {
    found->key = *key;
    found->cache = c;
    c->tables[c->table_count++] = found;
  }
  pthread_mutex_unlock(&c->lock);
  return found;
}

void cr_single_cache_forget(cr_single_cache *c, uint32_t instance) {
  pthread_mutex_lock(&c->lock);
  for (int i = c->table_count; i-- > 0;) {
    cr_singles *t = c->tables[i];
    if (t->key.instance != instance) continue;
    for (size_t p = 0; p < PLANES * 256; p++) {
      page *gone = atomic_load(&t->pages[p]);
      if (!gone) continue;
      size_t known = 0;
      for (size_t e = 0; e < 256; e++) known += atomic_load_explicit(&gone->entries[e], memory_order_relaxed) != 0;
      atomic_fetch_sub(&c->entries, known);
      atomic_fetch_sub(&c->page_count, 1);
      cr_free(gone);
    }
    cr_free(t);
    c->tables[i] = c->tables[--c->table_count];
  }
  pthread_mutex_unlock(&c->lock);
}

bool cr_singles_find(const cr_singles *t, uint32_t c, uint32_t *glyph, int32_t *advance) {
  if (c >= PLANES << 16) return false;
  page *p = atomic_load_explicit(&t->pages[c >> 8], memory_order_acquire);
  const uint64_t entry = p ? atomic_load_explicit(&p->entries[c & 255], memory_order_relaxed) : 0;
  *glyph = (uint32_t)(entry >> 32) & 0x7FFFFFFF;
  *advance = (int32_t)(uint32_t)entry;
  return entry & KNOWN;
}

void cr_singles_keep(cr_singles *t, uint32_t c, uint32_t glyph, int32_t advance) {
  if (c >= PLANES << 16 || glyph > 0x7FFFFFFF) return;
  page *p = atomic_load_explicit(&t->pages[c >> 8], memory_order_acquire);
  if (!p) {
    if (atomic_fetch_add(&t->cache->page_count, 1) >= MAX_PAGES) {
      atomic_fetch_sub(&t->cache->page_count, 1);
      return;
    }
    page *fresh = tx_calloc(1, sizeof *fresh);
    if (fresh && atomic_compare_exchange_strong(&t->pages[c >> 8], &p, fresh)) {
      p = fresh;
    } else {
      cr_free(fresh);
      atomic_fetch_sub(&t->cache->page_count, 1);
      if (!p) return;
    }
  }
  const uint64_t before =
      atomic_exchange_explicit(&p->entries[c & 255], KNOWN | (uint64_t)glyph << 32 | (uint32_t)advance, memory_order_relaxed);
  if (!before) atomic_fetch_add_explicit(&t->cache->entries, 1, memory_order_relaxed);
}

void cr_singles_count(cr_singles *t, uint32_t hits, uint32_t misses) {
  if (hits) atomic_fetch_add_explicit(&t->cache->hits, hits, memory_order_relaxed);
  if (misses) atomic_fetch_add_explicit(&t->cache->misses, misses, memory_order_relaxed);
}

cr_cache_statistics cr_single_cache_statistics(cr_single_cache *c) {
  pthread_mutex_lock(&c->lock);
  const size_t tables = (size_t)c->table_count;
  pthread_mutex_unlock(&c->lock);
  return (cr_cache_statistics){.bytes = (size_t)atomic_load(&c->page_count) * sizeof(page) + tables * sizeof(cr_singles),
                               .entries = atomic_load(&c->entries), .limit = MAX_PAGES * sizeof(page) + MAX_TABLES * sizeof(cr_singles),
                               .hits = atomic_load(&c->hits), .misses = atomic_load(&c->misses)};
}
