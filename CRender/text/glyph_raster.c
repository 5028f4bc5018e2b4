#include "glyph_raster.h"

#include <ft2build.h>
#include FT_COLOR_H
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include FT_MULTIPLE_MASTERS_H
#include FT_MODULE_H
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>

#include "color_paint.h"
#include "cr_text.h"
#include "face.h"
#include "font_pages.h"
#include "glyph_document.h"
#include "hinted_outlines.h"
#include "text_memory.h"
#include "tone.h"

enum {
  MAX_POINTS = 32000,      // FreeType counts the points of an outline in 16 bits
  MAX_BITMAP = 1024,       // maximum side in pixels: larger glyphs are drawn as outlines
  MAX_STRIKE = 2048,       // a font with a larger colour bitmap counts as corrupt
  KEPT_FACES = 4,
};
#define COORDINATE_LIMIT 8388608.0f  // 26.6

typedef struct kept_face {
  hb_blob_t *blob;            // of the file, kept for FreeType
  FT_Stream stream;           // that reads it, or NULL if it is in memory
  unsigned index;
  FT_Face ft;
  uint32_t design;            // the instance whose axes are set; 0: none
  uint32_t size;              // current size, 26.6; 0: none or a bitmap's
} kept_face;

static atomic_size_t bitmap_limit = (size_t)256 << 20;

void cr_text_set_bitmap_limit(size_t bytes) { atomic_store_explicit(&bitmap_limit, bytes, memory_order_relaxed); }

struct cr_raster {
  struct FT_MemoryRec_ memory;
  FT_Library library;
  kept_face faces[KEPT_FACES];
  int next_face;
  cr_hinted_outlines hinted;
  // The current outline, 26.6, y upwards.
  FT_Vector *points;
  char *tags;
  short *contours;
  size_t point_capacity, tag_capacity, contour_capacity;
  size_t point_count, contour_count;
  bool failed;
  float scale, shear;
  // The path made from it.
  uint8_t *verbs;
  cr_point *path_points;
  size_t verb_count, verb_capacity, path_point_count, path_point_capacity;
};

static void *ft_alloc(FT_Memory memory, long size) {
  (void)memory;
  return size > 0 ? cr_alloc((size_t)size) : NULL;
}
static void ft_free(FT_Memory memory, void *block) {
  (void)memory;
  cr_free(block);
}
static void *ft_realloc(FT_Memory memory, long old_size, long new_size, void *block) {
  (void)memory;
  if (new_size <= 0) return NULL;
  return block ? cr_realloc(block, (size_t)old_size, (size_t)new_size) : cr_alloc((size_t)new_size);
}

cr_raster *cr_raster_create(void) {
  cr_raster *r = tx_calloc(1, sizeof *r);
  if (!r) return NULL;
  r->memory = (struct FT_MemoryRec_){.alloc = ft_alloc, .free = ft_free, .realloc = ft_realloc};
  if (FT_New_Library(&r->memory, &r->library)) {
    cr_free(r);
    return NULL;
  }
  FT_Add_Default_Modules(r->library);
  return r;
}

static void forget(kept_face *kept) {
  if (kept->ft) FT_Done_Face(kept->ft);
  cr_free(kept->stream);
  hb_blob_destroy(kept->blob);
  *kept = (kept_face){0};
}

void cr_raster_forget_faces(cr_raster *r) {
  for (int i = 0; i < KEPT_FACES; i++) forget(&r->faces[i]);
  cr_hinted_outlines_clear(&r->hinted);
}

void cr_raster_destroy(cr_raster *r) {
  if (!r) return;
  cr_raster_forget_faces(r);
  FT_Done_Library(r->library);
  cr_free(r->points);
  cr_free(r->tags);
  cr_free(r->contours);
  cr_free(r->verbs);
  cr_free(r->path_points);
  cr_free(r);
}

// Outlines, through HarfBuzz: without a FreeType face or a lock

