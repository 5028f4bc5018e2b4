#include "library.h"
#include "embedded_font.h"
#include "fallback.h"
#include "font_file.h"
#include "font_set.h"
#include "font_stack.h"
#include "glyph_cache.h"
#include "scratch_pool.h"
#include "shape_cache.h"
#include "singles.h"
#include "support/thread_number.h"
#include "system_fonts.h"
#include "text_memory.h"
#include "word_cache.h"
#include <ft2build.h>
#include FT_FREETYPE_H
#include <hb.h>
#include <stdio.h>

enum { COUNTS = 8 };

/// Counts of a few threads, on a separate cache line.
typedef struct {
  _Alignas(64) _Atomic uint64_t layouts;
  _Atomic uint64_t glyphs;
  atomic_int making;  // texts and layouts being built: they may hold unreachable fonts
} thread_count;

typedef struct {
  cr_scratch_pool scratches;
  thread_count counts[COUNTS];
} thread_parts;

struct cr_font_library {
  cr_font_set fonts;
  cr_style_table styles;
  cr_fallback_memo fallbacks;
  atomic_bool adjusts_coverage;
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
  cr_font_set_init(&l->fonts);
  cr_style_table_init(&l->styles);
  memset(l->parts, 0, sizeof *l->parts);
  atomic_init(&l->adjusts_coverage, true);
  *out = l;
  return CR_OK;
}

void cr_font_library_destroy(cr_font_library *l) {
  if (!l) return;
  cr_shape_cache_destroy(l->texts);
  cr_glyph_cache_destroy(l->glyphs);
  cr_word_cache_destroy(l->words);
  cr_single_cache_destroy(l->singles);
  cr_style_table_free(&l->styles);
  cr_fallback_memo_free(&l->fallbacks);
  cr_font_set_free(&l->fonts);
  cr_scratch_pool_free(&l->parts->scratches);
  cr_free(l->parts);
  cr_free(l);
}

const char *cr_font_embedded_family(void) { return CR_EMBEDDED_FAMILY; }
cr_glyph_cache *cr_font_library_glyphs(cr_font_library *l) { return l->glyphs; }
cr_word_cache *cr_font_library_words(cr_font_library *l) { return l->words; }
cr_shape_cache *cr_font_library_texts(cr_font_library *l) { return l->texts; }
cr_single_cache *cr_font_library_singles(cr_font_library *l) { return l->singles; }

// Releasing fonts

/// The thread that ends a text decrements its own count: no count is ever below zero, and each is seen at zero once only if all earlier
/// texts are done.
static bool is_quiet(void *library) {
  const cr_font_library *l = library;
  for (int i = 0; i < COUNTS; i++)
    if (atomic_load(&l->parts->counts[i].making)) return false;
  return true;
}

static void let_go(cr_font_library *l) {
  cr_font_waste waste = cr_font_set_take_waste(&l->fonts, &l->styles, is_quiet, l);
  cr_stacks_free(waste.stacks);
  for (size_t i = 0; i < waste.face_count; i++) {
    for (size_t k = 0; k < waste.faces[i]->instance_count; k++) {
      const uint32_t id = waste.faces[i]->instances[k]->id;
      cr_single_cache_forget(l->singles, id);
      cr_glyph_cache_forget_font(l->glyphs, id);
    }
    cr_face_destroy(waste.faces[i]);
  }
  if (waste.face_count) cr_glyph_cache_forget_faces(l->glyphs);
  cr_free(waste.faces);
}

/// Drops cached texts, which have old fonts, after the fonts have changed.
static void fonts_changed(cr_font_library *l) {
  cr_shape_cache_set_generation(l->texts, cr_font_set_generation(&l->fonts));
  let_go(l);
}

void cr_font_library_font_unused(cr_font_library *l) {
  if (atomic_load(&l->fonts.removed_count)) let_go(l);
}

cr_scratch *cr_font_library_borrow_scratch(cr_font_library *l) {
  atomic_fetch_add(&l->parts->counts[cr_thread_number() % COUNTS].making, 1);
  return cr_scratch_pool_borrow(&l->parts->scratches);
}

void cr_font_library_return_scratch(cr_font_library *l, cr_scratch *scratch) {
  cr_scratch_pool_return(&l->parts->scratches, scratch);
  atomic_fetch_sub(&l->parts->counts[cr_thread_number() % COUNTS].making, 1);
  if (atomic_load(&l->fonts.unsettled)) let_go(l);
}

// Limits and statistics

