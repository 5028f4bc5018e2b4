// Font requests of text runs: clamped to valid values, each stored once.
#include "font_style.h"

#include <math.h>

#include "text_memory.h"

void cr_style_table_init(cr_style_table *t) { pthread_mutex_init(&t->lock, NULL); }

void cr_stacks_free(cr_stack *stack) {
  while (stack) {
    cr_stack *older = stack->older;
    cr_free(stack);
    stack = older;
  }
}

static void destroy_style(cr_font_style *s) {
  cr_free(atomic_load(&s->stack));
  for (size_t i = 0; i < s->family_count; i++) cr_free(s->families[i]);
  cr_free(s->families);
  cr_free(s->names);
  cr_free(s->variations);
  cr_free(s->features);
  cr_free(s);
}

void cr_style_table_free(cr_style_table *t) {
  for (size_t i = 0; i < CR_STYLE_BUCKETS; i++)
    for (cr_font_style *s = atomic_load(&t->buckets[i]), *next; s; s = next) {
      next = s->next;
      destroy_style(s);
    }
  pthread_mutex_destroy(&t->lock);
}

void cr_style_table_missing(cr_style_table *t, uint32_t generation, cr_name_visitor visit, void *context) {
  for (size_t i = 0; i < CR_STYLE_BUCKETS; i++)
    for (cr_font_style *s = atomic_load(&t->buckets[i]); s; s = s->next) {
      const cr_stack *stack = atomic_load_explicit(&s->stack, memory_order_acquire);
      if (!s->missing || !stack || stack->generation != generation) continue;
      for (size_t f = 0; f < s->family_count; f++) visit(context, s->families[f]);
    }
}

void cr_style_table_take_old_stacks(cr_style_table *t, uint32_t generation, cr_stack **old) {
  for (size_t i = 0; i < CR_STYLE_BUCKETS; i++)
    for (cr_font_style *s = atomic_load(&t->buckets[i]); s; s = s->next) {
      cr_stack *stack = atomic_load(&s->stack);
      if (!stack || stack->generation == generation) continue;
      atomic_store(&s->stack, NULL);
      stack->older = *old;
      *old = stack;
    }
}

static bool split_families(cr_font_style *s, const char *text, size_t length) {
  size_t capacity = 0, start = 0;
  for (size_t i = 0; i <= length; i++) {
    if (i < length && text[i] != '\n') continue;
    if (i > start) {
      if (!TX_GROW(s->families, capacity, s->family_count + 1)) return false;
      if (!(s->families[s->family_count] = tx_string(text + start, i - start))) return false;
      s->family_count++;
    }
    start = i + 1;
  }
  return true;
}

static int compare_tags(const void *a, const void *b) {
  uint32_t x = ((const cr_tag_value *)a)->tag, y = ((const cr_tag_value *)b)->tag;
  return x < y ? -1 : x > y;
}

/// A clamped request in canonical order: equal requests are equal.
typedef struct {
  const char *names;
  size_t names_length;
  int weight;
  double width;
  bool italic;
  uint8_t hinting;
  hb_variation_t variations[16];
  size_t variation_count;
  hb_feature_t features[64];
  size_t feature_count;
  uint64_t hash;
} wanted_style;