static bool room(cr_raster *r, size_t more) {
  if (r->failed || r->point_count + more > MAX_POINTS || !TX_GROW(r->points, r->point_capacity, r->point_count + more) ||
      !TX_GROW(r->tags, r->tag_capacity, r->point_count + more))
    r->failed = true;
  return !r->failed;
}

static void add(cr_raster *r, float x, float y, char tag) {
  float px = (x + y * r->shear) * r->scale, py = y * r->scale;
  px = px > -COORDINATE_LIMIT ? (px < COORDINATE_LIMIT ? px : COORDINATE_LIMIT) : -COORDINATE_LIMIT;
  py = py > -COORDINATE_LIMIT ? (py < COORDINATE_LIMIT ? py : COORDINATE_LIMIT) : -COORDINATE_LIMIT;
  r->points[r->point_count] = (FT_Vector){lrintf(px), lrintf(py)};
  r->tags[r->point_count++] = tag;
}

static void close_contour(cr_raster *r) {
  size_t first = r->contour_count ? (size_t)r->contours[r->contour_count - 1] + 1 : 0;
  if (r->point_count == first) return;
  if (!TX_GROW(r->contours, r->contour_capacity, r->contour_count + 1)) r->failed = true;
  else r->contours[r->contour_count++] = (short)(r->point_count - 1);
}

static void move_to(hb_draw_funcs_t *f, void *data, hb_draw_state_t *st, float x, float y, void *user) {
  (void)f, (void)st, (void)user;
  close_contour(data);
  if (room(data, 1)) add(data, x, y, FT_CURVE_TAG_ON);
}
static void line_to(hb_draw_funcs_t *f, void *data, hb_draw_state_t *st, float x, float y, void *user) {
  (void)f, (void)st, (void)user;
  if (room(data, 1)) add(data, x, y, FT_CURVE_TAG_ON);
}
static void quad_to(hb_draw_funcs_t *f, void *data, hb_draw_state_t *st, float cx, float cy, float x, float y, void *user) {
  (void)f, (void)st, (void)user;
  if (!room(data, 2)) return;
  add(data, cx, cy, FT_CURVE_TAG_CONIC);
  add(data, x, y, FT_CURVE_TAG_ON);
}
static void cubic_to(hb_draw_funcs_t *f, void *data, hb_draw_state_t *st, float ax, float ay, float bx, float by, float x, float y, void *user) {
  (void)f, (void)st, (void)user;
  if (!room(data, 3)) return;
  add(data, ax, ay, FT_CURVE_TAG_CUBIC);
  add(data, bx, by, FT_CURVE_TAG_CUBIC);
  add(data, x, y, FT_CURVE_TAG_ON);
}
static void close_path(hb_draw_funcs_t *f, void *data, hb_draw_state_t *st, void *user) {
  (void)f, (void)st, (void)user;
  close_contour(data);
}

static hb_draw_funcs_t *draw_funcs;
static void make_draw_funcs(void) {
  hb_draw_funcs_t *f = hb_draw_funcs_create();
  hb_draw_funcs_set_move_to_func(f, move_to, NULL, NULL);
  hb_draw_funcs_set_line_to_func(f, line_to, NULL, NULL);
  hb_draw_funcs_set_quadratic_to_func(f, quad_to, NULL, NULL);
  hb_draw_funcs_set_cubic_to_func(f, cubic_to, NULL, NULL);
  hb_draw_funcs_set_close_path_func(f, close_path, NULL, NULL);
  hb_draw_funcs_make_immutable(f);
  draw_funcs = f;
}

/// Slant of a synthesised oblique: 14 degrees, as in CSS Fonts 4.
#define OBLIQUE_SHEAR 0.2493f

static void embolden(FT_Outline *outline, double pixels) {
  const FT_Pos strength = (FT_Pos)(pixels * 64 / 24);
  FT_Outline_Embolden(outline, strength);
  FT_Outline_Translate(outline, -strength / 2, -strength / 2);
}

