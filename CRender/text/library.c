#include "library.h"

#include <stdio.h>
#include <strings.h>
#include <math.h>

#include "embedded_font.h"
#include "font_file.h"
#include "generic_family.h"
#include "glyph_cache.h"
#include "scratch.h"
#include "shape_cache.h"
#include "singles.h"
#include "system_fonts.h"
#include "text_lock.h"
#include "text_memory.h"
#include "support/thread_number.h"
#include "unicode_tables.h"
#include "word_cache.h"

/// Fallback answers kept; forgotten all at once when full.
enum { MEMO_SIZE = 4096, STYLE_BUCKETS = 64 };
/// Working memories kept for the next text, and how large (bytes) they may have grown.
enum { KEPT_SCRATCHES = 16, KEPT_BYTES = 512 << 10, COUNTS = 8 };

typedef struct {
  uint64_t key;  // 0: empty
  const cr_instance *instance;
} memo;

/// A place for a working memory, on a cache line of its own.
typedef struct {
  _Alignas(64) _Atomic(cr_scratch *) scratch;
} scratch_place;

/// What threads counted, each few of them on a cache line of their own.
typedef struct {
  _Alignas(64) _Atomic uint64_t layouts;
  _Atomic uint64_t glyphs;
} layout_count;

typedef struct {
  scratch_place scratches[KEPT_SCRATCHES];
  layout_count counts[COUNTS];
} thread_parts;

struct cr_font_library {
  pthread_mutex_t lock;
  atomic_uint generation;
  atomic_bool uses_system, system_tried, adjusts_coverage;
  cr_face **faces;
  size_t face_count, face_capacity;
  cr_face **removed;          // what was shaped with them may still be drawn
  size_t removed_count, removed_capacity;
  cr_face *embedded;
  cr_system_fonts *system;
  _Atomic(cr_font_style *) styles[STYLE_BUCKETS];  // grow at the head only: read without the lock
  memo *memo;
  size_t memo_count;
  cr_glyph_cache *glyphs;
  cr_word_cache *words;
  cr_single_cache *singles;
  cr_shape_cache *texts;
  thread_parts *parts;
};

cr_status cr_font_library_create(cr_font_library **out) {
  cr_font_library *l = tx_calloc(1, sizeof *l);
  if (!l) return CR_NO_MEMORY;
  l->glyphs = cr_glyph_cache_create();
  l->words = cr_word_cache_create();
  l->singles = cr_single_cache_create();
  l->texts = cr_shape_cache_create();
  l->parts = cr_alloc_pixels(sizeof *l->parts);  // aligned to a cache line
  if (!l->glyphs || !l->words || !l->singles || !l->texts || !l->parts) {
    cr_shape_cache_destroy(l->texts);
    cr_free(l->parts);
    cr_glyph_cache_destroy(l->glyphs);
    cr_word_cache_destroy(l->words);
    cr_single_cache_destroy(l->singles);
    cr_free(l);
    return CR_NO_MEMORY;
  }
  pthread_mutex_init(&l->lock, NULL);
  memset(l->parts, 0, sizeof *l->parts);
  atomic_init(&l->uses_system, true);
  atomic_init(&l->adjusts_coverage, true);
  *out = l;
  return CR_OK;
}

static void destroy_style(cr_font_style *s) {
  cr_stack *stack = atomic_load(&s->stack);
  while (stack) {
    cr_stack *older = stack->older;
    cr_free(stack);
    stack = older;
  }
  for (size_t i = 0; i < s->family_count; i++) cr_free(s->families[i]);
  cr_free(s->families);
  cr_free(s->names);
  cr_free(s->variations);
  cr_free(s->features);
  cr_free(s);
}

void cr_font_library_destroy(cr_font_library *l) {
  if (!l) return;
  cr_shape_cache_destroy(l->texts);
  cr_glyph_cache_destroy(l->glyphs);
  cr_word_cache_destroy(l->words);
  cr_single_cache_destroy(l->singles);
  for (size_t i = 0; i < STYLE_BUCKETS; i++)
    for (cr_font_style *s = atomic_load(&l->styles[i]), *next; s; s = next) {
      next = s->next;
      destroy_style(s);
    }
  for (size_t i = 0; i < l->face_count; i++) cr_face_destroy(l->faces[i]);
  cr_free(l->faces);
  for (size_t i = 0; i < l->removed_count; i++) cr_face_destroy(l->removed[i]);
  cr_free(l->removed);
  cr_face_destroy(l->embedded);
  cr_system_fonts_destroy(l->system);
  cr_free(l->memo);
  for (int i = 0; i < KEPT_SCRATCHES; i++) cr_scratch_destroy(atomic_load(&l->parts->scratches[i].scratch));
  cr_free(l->parts);
  pthread_mutex_destroy(&l->lock);
  cr_free(l);
}