void cr_font_library_set_adjusts_coverage(cr_font_library *l, bool adjusts) { atomic_store_explicit(&l->adjusts_coverage, adjusts, memory_order_relaxed); }
bool cr_font_library_adjusts_coverage(const cr_font_library *l) { return atomic_load_explicit(&l->adjusts_coverage, memory_order_relaxed); }
void cr_font_library_set_glyph_limit(cr_font_library *l, size_t bytes) { cr_glyph_cache_set_limit(l->glyphs, bytes); }
void cr_font_library_set_text_limit(cr_font_library *l, size_t bytes) { cr_shape_cache_set_limit(l->texts, bytes); }
void cr_font_library_trim_glyphs(cr_font_library *l, size_t bytes) { cr_glyph_cache_trim(l->glyphs, bytes); }
void cr_font_library_trim_texts(cr_font_library *l, size_t bytes) { cr_shape_cache_trim(l->texts, bytes); }
void cr_font_library_trim_words(cr_font_library *l, size_t bytes) { cr_word_cache_trim(l->words, bytes); }
void cr_font_library_set_word_limit(cr_font_library *l, size_t bytes) { cr_word_cache_set_limit(l->words, bytes); }
void cr_font_library_count_layout(cr_font_library *l, size_t glyphs) {
  thread_count *count = &l->parts->counts[cr_thread_number() % COUNTS];
  atomic_fetch_add_explicit(&count->layouts, 1, memory_order_relaxed);
  atomic_fetch_add_explicit(&count->glyphs, glyphs, memory_order_relaxed);
}
cr_text_statistics cr_font_library_statistics(cr_font_library *l) {
  cr_text_statistics s = {.fonts = cr_font_set_counts(&l->fonts), .glyphs = cr_glyph_cache_statistics(l->glyphs), .words = cr_word_cache_statistics(l->words),
                          .characters = cr_single_cache_statistics(l->singles), .texts = cr_shape_cache_statistics(l->texts)};
  for (int i = 0; i < COUNTS; i++) {
    s.layouts += atomic_load_explicit(&l->parts->counts[i].layouts, memory_order_relaxed);
    s.laid_out_glyphs += atomic_load_explicit(&l->parts->counts[i].glyphs, memory_order_relaxed);
  }
  return s;
}

// Registering

cr_status cr_font_library_add_file(cr_font_library *l, const char *path, cr_name_visitor visit, void *context, char *reason, size_t size) {
  cr_font_identity identity;
  if (!cr_font_identify(path, &identity, reason, size)) return CR_NOT_FOUND;
  if (cr_font_set_has(&l->fonts, &identity, path, visit, context)) return CR_OK;
  hb_blob_t *blob = cr_font_file(path, &identity, reason, size);
  if (!blob) return CR_NOT_FOUND;
  cr_status status = cr_font_set_add(&l->fonts, blob, &identity, path, visit, context, reason, size);
  hb_blob_destroy(blob);
  if (status == CR_OK) fonts_changed(l);
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
  cr_status status = cr_font_set_add(&l->fonts, blob, NULL, name, visit, context, reason, size);
  hb_blob_destroy(blob);
  if (status == CR_OK) fonts_changed(l);
  return status;
}

cr_status cr_font_files(const char *directory, cr_name_visitor visit, void *context) {
  return cr_scan_font_files(directory, visit, context) ? CR_OK : CR_NOT_FOUND;
}

// Fonts

void cr_font_library_set_uses_system(cr_font_library *l, bool uses) {
  cr_font_set_use_system(&l->fonts, uses);
  fonts_changed(l);
}
bool cr_font_library_uses_system(const cr_font_library *l) { return atomic_load(&l->fonts.uses_system); }
void cr_font_engine_versions(char *to, size_t size) {
  int major = 0, minor = 0, patch = 0;
  FT_Library library;
  if (FT_Init_FreeType(&library) == 0) {
    FT_Library_Version(library, &major, &minor, &patch);
    FT_Done_FreeType(library);
  }
  snprintf(to, size, "FreeType %d.%d.%d, HarfBuzz %s", major, minor, patch, hb_version_string());
}

bool cr_font_library_system_loaded(const cr_font_library *l) { return atomic_load(&l->fonts.system_tried); }
uint32_t cr_font_library_generation(const cr_font_library *l) { return cr_font_set_generation(&l->fonts); }
bool cr_font_library_remove(cr_font_library *l, const char *source) {
  const bool any = cr_font_set_remove(&l->fonts, source);
  if (any) fonts_changed(l);
  return any;
}
void cr_font_library_families(cr_font_library *l, cr_name_visitor visit, void *context) { cr_font_set_families(&l->fonts, visit, context); }
void cr_font_library_problems(cr_font_library *l, cr_problem_visitor visit, void *context) { cr_font_set_problems(&l->fonts, visit, context); }
const cr_font_style *cr_font_library_style(cr_font_library *l, const cr_font_request *request) { return cr_style_table_get(&l->styles, request); }
const cr_stack *cr_font_style_stack(cr_font_library *l, const cr_font_style *style) { return cr_font_stack_of(&l->fonts, style); }

const cr_instance *cr_font_fallback(cr_font_library *l, const cr_font_style *style, const char *language, const uint32_t *text, size_t count,
                                    bool emoji) {
  return cr_fallback_font(&l->fallbacks, &l->fonts, style, language, text, count, emoji);
}

void cr_font_library_missing(cr_font_library *l, cr_name_visitor visit, void *context) {
  pthread_mutex_lock(&l->fonts.lock);
  cr_style_table_missing(&l->styles, cr_font_library_generation(l), visit, context);
  pthread_mutex_unlock(&l->fonts.lock);
}