/// Builds the glyph's outline at `pixels` per em with the pen `shift` (26.6) to the right; false if it has none.
static bool build_outline(cr_raster *r, const cr_instance *font, uint32_t glyph, double pixels, long shift, FT_Outline *outline) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make_draw_funcs);
  r->point_count = r->contour_count = 0;
  r->failed = false;
  r->scale = (float)(pixels * 64 / (double)font->units_per_em);
  r->shear = font->synthetic_oblique ? OBLIQUE_SHEAR : 0;
#if HB_VERSION_ATLEAST(7, 0, 0)
  hb_font_draw_glyph(font->font, glyph, draw_funcs, r);
#else
  hb_font_get_glyph_shape(font->font, glyph, draw_funcs, r);
#endif
  close_contour(r);
  if (r->failed || !r->contour_count) return false;
  *outline = (FT_Outline){.n_contours = (short)r->contour_count, .n_points = (short)r->point_count, .points = r->points,
                          .tags = r->tags, .contours = r->contours};
  if (font->synthetic_bold) embolden(outline, pixels);
  if (shift) FT_Outline_Translate(outline, shift, 0);
  return true;
}

// Through FreeType: hinted outlines and colour

/// Stream callback of FreeType that reads bytes on demand; with `count` 0: whether the offset is valid (0: yes).
static unsigned long read_stream(FT_Stream stream, unsigned long offset, unsigned char *to, unsigned long count) {
  if (!count || offset >= stream->size) return !count && offset > stream->size;
  if (count > stream->size - offset) count = stream->size - offset;
  if (!cr_font_pages_need(stream->descriptor.pointer, offset, count)) return 0;
  memcpy(to, (const unsigned char *)stream->pathname.pointer + offset, count);
  return count;
}

/// Opens a face by FreeType in a free slot; `ft` stays NULL on failure.
static void open_face(cr_raster *r, const cr_face *face, kept_face *kept) {
  unsigned length;
  const char *data = hb_blob_get_data(face->blob, &length);
  *kept = (kept_face){.blob = hb_blob_reference(face->blob), .index = face->index};
  FT_Open_Args arguments = {.flags = FT_OPEN_MEMORY, .memory_base = (const FT_Byte *)data, .memory_size = (FT_Long)length};
  cr_font_pages *pages = cr_font_pages_of(face->blob);
  if (pages) {
    if (!(kept->stream = tx_calloc(1, sizeof *kept->stream))) return;
    *kept->stream = (FT_StreamRec){.size = length, .descriptor.pointer = pages, .pathname.pointer = (void *)data, .read = read_stream};
    arguments = (FT_Open_Args){.flags = FT_OPEN_STREAM, .stream = kept->stream};
  }
  if (FT_Open_Face(r->library, &arguments, (FT_Long)face->index, &kept->ft)) kept->ft = NULL;
}

static kept_face *face_for(cr_raster *r, const cr_instance *font) {
  kept_face *kept = NULL;
  for (int i = 0; i < KEPT_FACES && !kept; i++)
    if (r->faces[i].blob == font->face->blob && r->faces[i].index == font->face->index) kept = &r->faces[i];
  if (!kept) {
    kept = &r->faces[r->next_face++ % KEPT_FACES];
    forget(kept);
    open_face(r, font->face, kept);
  }
  if (kept->ft && kept->design != font->id && FT_IS_SCALABLE(kept->ft) && font->axis_count) {
    FT_Fixed coordinates[16];
    const unsigned count = font->axis_count < 16 ? font->axis_count : 16;
    for (unsigned i = 0; i < count; i++) coordinates[i] = (FT_Fixed)(font->coordinates[i] * 65536);
    FT_Set_Var_Design_Coordinates(kept->ft, count, coordinates);
    kept->design = font->id;
    kept->size = 0;
  }
  return kept;
}