cr_scratch *cr_font_library_borrow_scratch(cr_font_library *l) {
  // A thread finds its own again, unless another took it.
  const unsigned first = cr_thread_number();
  for (unsigned i = 0; i < KEPT_SCRATCHES; i++) {
    _Atomic(cr_scratch *) *place = &l->parts->scratches[(first + i) % KEPT_SCRATCHES].scratch;
    cr_scratch *scratch = atomic_load_explicit(place, memory_order_relaxed) ? atomic_exchange_explicit(place, NULL, memory_order_acquire) : NULL;
    if (scratch) return scratch;
  }
  return cr_scratch_create();
}

void cr_font_library_return_scratch(cr_font_library *l, cr_scratch *scratch) {
  if (!scratch) return;
  if (hb_buffer_allocation_successful(scratch->buffer) && cr_scratch_bytes(scratch) <= KEPT_BYTES) {
    const unsigned first = cr_thread_number();
    for (unsigned i = 0; i < KEPT_SCRATCHES; i++) {
      cr_scratch *none = NULL;
      if (atomic_compare_exchange_strong_explicit(&l->parts->scratches[(first + i) % KEPT_SCRATCHES].scratch, &none, scratch, memory_order_release,
                                                  memory_order_relaxed))
        return;
    }
  }
  cr_scratch_destroy(scratch);
}

const char *cr_font_embedded_family(void) { return CR_EMBEDDED_FAMILY; }
cr_glyph_cache *cr_font_library_glyphs(cr_font_library *l) { return l->glyphs; }
cr_word_cache *cr_font_library_words(cr_font_library *l) { return l->words; }
cr_shape_cache *cr_font_library_texts(cr_font_library *l) { return l->texts; }
cr_single_cache *cr_font_library_singles(cr_font_library *l) { return l->singles; }
uint32_t cr_font_library_generation(const cr_font_library *l) { return atomic_load_explicit(&l->generation, memory_order_acquire); }
bool cr_font_library_uses_system(const cr_font_library *l) { return atomic_load(&l->uses_system); }
void cr_font_library_set_adjusts_coverage(cr_font_library *l, bool adjusts) { atomic_store_explicit(&l->adjusts_coverage, adjusts, memory_order_relaxed); }
bool cr_font_library_adjusts_coverage(const cr_font_library *l) { return atomic_load_explicit(&l->adjusts_coverage, memory_order_relaxed); }
bool cr_font_library_system_loaded(const cr_font_library *l) { return atomic_load(&l->system_tried); }
void cr_font_library_set_glyph_limit(cr_font_library *l, size_t bytes) { cr_glyph_cache_set_limit(l->glyphs, bytes); }
void cr_font_library_set_text_limit(cr_font_library *l, size_t bytes) { cr_shape_cache_set_limit(l->texts, bytes); }
void cr_font_library_set_word_limit(cr_font_library *l, size_t bytes) { cr_word_cache_set_limit(l->words, bytes); }
void cr_font_library_count_layout(cr_font_library *l, size_t glyphs) {
  layout_count *count = &l->parts->counts[cr_thread_number() % COUNTS];
  atomic_fetch_add_explicit(&count->layouts, 1, memory_order_relaxed);
  atomic_fetch_add_explicit(&count->glyphs, glyphs, memory_order_relaxed);
}
cr_text_statistics cr_font_library_statistics(cr_font_library *l) {
  cr_text_statistics s = {.glyphs = cr_glyph_cache_statistics(l->glyphs), .words = cr_word_cache_statistics(l->words),
                          .characters = cr_single_cache_statistics(l->singles), .texts = cr_shape_cache_statistics(l->texts)};
  for (int i = 0; i < COUNTS; i++) {
    s.layouts += atomic_load_explicit(&l->parts->counts[i].layouts, memory_order_relaxed);
    s.laid_out_glyphs += atomic_load_explicit(&l->parts->counts[i].glyphs, memory_order_relaxed);
  }
  return s;
}