static void normalise(const cr_font_request *request, wanted_style *w) {
  w->names = request->families;
  w->names_length = request->families_length;
  w->weight = request->weight < 1 ? 1 : request->weight > 1000 ? 1000 : request->weight;
  w->width = request->width > 0 ? round(fmin(fmax(request->width, 25), 400) * 16) / 16 : 100;
  w->italic = request->italic;
  w->hinting = (unsigned)request->hinting <= CR_HINTING_AUTOMATIC ? (uint8_t)request->hinting : CR_HINTING_NONE;
  w->variation_count = w->feature_count = 0;
  cr_tag_value sorted[64];
  size_t count = request->variation_count < 16 ? request->variation_count : 16;
  if (count) memcpy(sorted, request->variations, count * sizeof *sorted);
  if (count > 1) qsort(sorted, count, sizeof *sorted, compare_tags);
  w->hash = tx_hash(TX_HASH, w->names, w->names_length);
  w->hash = tx_hash(w->hash, &w->weight, sizeof w->weight);
  w->hash = tx_hash(w->hash, &w->width, sizeof w->width) ^ (uint64_t)(w->italic | w->hinting << 1);
  for (size_t i = 0; i < count; i++) {
    if (!isfinite(sorted[i].value)) continue;
    const float value = (float)(round(fmin(fmax(sorted[i].value, -32768), 32767) * 16) / 16);
    w->variations[w->variation_count++] = (hb_variation_t){sorted[i].tag, value};
    w->hash = tx_hash(w->hash, &sorted[i].tag, 4);
    w->hash = tx_hash(w->hash, &value, sizeof value);
  }
  count = request->feature_count < 64 ? request->feature_count : 64;
  if (count) memcpy(sorted, request->features, count * sizeof *sorted);
  if (count > 1) qsort(sorted, count, sizeof *sorted, compare_tags);
  for (size_t i = 0; i < count; i++) {
    const uint32_t value = sorted[i].value > 0 && sorted[i].value < 65536 ? (uint32_t)sorted[i].value : 0;
    w->features[w->feature_count++] = (hb_feature_t){sorted[i].tag, value, HB_FEATURE_GLOBAL_START, HB_FEATURE_GLOBAL_END};
    w->hash = tx_hash(w->hash, &sorted[i].tag, 4);
    w->hash = tx_hash(w->hash, &value, sizeof value);
  }
}

static bool same(const cr_font_style *s, const wanted_style *w) {
  if (s->hash != w->hash || s->weight != w->weight || s->width != w->width || s->italic != w->italic || s->hinting != w->hinting ||
      s->names_length != w->names_length || s->variation_count != w->variation_count || s->feature_count != w->feature_count ||
      (w->names_length && memcmp(s->names, w->names, w->names_length)))
    return false;
  for (size_t i = 0; i < w->variation_count; i++)
    if (s->variations[i].tag != w->variations[i].tag || s->variations[i].value != w->variations[i].value) return false;
  for (size_t i = 0; i < w->feature_count; i++)
    if (s->features[i].tag != w->features[i].tag || s->features[i].value != w->features[i].value) return false;
  return true;
}

static cr_font_style *make_style(const wanted_style *w) {
  cr_font_style *s = tx_calloc(1, sizeof *s);
  if (!s) return NULL;
  s->hash = w->hash;
  s->weight = w->weight;
  s->width = w->width;
  s->italic = w->italic;
  s->hinting = w->hinting;
  s->names = tx_string(w->names_length ? w->names : "", w->names_length);
  s->names_length = w->names_length;
  s->variations = tx_calloc(w->variation_count, sizeof *s->variations);
  s->features = tx_calloc(w->feature_count, sizeof *s->features);
  if (!s->names || !s->variations || !s->features || !split_families(s, s->names, s->names_length)) {
    destroy_style(s);
    return NULL;
  }
  if (w->variation_count) memcpy(s->variations, w->variations, w->variation_count * sizeof *s->variations);
  if (w->feature_count) memcpy(s->features, w->features, w->feature_count * sizeof *s->features);
  s->variation_count = w->variation_count;
  s->feature_count = w->feature_count;
  return s;
}

const cr_font_style *cr_style_table_get(cr_style_table *t, const cr_font_request *request) {
  wanted_style wanted;
  normalise(request, &wanted);
  _Atomic(cr_font_style *) *bucket = &t->buckets[wanted.hash % CR_STYLE_BUCKETS];
  cr_font_style *known = atomic_load_explicit(bucket, memory_order_acquire);
  while (known && !same(known, &wanted)) known = known->next;
  if (known) return known;
  cr_font_style *s = make_style(&wanted);
  if (!s) return NULL;
  pthread_mutex_lock(&t->lock);
  known = atomic_load_explicit(bucket, memory_order_relaxed);
  while (known && !same(known, &wanted)) known = known->next;
  if (!known) {
    s->next = atomic_load_explicit(bucket, memory_order_relaxed);
    atomic_store_explicit(bucket, s, memory_order_release);
  }
  pthread_mutex_unlock(&t->lock);
  if (known) destroy_style(s);
  return known ? known : s;
}