/// Hints the glyph's outline at the pen's phase 0; false if there is no hinter for it. Borrowed from FreeType until its next glyph.
static bool hint_outline(cr_raster *r, const cr_glyph_key *key, FT_Outline *outline) {
  kept_face *kept = face_for(r, key->font);
  const FT_Face ft = kept->ft;
  if (!ft || !FT_IS_SCALABLE(ft)) return false;
  if (kept->size != key->size && FT_Set_Char_Size(ft, 0, (FT_F26Dot6)key->size, 72, 72)) return false;
  kept->size = key->size;
  const FT_Int32 target = key->bilevel ? FT_LOAD_TARGET_MONO : FT_LOAD_TARGET_LIGHT;
  if (FT_Load_Glyph(ft, key->glyph, target | FT_LOAD_NO_BITMAP) || ft->glyph->format != FT_GLYPH_FORMAT_OUTLINE) return false;
  *outline = ft->glyph->outline;
  if (outline->n_contours <= 0 || outline->n_points <= 0) return false;
  if (key->font->synthetic_bold) embolden(outline, key->size / 64.0);
  if (key->font->synthetic_oblique) {
    const FT_Matrix shear = {0x10000, (FT_Fixed)(OBLIQUE_SHEAR * 0x10000), 0, 0x10000};
    FT_Outline_Transform(outline, &shear);
  }
  return true;
}

/// The outline with its horizontal edges on whole pixels, by FreeType's light hinter: nothing moves sideways. For bilevel coverage the
/// vertical edges too, by the font's own instructions for small sizes. False if there is no hinter for it.
static bool hinted_outline(cr_raster *r, const cr_glyph_key *key, FT_Outline *outline) {
  const FT_Outline *known = key->bilevel ? NULL : cr_hinted_outlines_find(&r->hinted, key->font_id, key->glyph, key->size);
  r->point_count = 0;
  r->failed = false;
  if (known && room(r, (size_t)known->n_points)) {
    *outline = *known;
    // Moved below and during rasterisation.
    outline->points = memcpy(r->points, known->points, (size_t)known->n_points * sizeof *known->points);
  } else {
    if (!hint_outline(r, key, outline)) return false;
    if (!key->bilevel) cr_hinted_outlines_keep(&r->hinted, key->font_id, key->glyph, key->size, outline);
  }
  FT_Outline_Translate(outline, key->phase * 16, 0);
  return true;
}

/// Coverage of 0 and 255: pixels with their centre inside, and those needed to avoid gaps in thin stems. False on allocation failure.
static bool rasterise_bilevel(cr_raster *r, FT_Outline *outline, cr_glyph_slot *slot, long width, long height, long stride) {
  const long row = (width + 7) / 8;
  uint8_t *bits = tx_calloc((size_t)row, (size_t)height);
  if (!bits) return false;
  FT_Bitmap bitmap = {.rows = (unsigned)height, .width = (unsigned)width, .pitch = (int)row, .buffer = bits, .pixel_mode = FT_PIXEL_MODE_MONO};
  if (!FT_Outline_Get_Bitmap(r->library, outline, &bitmap))
    for (long y = 0; y < height; y++)
      for (long x = 0; x < width; x++)
        if (bits[y * row + x / 8] & 0x80 >> (x & 7)) slot->pixels[y * stride + x] = 255;
  cr_free(bits);
  return true;
}