/// With the lock held, after anything that may change which font a text gets.
static void changed(cr_font_library *l) {
  atomic_fetch_add_explicit(&l->generation, 1, memory_order_acq_rel);
  if (l->memo) memset(l->memo, 0, MEMO_SIZE * sizeof *l->memo);
  l->memo_count = 0;
}

void cr_font_library_set_uses_system(cr_font_library *l, bool uses) {
  pthread_mutex_lock(&l->lock);
  if (atomic_exchange(&l->uses_system, uses) != uses) changed(l);
  pthread_mutex_unlock(&l->lock);
}

// Registering

static cr_status add_blob(cr_font_library *l, hb_blob_t *blob, const char *source, cr_name_visitor visit, void *context, char *reason,
                          size_t size) {
  unsigned count = hb_face_count(blob), added = 0;
  cr_status status = CR_BAD_FONT;
  pthread_mutex_lock(&l->lock);
  const size_t before = l->face_count;
  for (unsigned i = 0; i < (count ? count : 1) && i < 256; i++) {
    cr_face *face = cr_face_open(blob, i, source, reason, size);
    if (!face) continue;
    if (!face->family_count) cr_face_add_family(face, source, strlen(source));  // a font without a name is known by its file
    if (!TX_GROW(l->faces, l->face_capacity, l->face_count + 1)) {
      cr_face_destroy(face);
      snprintf(reason, size, "out of memory");
      status = CR_NO_MEMORY;
      break;
    }
    face->registered = true;
    l->faces[l->face_count++] = face;
    added++;
  }
  if (added) {
    changed(l);
    status = CR_OK;
  }
  const size_t after = l->face_count;
  for (size_t f = before; f < after && visit; f++)
    for (size_t n = 0; n < l->faces[f]->family_count; n++) {
      bool seen = false;
      for (size_t g = before; g < f && !seen; g++)
        for (size_t m = 0; m < l->faces[g]->family_count && !seen; m++) seen = !strcmp(l->faces[g]->families[m], l->faces[f]->families[n]);
      if (!seen) visit(context, l->faces[f]->families[n]);
    }
  pthread_mutex_unlock(&l->lock);
  return status;
}

cr_status cr_font_library_add_file(cr_font_library *l, const char *path, cr_name_visitor visit, void *context, char *reason, size_t size) {
  hb_blob_t *blob = cr_font_file(path, reason, size);
  if (!blob) return CR_NOT_FOUND;
  cr_status status = add_blob(l, blob, path, visit, context, reason, size);
  hb_blob_destroy(blob);
  return status;
}

cr_status cr_font_library_add_bytes(cr_font_library *l, const void *bytes, size_t count, const char *name, cr_name_visitor visit,
                                    void *context, char *reason, size_t size) {
  void *copy = count <= UINT32_MAX / 2 ? tx_alloc(count, 1) : NULL;
  if (!copy) {
    snprintf(reason, size, "out of memory");
    return CR_NO_MEMORY;
  }
  if (count) memcpy(copy, bytes, count);
  hb_blob_t *blob = hb_blob_create(copy, (unsigned)count, HB_MEMORY_MODE_READONLY, copy, cr_free);
  cr_status status = add_blob(l, blob, name, visit, context, reason, size);
  hb_blob_destroy(blob);
  return status;
}

cr_status cr_font_files(const char *directory, cr_name_visitor visit, void *context) {
  return cr_scan_font_files(directory, visit, context) ? CR_OK : CR_NOT_FOUND;
}

// Looking up; all with the lock held

static cr_face *embedded(cr_font_library *l) {
  if (!l->embedded) {
    size_t count;
    const unsigned char *bytes = cr_embedded_font(&count);
    hb_blob_t *blob = hb_blob_create((const char *)bytes, (unsigned)count, HB_MEMORY_MODE_READONLY, NULL, NULL);
    char reason[160];
    l->embedded = cr_face_open(blob, 0, CR_EMBEDDED_FAMILY, reason, sizeof reason);
    hb_blob_destroy(blob);
  }
  return l->embedded;
}

