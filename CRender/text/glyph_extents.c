#include "glyph_extents.h"

#include "cr_alloc.h"
#include "glyph_document.h"

// Labels need the extents of all their glyphs, and the tables are slow: each query looks up and decodes a glyph's header.

enum { PAGE = 64 };

typedef _Atomic(uint64_t) word;

struct cr_extents_pages {
  uint32_t count;
  _Atomic(word *) pages[];
};

/// Left, bottom, right and top, 16 bits each. 0 means unknown; empty extents are EMPTY.
static const uint64_t EMPTY = 1;

static bool fits(int64_t v) { return v == (int16_t)v; }

static bool packed(const cr_extents *e, uint64_t *out) {
  if (!fits(e->left) || !fits(e->bottom) || !fits(e->right) || !fits(e->top)) return false;
  const uint64_t all = (uint64_t)(uint16_t)e->left | (uint64_t)(uint16_t)e->bottom << 16 | (uint64_t)(uint16_t)e->right << 32 | (uint64_t)(uint16_t)e->top << 48;
  // A box that ends left of its start, the other meaning of EMPTY, is empty too.
  *out = all ? all : EMPTY;
  return true;
}

static cr_extents unpacked(uint64_t all) {
  if (all == EMPTY) return (cr_extents){0};
  return (cr_extents){(int16_t)all, (int16_t)(all >> 16), (int16_t)(all >> 32), (int16_t)(all >> 48)};
}

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }

/// The size of a document's picture is up to its painter, and its outline is often empty: use the glyph's cell and half an em around it.
static void add_document(const cr_instance *font, uint32_t glyph, cr_extents *e) {
  const int64_t em = (int64_t)font->units_per_em, margin = em / 2;
  const int64_t advance = hb_font_get_glyph_h_advance(font->font, glyph);
  *e = (cr_extents){least(e->left, -margin), least(e->bottom, -em), most(e->right, most(advance, em) + margin), most(e->top, em + margin)};
}

static bool read(const cr_instance *font, uint32_t glyph, cr_extents *out) {
  hb_glyph_extents_t e = {0};
  const bool known = hb_font_get_glyph_extents(font->font, glyph, &e), has_document = cr_glyph_has_document(font, glyph);
  if (!known && !has_document) return false;
  // A corrupt table must not overflow.
  *out = (cr_extents){e.x_bearing, (int64_t)e.y_bearing + e.height, (int64_t)e.x_bearing + e.width, e.y_bearing};
  if (has_document) add_document(font, glyph, out);
  return true;
}

/// The page with `glyph`, created if missing; NULL on allocation failure or if the font has no such glyph.
static word *page_of(const cr_instance *font, uint32_t glyph) {
  // Written by the first thread, read by all: otherwise the instance is immutable.
  _Atomic(struct cr_extents_pages *) *place = (_Atomic(struct cr_extents_pages *) *)&font->extents;
  struct cr_extents_pages *pages = atomic_load_explicit(place, memory_order_acquire);
  if (!pages) {
    const uint32_t glyphs = hb_face_get_glyph_count(hb_font_get_face(font->font)), count = glyphs / PAGE + 1;
    // At most 2^27 pages for any font: the product does not overflow.
    struct cr_extents_pages *made = cr_alloc_zeroed(sizeof *made + count * sizeof made->pages[0]);
    if (!made) return NULL;
    made->count = count;
    if (atomic_compare_exchange_strong(place, &pages, made))
      pages = made;
    else
      cr_free(made);
  }
  if (glyph / PAGE >= pages->count) return NULL;
  word *page = atomic_load_explicit(&pages->pages[glyph / PAGE], memory_order_acquire);
  if (!page) {
    word *made = cr_alloc_zeroed(PAGE * sizeof *made);
    if (!made) return NULL;
    if (atomic_compare_exchange_strong(&pages->pages[glyph / PAGE], &page, made))
      page = made;
    else
      cr_free(made);
  }
  return page;
}

bool cr_glyph_extents(const cr_instance *font, uint32_t glyph, cr_extents *out) {
  word *page = page_of(font, glyph);
  if (page) {
    const uint64_t known = atomic_load_explicit(&page[glyph % PAGE], memory_order_relaxed);
    if (known) {
      *out = unpacked(known);
      return true;
    }
  }
  if (!read(font, glyph, out)) return false;
  uint64_t all;
  if (page && packed(out, &all)) atomic_store_explicit(&page[glyph % PAGE], all, memory_order_relaxed);
  return true;
}

void cr_glyph_extents_destroy(cr_instance *font) {
  struct cr_extents_pages *pages = atomic_load(&font->extents);
  for (uint32_t i = 0; pages && i < pages->count; i++) cr_free(pages->pages[i]);
  cr_free(pages);
  atomic_store(&font->extents, NULL);
}