static bool rasterise_outline(cr_raster *r, cr_glyph_slot *slot) {
  FT_Outline outline;
  const bool hinted = slot->key.hinted && hinted_outline(r, &slot->key, &outline);
  if (!hinted && !build_outline(r, slot->key.font, slot->key.glyph, slot->key.size / 64.0, slot->key.phase * 16, &outline)) return true;
  FT_BBox box;
  FT_Outline_Get_CBox(&outline, &box);
  long left = box.xMin >> 6, bottom = box.yMin >> 6, right = (box.xMax + 63) >> 6, top = (box.yMax + 63) >> 6;
  long width = right - left, height = top - bottom;
  if (width <= 0 || height <= 0) return true;
  if (width > MAX_BITMAP || height > MAX_BITMAP) {
    slot->outline = true;
    return true;
  }
  long stride = (width + 3) & ~3L;
  slot->pixels = tx_calloc((size_t)stride, (size_t)height);
  if (!slot->pixels) return false;
  FT_Outline_Translate(&outline, -left * 64, -bottom * 64);
  if (slot->key.bilevel) {
    if (!rasterise_bilevel(r, &outline, slot, width, height, stride)) return false;
  } else {
    FT_Bitmap bitmap = {.rows = (unsigned)height, .width = (unsigned)width, .pitch = (int)stride, .buffer = slot->pixels,
                        .num_grays = 256, .pixel_mode = FT_PIXEL_MODE_GRAY};
    if (FT_Outline_Get_Bitmap(r->library, &outline, &bitmap)) memset(slot->pixels, 0, (size_t)stride * (size_t)height);
    cr_tone_apply(slot->key.tone, slot->pixels, (size_t)stride * (size_t)height);
  }
  slot->left = (int32_t)left;
  slot->top = (int32_t)-top;
  slot->width = (int32_t)width;
  slot->height = (int32_t)height;
  slot->stride = (int32_t)stride;
  slot->bytes = (size_t)stride * (size_t)height;
  return true;
}

// Paths

static void verb(cr_raster *r, cr_verb v, int count, const FT_Vector *const *points) {
  if (r->failed || !TX_GROW(r->verbs, r->verb_capacity, r->verb_count + 1) ||
      !TX_GROW(r->path_points, r->path_point_capacity, r->path_point_count + 3)) {
    r->failed = true;
    return;
  }
  r->verbs[r->verb_count++] = (uint8_t)v;
  for (int i = 0; i < count; i++)
    r->path_points[r->path_point_count++] = (cr_point){(double)points[i]->x / 64, -(double)points[i]->y / 64};
}
static int path_move(const FT_Vector *to, void *user) {
  cr_raster *r = user;
  if (r->verb_count) verb(r, CR_CLOSE, 0, NULL);
  verb(r, CR_MOVE, 1, (const FT_Vector *[]){to});
  return 0;
}
static int path_line(const FT_Vector *to, void *user) {
  verb(user, CR_LINE, 1, (const FT_Vector *[]){to});
  return 0;
}
static int path_quad(const FT_Vector *c, const FT_Vector *to, void *user) {
  verb(user, CR_QUAD, 2, (const FT_Vector *[]){c, to});
  return 0;
}
static int path_cubic(const FT_Vector *a, const FT_Vector *b, const FT_Vector *to, void *user) {
  verb(user, CR_CUBIC, 3, (const FT_Vector *[]){a, b, to});
  return 0;
}

bool cr_raster_path(cr_raster *r, const cr_instance *font, uint32_t glyph, double pixels, cr_path *path) {
  FT_Outline outline;
  if (!build_outline(r, font, glyph, pixels, 0, &outline)) return false;
  r->verb_count = r->path_point_count = 0;
  static const FT_Outline_Funcs funcs = {path_move, path_line, path_quad, path_cubic, 0, 0};
  if (FT_Outline_Decompose(&outline, &funcs, r) || r->failed || !r->verb_count) return false;
  verb(r, CR_CLOSE, 0, NULL);
  if (r->failed) return false;
  *path = (cr_path){.verbs = r->verbs, .verb_count = r->verb_count, .points = r->path_points, .point_count = r->path_point_count};
  return true;
}

// Colour

/// Selects a size: for layered outlines the size itself, for bitmaps the smallest strike that is large enough. Returns its pixels per em,
/// or 0.
static double select_size(FT_Face ft, uint32_t size) {
  if (FT_IS_SCALABLE(ft) && !ft->num_fixed_sizes) return FT_Set_Char_Size(ft, 0, (FT_F26Dot6)size, 72, 72) ? 0 : size / 64.0;
  int chosen = -1;
  for (int i = 0; i < ft->num_fixed_sizes; i++) {
    long ppem = ft->available_sizes[i].y_ppem;
    if (ppem <= 0) continue;
    long best = chosen < 0 ? 0 : ft->available_sizes[chosen].y_ppem;
    if (chosen < 0 || (best < (long)size ? ppem > best : ppem >= (long)size && ppem < best)) chosen = i;
  }
  return chosen < 0 || FT_Select_Size(ft, chosen) ? 0 : (double)ft->available_sizes[chosen].y_ppem / 64;
}