static cr_system_fonts *system_fonts(cr_font_library *l) {
  if (!atomic_load(&l->uses_system)) return NULL;
  if (!l->system && !atomic_load(&l->system_tried)) {
    l->system = cr_system_fonts_create();
    atomic_store(&l->system_tried, true);
  }
  return l->system;
}

static bool has_family(const cr_face *face, const char *name) {
  for (size_t i = 0; i < face->family_count; i++)
    if (!strcasecmp(face->families[i], name)) return true;
  return false;
}

/// CSS Fonts 4, section 5.2: how far a face is from what is asked for; width first, then slant, then weight. 0 is a match.
static int distance(const cr_face *f, int weight, double width, bool italic) {
  // Percent of the normal width, by the class that OS/2 has. Of what is not there, narrower ones are nearer to a narrow one, wider to a wide.
  static const double percent[] = {100, 50, 62.5, 75, 87.5, 100, 112.5, 125, 150, 200};
  const double away = f->any_width ? 0 : percent[f->width >= 1 && f->width <= 9 ? f->width : 5] - width;
  const bool far = width <= 100 ? away > 0 : away < 0;
  int d = (int)(fmin(fabs(away), 200) * 2) * 100000 + (far ? 500000000 : 0) + (f->italic != italic ? 50000 : 0);
  int v = weight < f->weight_min ? f->weight_min : weight > f->weight_max ? f->weight_max : weight;
  if (v == weight) return d;
  if (weight >= 400 && weight <= 500) {
    if (v > weight && v <= 500) return d + v - weight;
    return v < weight ? d + 1000 + weight - v : d + 2000 + v - weight;
  }
  if (weight < 400) return v < weight ? d + weight - v : d + 1000 + v - weight;
  return v > weight ? d + v - weight : d + 1000 + weight - v;
}

typedef struct {
  const uint32_t *text;
  size_t count;
} cluster;

/// Spaces, controls and marks of format need no glyph of their own: HarfBuzz hides or makes them.
static bool needs_glyph(uint32_t c) {
  if (c > 0x20 && c < 0x7F) return true;
  if (c <= 0x20 || (c >= 0x7F && c <= 0xA0)) return false;
  if (c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x202F || c == 0x205F || c == 0x3000 || c == 0x2028 || c == 0x2029) return false;
  return !(cr_unicode(c)->flags & CR_UNI_IGNORABLE);
}

typedef bool (*covers)(const void *context, cr_face *face, uint32_t c);
static bool covers_by_cmap(const void *context, cr_face *face, uint32_t c) {
  (void)context;
  return cr_face_covers(face, c);
}
static bool covers_by_system(const void *context, cr_face *face, uint32_t c) { return cr_system_fonts_covers(context, face, c); }

/// Whether `c` shows in the face itself, or composed or decomposed as HarfBuzz would do it.
static bool shows(cr_face *face, uint32_t c, covers has, const void *context) {
  if (has(context, face, c)) return true;
  if (c == 0x2011) return has(context, face, 0x2010);
  if (c < 0xC0) return false;
  hb_codepoint_t a, b;
  if (!hb_unicode_decompose(hb_unicode_funcs_get_default(), c, &a, &b)) return false;
  return (a == c || has(context, face, a)) && (!b || has(context, face, b));
}

static bool face_shows(cr_face *face, cluster k, covers has, const void *context) {
  for (size_t i = 0; i < k.count; i++) {
    if (!needs_glyph(k.text[i]) || shows(face, k.text[i], has, context)) continue;
    hb_codepoint_t composed;  // a letter and its mark, where the font has them in one glyph only
    if (i && hb_unicode_compose(hb_unicode_funcs_get_default(), k.text[i - 1], k.text[i], &composed) && has(context, face, composed)) continue;
    return false;
  }
  return true;
}

bool cr_instance_covers(const cr_instance *instance, const uint32_t *text, size_t count) {
  return face_shows(instance->face, (cluster){text, count}, covers_by_cmap, NULL);
}