/// Averages the source pixels covered by each target pixel; weights are 16.16 fractions of a pixel, so the result is exact everywhere.
static void shrink(const FT_Bitmap *b, double left, double top, double factor, cr_glyph_slot *slot) {
  const double step = 1 / factor;
  for (int y = 0; y < slot->height; y++) {
    double y0 = (slot->top + y - top) * step, y1 = y0 + step;
    y0 = y0 > 0 ? y0 : 0;
    y1 = y1 < b->rows ? y1 : b->rows;
    uint32_t *row = (uint32_t *)(void *)(slot->pixels + (size_t)y * (size_t)slot->stride);
    for (int x = 0; x < slot->width; x++) {
      double x0 = (slot->left + x - left) * step, x1 = x0 + step;
      x0 = x0 > 0 ? x0 : 0;
      x1 = x1 < b->width ? x1 : b->width;
      uint64_t sum[4] = {0};
      for (int sy = (int)y0; sy < y1; sy++) {
        double h = (sy + 1 < y1 ? sy + 1 : y1) - (sy > y0 ? sy : y0);
        const uint8_t *source = b->buffer + (long)sy * b->pitch;
        for (int sx = (int)x0; sx < x1; sx++) {
          double w = (sx + 1 < x1 ? sx + 1 : x1) - (sx > x0 ? sx : x0);
          uint64_t share = (uint64_t)(w * h * 65536 + 0.5);
          for (int c = 0; c < 4; c++) sum[c] += share * source[sx * 4 + c];
        }
      }
      const double whole = step * step * 65536;
      uint32_t pixel = 0;
      for (int c = 0; c < 4; c++) {
        uint32_t v = (uint32_t)((double)sum[c] / whole + 0.5);
        pixel |= (v < 255 ? v : 255) << (8 * c);
      }
      row[x] = pixel;
    }
  }
}

typedef struct {
  cr_raster *raster;
  const cr_instance *font;
} outline_source;

static bool outline_for_color(void *context, uint32_t glyph, double pixels, FT_Outline *outline) {
  const outline_source *s = context;
  return build_outline(s->raster, s->font, glyph, pixels, 0, outline);
}

/// Paint graph, else document if there are no layers: 1: done, 0: the glyph has none, -1: out of memory.
static int rasterise_painted(cr_raster *r, cr_glyph_slot *slot) {
  const cr_instance *font = slot->key.font;
  const uint32_t glyph = slot->key.glyph;
  const double size = slot->key.size / 64.0;
  outline_source source = {r, font};
  cr_color_picture picture = {0};
  cr_color_result result = CR_COLOR_NONE;
  if (font->color) result = cr_paint_color_glyph(r->library, font->font, glyph, size, slot->key.ink, outline_for_color, &source, &picture);
  if (result == CR_COLOR_NONE && font->documents && !hb_ot_color_glyph_get_layers(hb_font_get_face(font->font), glyph, 0, NULL, NULL))
    result = cr_paint_document_glyph(font, glyph, size, slot->key.ink, &picture);
  if (result == CR_COLOR_NO_MEMORY) return -1;
  if (result == CR_COLOR_NONE) return 0;
  slot->color = true;
  slot->native_size = (float)size;
  slot->pixels = (uint8_t *)picture.pixels;
  slot->left = picture.left;
  slot->top = picture.top;
  slot->width = picture.width;
  slot->height = picture.height;
  slot->stride = picture.width * 4;
  slot->bytes = (size_t)slot->stride * (size_t)slot->height;
  return 1;
}