static cr_face *best(cr_face *const *faces, size_t count, const char *family, const cr_font_style *s, const cluster *k, covers has,
                     const void *context) {
  cr_face *found = NULL;
  int least = 0;
  for (size_t i = 0; i < count; i++) {
    if (faces[i]->failed || !has_family(faces[i], family)) continue;
    int d = distance(faces[i], s->weight, s->width, s->italic);
    if (found && d >= least) continue;
    if (k && !face_shows(faces[i], *k, has, context)) continue;
    found = faces[i];
    least = d;
  }
  return found;
}

static const cr_instance *instance_for(cr_face *face, const cr_font_style *s) {
  return cr_face_instance(face, &(cr_instance_request){.weight = s->weight, .width = s->width, .italic = s->italic, .variations = s->variations,
                                                       .variation_count = s->variation_count});
}

static const cr_instance *find_family(cr_font_library *l, const cr_font_style *s, const char *family) {
  // A face whose file cannot be opened is marked as failed; then the next best is tried.
  for (int attempt = 0; attempt < 8; attempt++) {
    cr_face *face = best(l->faces, l->face_count, family, s, NULL, NULL, NULL);
    if (!face && !strcasecmp(family, CR_EMBEDDED_FAMILY)) face = embedded(l);
    if (!face) {
      cr_system_fonts *system = system_fonts(l);
      if (!system) return NULL;
      size_t count;
      cr_face *const *faces = cr_system_fonts_faces(system, &count);
      face = best(faces, count, family, s, NULL, NULL, NULL);
      if (!face && cr_is_generic_family(family)) {
        const char *known = cr_system_fonts_generic(system, cr_plain_generic_family(family));
        if (known) face = best(faces, count, known, s, NULL, NULL, NULL);
      }
    }
    if (!face) return NULL;
    const cr_instance *instance = instance_for(face, s);
    if (instance || !face->failed) return instance;
  }
  return NULL;
}

const cr_stack *cr_font_style_stack(cr_font_library *l, const cr_font_style *style) {
  cr_font_style *s = (cr_font_style *)style;
  cr_stack *stack = atomic_load_explicit(&s->stack, memory_order_acquire);
  if (stack && stack->generation == cr_font_library_generation(l)) return stack;
  pthread_mutex_lock(&l->lock);
  uint32_t generation = cr_font_library_generation(l);
  stack = atomic_load_explicit(&s->stack, memory_order_acquire);
  if (!stack || stack->generation != generation) {
    cr_stack *fresh = tx_calloc(1, sizeof *fresh + (s->family_count + 1) * sizeof(cr_instance *));
    if (fresh) {
      fresh->older = stack;
      fresh->generation = generation;
      for (size_t i = 0; i < s->family_count; i++) {
        const cr_instance *instance = find_family(l, s, s->families[i]);
        if (instance) fresh->fonts[fresh->count++] = instance;
      }
      s->missing = !fresh->count && s->family_count;
      for (size_t i = 0; i < s->family_count; i++)
        if (cr_is_generic_family(s->families[i])) s->missing = false;
      if (!fresh->count) {
        cr_face *face = embedded(l);
        const cr_instance *instance = face ? instance_for(face, s) : NULL;
        if (instance) fresh->fonts[fresh->count++] = instance;
      }
      if (fresh->count) {
        atomic_store_explicit(&s->stack, fresh, memory_order_release);
        stack = fresh;
      } else {
        cr_free(fresh);
      }
    }
  }
  pthread_mutex_unlock(&l->lock);
  return stack;
}

static const cr_instance *search_registered(cr_font_library *l, const cr_font_style *s, cluster k, bool color) {
  for (size_t i = 0; i < l->face_count; i++) {
    if (l->faces[i]->color != color || !face_shows(l->faces[i], k, covers_by_cmap, NULL)) continue;
    cr_face *face = l->faces[i]->family_count
                        ? best(l->faces, l->face_count, l->faces[i]->families[0], s, &k, covers_by_cmap, NULL)
                        : l->faces[i];
    const cr_instance *instance = face ? instance_for(face, s) : NULL;
    if (instance) return instance;
  }
  return NULL;
}

/// Whether the face is of a family like "Noto Sans Arabic" where "Noto Sans" is asked for: made to stand beside it.
static bool is_relative(const cr_face *face, const cr_font_style *s) {
  for (size_t i = 0; i < s->family_count; i++) {
    const size_t length = strlen(s->families[i]);
    for (size_t n = 0; n < face->family_count; n++)
      if (!strncasecmp(face->families[n], s->families[i], length) && face->families[n][length] == ' ') return true;
  }
  return false;
}

static const cr_instance *search_system(cr_font_library *l, const cr_font_style *s, const char *language, cluster k, bool color) {
  cr_system_fonts *system = system_fonts(l);
  if (!system) return NULL;
  const char *generic = "sans-serif";
  for (size_t i = 0; i < s->family_count; i++)
    if (cr_is_generic_family(s->families[i])) {
      generic = cr_plain_generic_family(s->families[i]);
      break;
    }
  size_t count, all;
  const uint32_t *sorted = cr_system_fonts_order(system, color ? "emoji" : generic, language, &count);
  cr_face *const *faces = cr_system_fonts_faces(system, &all);
  for (int pass = 0; pass < 2; pass++)
    for (size_t i = 0; i < count; i++) {
      cr_face *first = faces[sorted[i]];
      if (first->failed || first->color != color || is_relative(first, s) != (pass == 0) || !face_shows(first, k, covers_by_system, system)) continue;
      cr_face *face = first->family_count ? best(faces, all, first->families[0], s, &k, covers_by_system, system) : first;
      const cr_instance *instance = face ? instance_for(face, s) : NULL;
      if (instance) return instance;
    }
  return NULL;
}

static const cr_instance *search(cr_font_library *l, const cr_font_style *s, const char *language, cluster k, bool emoji) {
  const cr_instance *found;
  for (int pass = 0; pass < 2; pass++) {
    // Emoji: coloured fonts first, then plain ones. Text: the other way round.
    const bool color = emoji == (pass == 0);
    if ((found = search_registered(l, s, k, color)) || (found = search_system(l, s, language, k, color))) return found;
    cr_face *face = color ? NULL : embedded(l);
    if (face && face_shows(face, k, covers_by_cmap, NULL) && (found = instance_for(face, s))) return found;
  }
  return NULL;
}

const cr_instance *cr_font_fallback(cr_font_library *l, const cr_font_style *style, const char *language, const uint32_t *text, size_t count,
                                    bool emoji) {
  uint64_t key = tx_hash(TX_HASH, text, count * sizeof *text);
  key = tx_hash(key, &style, sizeof style);
  key = tx_hash(key, language, strlen(language));
  key = (key ^ emoji) * UINT64_C(0x9E3779B97F4A7C15) | 1;
  pthread_mutex_lock(&l->lock);
  if (!l->memo) l->memo = tx_calloc(MEMO_SIZE, sizeof *l->memo);
  size_t at = (key >> 40) & (MEMO_SIZE - 1);
  if (l->memo)
    for (; l->memo[at].key; at = (at + 1) & (MEMO_SIZE - 1))
      if (l->memo[at].key == key) {
        const cr_instance *known = l->memo[at].instance;
        pthread_mutex_unlock(&l->lock);
        return known;
      }
  const cr_instance *found = search(l, style, language, (cluster){text, count}, emoji);
  if (l->memo) {
    if (l->memo_count >= MEMO_SIZE * 3 / 4) {
      memset(l->memo, 0, MEMO_SIZE * sizeof *l->memo);
      l->memo_count = 0;
      at = (key >> 40) & (MEMO_SIZE - 1);
    }
    l->memo[at] = (memo){key, found};
    l->memo_count++;
  }
  pthread_mutex_unlock(&l->lock);
  return found;
}

void cr_font_library_families(cr_font_library *l, cr_name_visitor visit, void *context) {
  pthread_mutex_lock(&l->lock);
  for (size_t i = 0; i < l->face_count; i++)
    for (size_t n = 0; n < l->faces[i]->family_count; n++) visit(context, l->faces[i]->families[n]);
  cr_system_fonts *system = system_fonts(l);
  size_t count = 0;
  cr_face *const *faces = system ? cr_system_fonts_faces(system, &count) : NULL;
  for (size_t i = 0; i < count; i++)
    for (size_t n = 0; n < faces[i]->family_count; n++) visit(context, faces[i]->families[n]);
  visit(context, CR_EMBEDDED_FAMILY);
  pthread_mutex_unlock(&l->lock);
}