/// Whether a glyph's bitmap exceeds the memory limit, by its header alone.
static bool is_too_large(FT_Face ft, uint32_t glyph) {
  if (FT_Load_Glyph(ft, glyph, FT_LOAD_COLOR | FT_LOAD_NO_HINTING | FT_LOAD_BITMAP_METRICS_ONLY)) return false;
  if (ft->glyph->format != FT_GLYPH_FORMAT_BITMAP) return false;
  const FT_Bitmap *b = &ft->glyph->bitmap;
  return b->width > MAX_STRIKE || b->rows > MAX_STRIKE ||
         (size_t)b->width * b->rows * 4 > atomic_load_explicit(&bitmap_limit, memory_order_relaxed);
}

/// 1: done, 0: no colour glyph, -1: out of memory. `refused`: its bitmap is too large.
static int rasterise_color(cr_raster *r, cr_glyph_slot *slot, bool *refused) {
  const int painted = rasterise_painted(r, slot);
  if (painted || !slot->key.font->color) return painted;
  kept_face *kept = face_for(r, slot->key.font);
  const FT_Face ft = kept->ft;
  kept->size = 0;
  double size = ft ? select_size(ft, slot->key.size) : 0;
  const FT_Color ink = {.blue = slot->key.ink & 255, .green = slot->key.ink >> 8 & 255, .red = slot->key.ink >> 16 & 255, .alpha = 255};
  if (ft && slot->key.font->takes_ink) FT_Palette_Set_Foreground_Color(ft, ink);
  if (!(size > 0)) return 0;
  if (ft->num_fixed_sizes && (*refused = is_too_large(ft, slot->key.glyph))) return 0;
  if (FT_Load_Glyph(ft, slot->key.glyph, FT_LOAD_COLOR | FT_LOAD_NO_HINTING)) return 0;
  if (ft->glyph->format != FT_GLYPH_FORMAT_BITMAP && FT_Render_Glyph(ft->glyph, FT_RENDER_MODE_NORMAL)) return 0;
  const FT_Bitmap *b = &ft->glyph->bitmap;
  if (b->pixel_mode != FT_PIXEL_MODE_BGRA || !b->buffer || b->pitch < 0) return 0;
  if (!b->width || !b->rows || b->width > MAX_STRIKE || b->rows > MAX_STRIKE) return 0;
  const double factor = slot->key.native ? 1 : slot->key.size / 64.0 / size;
  const double left = ft->glyph->bitmap_left * factor, top = -ft->glyph->bitmap_top * factor;
  if (fabs(left) > MAX_STRIKE * 4 || fabs(top) > MAX_STRIKE * 4) return 0;
  slot->left = (int32_t)floor(left);
  slot->top = (int32_t)floor(top);
  double width = ceil(left + b->width * factor) - slot->left, height = ceil(top + b->rows * factor) - slot->top;
  if (width > MAX_STRIKE || height > MAX_STRIKE || width < 1 || height < 1) return 0;
  slot->width = (int32_t)width;
  slot->height = (int32_t)height;
  slot->stride = slot->width * 4;
  slot->bytes = (size_t)slot->stride * (size_t)slot->height;
  slot->native_size = (float)size;
  slot->color = true;
  if (!(slot->pixels = tx_calloc(slot->bytes, 1))) return -1;
  shrink(b, left, top, factor, slot);
  return 1;
}

bool cr_raster_glyph(cr_raster *r, cr_glyph_slot *slot) {
  bool refused = false;
  if (cr_instance_is_colored(slot->key.font)) {
    int done = rasterise_color(r, slot, &refused);
    if (done) return done > 0;
  }
  bool done = rasterise_outline(r, slot);
  if (done && refused && !slot->pixels && !slot->outline) {
    const uint32_t glyph = slot->key.glyph;
    slot->key.glyph = 0;  // the missing-glyph sign
    done = rasterise_outline(r, slot);
    slot->key.glyph = glyph;
  }
  return done;
}