bool cr_font_library_remove(cr_font_library *l, const char *source) {
  pthread_mutex_lock(&l->lock);
  size_t kept = 0, count = 0;
  for (size_t i = 0; i < l->face_count; i++) count += !strcmp(l->faces[i]->source, source);
  const bool good = count && TX_GROW(l->removed, l->removed_capacity, l->removed_count + count);
  for (size_t i = 0; i < l->face_count && good; i++) {
    if (strcmp(l->faces[i]->source, source)) l->faces[kept++] = l->faces[i];
    else l->removed[l->removed_count++] = l->faces[i];
  }
  if (good) {
    l->face_count = kept;
    changed(l);
  }
  pthread_mutex_unlock(&l->lock);
  return good;
}

static void report(cr_face *const *faces, size_t count, cr_problem_visitor visit, void *context) {
  for (size_t i = 0; i < count; i++) {
    pthread_mutex_lock(&faces[i]->lock);
    if (faces[i]->failed) visit(context, faces[i]->source, faces[i]->reason ? faces[i]->reason : "out of memory");
    pthread_mutex_unlock(&faces[i]->lock);
  }
}

void cr_font_library_problems(cr_font_library *l, cr_problem_visitor visit, void *context) {
  pthread_mutex_lock(&l->lock);
  report(l->faces, l->face_count, visit, context);
  size_t count = 0;
  cr_face *const *faces = l->system ? cr_system_fonts_faces(l->system, &count) : NULL;
  report(faces, count, visit, context);
  pthread_mutex_unlock(&l->lock);
}

void cr_font_library_missing(cr_font_library *l, cr_name_visitor visit, void *context) {
  pthread_mutex_lock(&l->lock);
  for (size_t i = 0; i < STYLE_BUCKETS; i++)
    for (cr_font_style *s = atomic_load(&l->styles[i]); s; s = s->next) {
      const cr_stack *stack = atomic_load_explicit(&s->stack, memory_order_acquire);
      if (!s->missing || !stack || stack->generation != cr_font_library_generation(l)) continue;
      for (size_t f = 0; f < s->family_count; f++) visit(context, s->families[f]);
    }
  pthread_mutex_unlock(&l->lock);
}

// Styles

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

/// A request within bounds, whose order has no meaning any more: equal requests are equal.
typedef struct {
  const char *names;
  size_t names_length;
  int weight;
  double width;
  bool italic, hinted;
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
  w->hinted = request->hinted;
  w->variation_count = w->feature_count = 0;
  cr_tag_value sorted[64];
  size_t count = request->variation_count < 16 ? request->variation_count : 16;
  if (count) memcpy(sorted, request->variations, count * sizeof *sorted);
  if (count > 1) qsort(sorted, count, sizeof *sorted, compare_tags);
  w->hash = tx_hash(TX_HASH, w->names, w->names_length);
  w->hash = tx_hash(w->hash, &w->weight, sizeof w->weight);
  w->hash = tx_hash(w->hash, &w->width, sizeof w->width) ^ (uint64_t)(w->italic | w->hinted << 1);
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
  if (s->hash != w->hash || s->weight != w->weight || s->width != w->width || s->italic != w->italic || s->hinted != w->hinted ||
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
  s->hinted = w->hinted;
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

const cr_font_style *cr_font_library_style(cr_font_library *l, const cr_font_request *request) {
  wanted_style wanted;
  normalise(request, &wanted);
  // Styles are never freed before the library and never change their place: those there are may be looked at without the lock.
  _Atomic(cr_font_style *) *bucket = &l->styles[wanted.hash % STYLE_BUCKETS];
  cr_font_style *known = atomic_load_explicit(bucket, memory_order_acquire);
  while (known && !same(known, &wanted)) known = known->next;
  if (known) return known;
  cr_font_style *s = make_style(&wanted);
  if (!s) return NULL;
  pthread_mutex_lock(&l->lock);
  known = atomic_load_explicit(bucket, memory_order_relaxed);
  while (known && !same(known, &wanted)) known = known->next;
  if (!known) {
    s->next = atomic_load_explicit(bucket, memory_order_relaxed);
    atomic_store_explicit(bucket, s, memory_order_release);
  }
  pthread_mutex_unlock(&l->lock);
  if (known) destroy_style(s);
  return known ? known : s;
}
