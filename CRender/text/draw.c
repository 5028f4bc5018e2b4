// Drawing of layouts on a canvas: glyphs from the cache if the transform allows it, else outlines.
#include <math.h>

#include "glyph_document.h"
#include "glyph_raster.h"
#include "layout.h"
#include "library.h"
#include "text_memory.h"
#include "tone.h"
#include "underline.h"
#include "word_gaps.h"

enum { LISTED_GLYPHS = 4096, BATCH = 128 };
#define LARGEST_CACHED 128.0  // device pixels per em; larger glyphs are filled as outlines

typedef struct {
  cr_layout *layout;
  cr_canvas *canvas;
  cr_glyph_cache *cache;
  cr_transform t;
  double x, y, scale;   // scale: device pixels per logical unit
  bool plain;           // translation and the canvas's scale only
  int64_t left, top;    // whole device pixels of the origin
  uint8_t phase_x, phase_y;  // remaining quarters
  bool toned;           // coverage follows the tone of the text
  bool bilevel;            // coverage of 0 and 255, on whole pixels
  bool dark;            // in the colors of the dark scheme
  cr_irect clip;
  cr_raster *raster;
  bool failed;
} drawing;

static bool cached(const drawing *d, const cr_fragment *f) {
  const cr_text_run *run = &cr_fragment_attribute(f)->run;
  return d->plain && run->size * d->scale <= LARGEST_CACHED && run->outline_width == 0;
}

static cr_color letter_color(const drawing *d, const cr_text_run *run) { return cr_scheme_color(run->color, run->dark_color, d->dark); }

/// floor without a call to the C library, for |v| below 2^62.
static inline int64_t round_down(double v) {
  const int64_t whole = (int64_t)v;
  return whole - (v < (double)whole);
}

/// Device row of a baseline `y` logical units below the layout's top, relative to the drawing's top.
static int32_t baseline_row(const drawing *d, double y) {
  double v = floor(d->phase_y / 4.0 + y * d->scale + 0.5);
  return v > -1e9 && v < 1e9 ? (int32_t)v : 0;
}

/// Text colour for coloured glyphs that use it, 0xRRGGBB; alpha is applied when they are drawn.
static uint32_t ink_of(const cr_instance *font, cr_color c) {
  if (!font->takes_ink) return 0;
  const float channels[3] = {c.red, c.green, c.blue};
  uint32_t ink = 0;
  for (int i = 0; i < 3; i++) ink = ink << 8 | (uint32_t)(channels[i] > 0 ? channels[i] < 1 ? channels[i] * 255 + 0.5f : 255 : 0);
  return ink;
}

// Lists: each glyph is looked up once

enum { FEW = 96 };  // glyphs of a label: collected without allocation

/// Maximum size of text with automatic hinting, pixels per em: larger letters have enough pixels for their shapes.
static const double largest_hinted = 24;

/// A scale counts as 1 if it differs only by rounding, for example after transforms that cancel out.
static bool is_hinted(const cr_font_style *style, double size, double scale) {
  const double error = 1e-6;
  return style->hinting == CR_HINTING_SLIGHT ||
         (style->hinting == CR_HINTING_AUTOMATIC && fabs(scale - 1) <= error && size <= largest_hinted * (1 + error));
}

/// Appends the glyphs of a fragment to a list with enough space.
static void gather_fragment(const drawing *d, const cr_layout_line *line, const cr_fragment *f, cr_glyph_list *list, cr_glyph_key *keys) {
  const cr_attribute *a = cr_fragment_attribute(f);
  const cr_instance *font = f->run->font;
  const double size = a->run.size * d->scale;
  const double baseline = line->baseline - a->run.baseline_offset;
  const int32_t row = baseline_row(d, baseline);
  const uint32_t size_26_6 = (uint32_t)(size * 64 + 0.5);
  const cr_color color = letter_color(d, &a->run);
  const uint8_t tone = d->toned ? cr_tone_of(color) : 0;
  const uint32_t ink = ink_of(font, color);
  const bool colored = cr_instance_is_colored(font);
  const bool hinted = !colored && is_hinted(a->run.style, size, d->scale);
  if (!size_26_6 || f->run->tab) return;
  double pen = f->x;
  for (uint32_t v = 0; v < f->cluster_count; v++) {
    const uint32_t k = f->run->level & 1 ? f->cluster_count - 1 - v : v;
    const cr_glyph *glyphs = f->glyphs + f->clusters[k].glyph;
    const uint32_t count = f->clusters[k].glyphs;
    double inner = pen;
    for (uint32_t j = 0; j < count; j++) {
      const double x = (inner + (double)glyphs[j].x) * d->scale * 4 + 0.5, dy = (double)glyphs[j].y * d->scale + 0.5;
      inner += (double)glyphs[j].advance;
      if (glyphs[j].id == CR_NO_GLYPH || !(fabs(x) < 4e9) || !(fabs(dy) < 1e9)) continue;
      int64_t quarters = round_down(x) + d->phase_x;
      cr_glyph_key key = {.font = font, .font_id = font->id, .glyph = glyphs[j].id, .size = size_26_6,
                          .hinted = hinted, .ink = ink};
      if (colored) quarters += 2;  // pictures are on whole pixels
      else if (d->bilevel) quarters += 2, key.bilevel = 1, key.hinted = 1;
      else key.phase = (uint8_t)(quarters & 3), key.tone = tone;
      keys[list->count] = key;
      list->glyphs[list->count++] = (cr_placed_glyph){.x = (int32_t)(quarters >> 2), .y = row + (int32_t)round_down(dy)};
    }
    pen += cr_cluster_width(f, k);
  }
}

static size_t count_glyphs(const cr_layout *l, uint32_t first, uint32_t end) {
  size_t count = 0;
  for (uint32_t f = first; f < end; f++)
    for (uint32_t k = 0; k < l->fragments[f].cluster_count; k++) count += l->fragments[f].clusters[k].glyphs;
  return count;
}

/// Parameters of a list besides its scale.
static uint8_t list_phase(const drawing *d) { return (uint8_t)(d->phase_x | d->phase_y << 2 | d->toned << 4 | d->bilevel << 5 | d->dark << 6); }

typedef struct {
  const cr_layout *layout;
  size_t first, end;
  double scale;
} line_range;

static void widen_gaps(void *context, cr_glyph_list *list) {
  const line_range *r = context;
  const uint32_t first = r->layout->lines[r->first].first_fragment;
  for (size_t i = r->first; i < r->end; i++) {
    const cr_layout_line *line = &r->layout->lines[i];
    const uint32_t at = line->first_fragment - first;
    cr_widen_word_gaps(
        r->layout->fragments + line->first_fragment, line->fragment_count, list->glyphs, list->ends + at, at ? list->ends[at - 1] : 0, r->scale);
  }
}

/// Returns the glyphs of lines [first, end), in use; stored in the layout if `owned`. `ends[i]`: end of the glyphs of fragment i of the
/// range.
static cr_glyph_list *make_list(const drawing *d, size_t first_line, size_t end_line, bool owned) {
  cr_layout *l = d->layout;
  const uint32_t first = l->lines[first_line].first_fragment, end = l->lines[end_line - 1].first_fragment + l->lines[end_line - 1].fragment_count;
  const bool whole = !first_line && end_line == l->line_count;
  const size_t most = whole ? l->glyph_count : count_glyphs(l, first, end);
  cr_glyph_key few_keys[FEW], *keys = most > FEW ? tx_alloc(most, sizeof *keys) : few_keys;
  cr_glyph_list *list = keys ? cr_glyph_list_create(most, end - first) : NULL;
  if (list) {
    list->scale = d->scale;
    list->phase = list_phase(d);
    for (size_t i = first_line; i < end_line; i++)
      for (uint32_t f = 0; f < l->lines[i].fragment_count; f++) {
        const cr_fragment *fragment = &l->fragments[l->lines[i].first_fragment + f];
        if (cached(d, fragment)) gather_fragment(d, &l->lines[i], fragment, list, keys);
        list->ends[l->lines[i].first_fragment + f - first] = (uint32_t)list->count;
      }
    const line_range range = {l, first_line, end_line, d->scale};
    if (!cr_glyph_list_fill(d->cache, list, keys, owned ? &l->list : NULL, d->bilevel ? widen_gaps : NULL, (void *)&range)) list = NULL;
  }
  if (keys != few_keys) cr_free(keys);
  return list;
}

// Outlines and pictures under any transform

static cr_raster *raster(drawing *d) {
  if (!d->raster && !(d->raster = cr_glyph_cache_borrow_raster(d->cache))) d->failed = true;
  return d->raster;
}

/// Device pixels per logical unit, independent of direction.
static double magnitude(const cr_transform *t) { return sqrt(fabs(t->a * t->d - t->b * t->c)); }

/// Fills the outline of a glyph, or strokes it with a pen of `pen` logical units if that is above 0.
static void draw_outline(drawing *d, const cr_instance *font, uint32_t glyph, double size, double x, double y, cr_color color, double pen) {
  const double k = fmin(fmax(magnitude(&d->t), 1e-3), 1e3), pixels = fmin(size * k, 16384);
  cr_path path;
  if (!(size > 0) || !raster(d) || !cr_raster_path(d->raster, font, glyph, pixels, &path)) return;
  const double factor = size / pixels;
  cr_canvas_save(d->canvas);
  cr_canvas_concatenate(d->canvas, (cr_transform){factor, 0, 0, factor, x, y});
  cr_paint paint = {.kind = CR_PAINT_COLOR, .color = color};
  const cr_stroke stroke = {.width = pen / factor, .cap = CR_CAP_ROUND, .join = CR_JOIN_ROUND, .miter_limit = 4};
  if (pen > 0) cr_canvas_stroke_path(d->canvas, &path, &paint, &stroke);
  else cr_canvas_fill_path(d->canvas, &path, &paint, false);
  cr_canvas_restore(d->canvas);
}

static void fill_outline(drawing *d, const cr_instance *font, uint32_t glyph, double size, double x, double y, cr_color color) {
  draw_outline(d, font, glyph, size, x, y, color, 0);
}

static bool draw_picture(drawing *d, const cr_instance *font, uint32_t glyph, double size, double x, double y, cr_color color) {
  const double pixels = fmin(fmax(size * magnitude(&d->t), 1), 512);
  cr_glyph_key key = {.font = font, .font_id = font->id, .glyph = glyph, .size = (uint32_t)(pixels * 64), .native = 1, .ink = ink_of(font, color)};
  cr_glyph_list *list = cr_glyph_list_create(1, 0);
  if (list) list->count = 1;
  if (!list || !cr_glyph_list_fill(d->cache, list, &key, NULL, NULL, NULL)) {
    d->failed = true;
    return true;
  }
  const cr_glyph_slot *slot = list->glyphs[0].slot;
  bool color_glyph = slot->color;
  if (color_glyph && slot->native_size > 0) {
    const double factor = size / (double)slot->native_size;
    cr_surface *surface = NULL;
    if (cr_surface_wrap(slot->pixels, slot->width, slot->height, slot->stride, CR_ARGB8888, &surface) == CR_OK) {
      cr_image_options options = {.quality = CR_GOOD, .opacity = (double)color.alpha, .blend = CR_BLEND_NORMAL};
      cr_canvas_draw_image(d->canvas, surface, (cr_rect){0, 0, slot->width, slot->height},
                           (cr_rect){x + slot->left * factor, y + slot->top * factor, slot->width * factor, slot->height * factor}, &options);
      cr_surface_destroy(surface);
    }
  }
  cr_glyph_list_end(d->cache, list);
  return color_glyph;
}

/// Draws glyph by glyph at exact positions. `pen` above 0: the outline beyond the letters, which coloured glyphs don't have.
static void draw_free(drawing *d, const cr_layout_line *line, const cr_fragment *f, double pen_width) {
  const cr_attribute *a = cr_fragment_attribute(f);
  if (f->run->tab) return;
  const double y = d->y + line->baseline - a->run.baseline_offset;
  const cr_color color = letter_color(d, &a->run);
  double pen = d->x + f->x;
  for (uint32_t v = 0; v < f->cluster_count; v++) {
    const uint32_t k = f->run->level & 1 ? f->cluster_count - 1 - v : v;
    const cr_glyph *g = f->glyphs + f->clusters[k].glyph;
    double inner = pen;
    for (uint32_t j = 0; j < f->clusters[k].glyphs; j++) {
      const double gx = inner + (double)g[j].x, gy = y + (double)g[j].y;
      inner += (double)g[j].advance;
      if (g[j].id == CR_NO_GLYPH) continue;
      if (pen_width > 0) {
        if (!cr_instance_is_colored(f->run->font))
          draw_outline(d, f->run->font, g[j].id, a->run.size, gx, gy, cr_scheme_color(a->run.outline, a->run.dark_outline, d->dark), pen_width);
        continue;
      }
      if (cr_instance_is_colored(f->run->font) && draw_picture(d, f->run->font, g[j].id, a->run.size, gx, gy, color)) continue;
      fill_outline(d, f->run->font, g[j].id, a->run.size, gx, gy, color);
    }
    pen += cr_cluster_width(f, k);
  }
}

// Fragments

static void draw_placed(drawing *d, const cr_instance *font, const cr_placed_glyph *glyphs, size_t count, cr_color color, double size) {
  cr_glyph_image images[BATCH];
  size_t n = 0;
  for (size_t i = 0; i < count; i++) {
    const cr_glyph_slot *s = glyphs[i].slot;
    if (!s->width) {
      if (s->outline) {  // keeps the order of drawing
        if (n) cr_canvas_draw_glyphs(d->canvas, images, n, color);
        n = 0;
        fill_outline(d, font, s->key.glyph, size,
                     ((double)(d->left + glyphs[i].x) + s->key.phase / 4.0 - d->t.tx) / d->t.a, ((double)(d->top + glyphs[i].y) - d->t.ty) / d->t.d, color);
      }
      continue;
    }
    int64_t x = d->left + glyphs[i].x + s->left, y = d->top + glyphs[i].y + s->top;
    if (x < d->clip.x - s->width || x > d->clip.x + d->clip.width || y < d->clip.y - s->height || y > d->clip.y + d->clip.height) continue;
    images[n++] = (cr_glyph_image){.pixels = s->pixels, .x = (int32_t)x, .y = (int32_t)y, .width = s->width, .height = s->height,
                                   .stride = s->stride, .is_color = s->color};
    if (n == BATCH) {
      if (cr_canvas_draw_glyphs(d->canvas, images, n, color) != CR_OK) d->failed = true;
      n = 0;
    }
  }
  if (n && cr_canvas_draw_glyphs(d->canvas, images, n, color) != CR_OK) d->failed = true;
}

/// Snaps to whole device pixels if the transform is plain; at least `least` of them high.
static cr_rect snapped(const drawing *d, cr_rect r, double least) {
  if (!d->plain) return r;
  const double s = d->t.a;
  const double x0 = floor(r.x * s + d->t.tx + 0.5), x1 = floor((r.x + r.width) * s + d->t.tx + 0.5), y0 = floor(r.y * s + d->t.ty + 0.5);
  const double height = fmax(least, least > 0 ? floor(r.height * s + 0.5) : floor((r.y + r.height) * s + d->t.ty + 0.5) - y0);
  return (cr_rect){(x0 - d->t.tx) / s, (y0 - d->t.ty) / s, (x1 - x0) / s, height / s};
}

// Underline and strikethrough

enum { MAX_GAPS = 64, GAP_COVERAGE = 48 };

typedef struct {
  double from, to;  // logical, from the layout's left
} gap;

/// Finds the gaps where glyphs of a fragment extend into the device rows [top, bottom); `count` grows, sorted. At most MAX_GAPS gaps are
/// added.
static void find_gaps(const drawing *d, const cr_placed_glyph *glyphs, size_t glyph_count, int64_t top, int64_t bottom, double around, gap *gaps,
                      size_t *count) {
  for (size_t i = 0; i < glyph_count && *count < MAX_GAPS; i++) {
    const cr_glyph_slot *s = glyphs[i].slot;
    if (!s->width || s->color) continue;
    const int64_t y = d->top + glyphs[i].y + s->top;
    int32_t left = INT32_MAX, right = -1;
    for (int64_t row = top > y ? top : y; row < bottom && row < y + s->height; row++) {
      const uint8_t *p = s->pixels + (row - y) * s->stride;
      for (int32_t x = 0; x < s->width; x++)
        if (p[x] >= GAP_COVERAGE) {
          if (x < left) left = x;
          if (x > right) right = x;
        }
    }
    if (right < 0) continue;
    const double x = (double)(d->left + glyphs[i].x + s->left);
    const gap g = {(x + left - around - d->t.tx) / d->t.a, (x + right + 1 + around - d->t.tx) / d->t.a};
    size_t at = (*count)++;
    for (; at > 0 && gaps[at - 1].from > g.from; at--) gaps[at] = gaps[at - 1];
    gaps[at] = g;
  }
}

static void fill_bar(drawing *d, cr_rect r, const cr_paint *paint, const gap *gaps, size_t count) {
  double x = r.x;
  for (size_t i = 0; i < count; i++) {
    const double end = fmin(gaps[i].from, r.x + r.width);
    if (end > x) cr_canvas_fill_rect(d->canvas, (cr_rect){x, r.y, end - x, r.height}, paint, CR_BLEND_NORMAL);
    x = fmax(x, gaps[i].to);
  }
  if (r.x + r.width > x) cr_canvas_fill_rect(d->canvas, (cr_rect){x, r.y, r.x + r.width - x, r.height}, paint, CR_BLEND_NORMAL);
}

static void draw_wave(drawing *d, cr_rect r, const cr_paint *paint) {
  const double step = fmax(2 * r.height, 1e-3), middle = r.y + r.height, high = 1.5 * r.height;
  if (r.width / step > 100000) return;
  uint8_t verbs[64];
  cr_point points[64 * 2];
  const cr_stroke stroke = {.width = r.height, .cap = CR_CAP_BUTT, .join = CR_JOIN_ROUND, .miter_limit = 4};
  bool up = true;
  for (double x = r.x; x < r.x + r.width;) {
    size_t verb_count = 1, point_count = 1;
    verbs[0] = CR_MOVE;
    points[0] = (cr_point){x, middle};
    while (x < r.x + r.width && verb_count < 63) {
      verbs[verb_count++] = CR_QUAD;
      points[point_count++] = (cr_point){x + step / 2, middle + (up ? -high : high)};
      points[point_count++] = (cr_point){x + step, middle};
      x += step;
      up = !up;
    }
    const cr_path path = {verbs, verb_count, points, point_count};
    cr_canvas_save(d->canvas);
    cr_canvas_clip_rect(d->canvas, (cr_rect){r.x, r.y - 4 * r.height, r.width, 9 * r.height});
    cr_canvas_stroke_path(d->canvas, &path, paint, &stroke);
    cr_canvas_restore(d->canvas);
  }
}

/// Fraction of an em by which round letters may extend below the baseline without causing a gap in an underline.
#define OVERSHOOT 0.025

/// Draws a line of `style` with its top at `top` below the layout's top, along the fragment, below all device rows before `least_row`.
static void draw_bar(drawing *d, const cr_fragment *f, double top, double thickness, cr_line_style style, cr_color color, int64_t least_row,
                     const cr_placed_glyph *glyphs, size_t glyph_count) {
  if (style == CR_LINE_THICK) thickness *= 2;
  cr_rect r = snapped(d, (cr_rect){d->x + f->x, d->y + top, f->width, thickness}, 1);
  if (d->plain) r.y = fmax(r.y, ((double)least_row - d->t.ty) / d->t.d);
  const cr_paint paint = {.kind = CR_PAINT_COLOR, .color = color};
  gap gaps[MAX_GAPS];
  size_t count = 0;
  const double step = style == CR_LINE_DASHED ? 5 * r.height : 2 * r.height;
  if (glyphs && (style == CR_LINE_SINGLE || style == CR_LINE_THICK || style == CR_LINE_DOUBLE)) {
    const double y = r.y * d->t.a + d->t.ty, height = r.height * d->t.a * (style == CR_LINE_DOUBLE ? 3 : 1);
    // Overshoot below the baseline causes no gap.
    const int64_t above = (int64_t)floor(y + 0.5) - 1, clear = least_row - 1 + (int64_t)ceil(OVERSHOOT * cr_fragment_attribute(f)->run.size * d->scale);
    find_gaps(d, glyphs, glyph_count, above > clear ? above : clear, (int64_t)floor(y + height + 0.5) + 1, fmax(1, r.height * d->t.a), gaps, &count);
  }
  switch (style) {
  case CR_LINE_NONE: return;
  case CR_LINE_DOUBLE: fill_bar(d, (cr_rect){r.x, r.y + 2 * r.height, r.width, r.height}, &paint, gaps, count);  // and the upper one
  // fall through
  case CR_LINE_SINGLE:
  case CR_LINE_THICK: fill_bar(d, r, &paint, gaps, count); return;
  case CR_LINE_WAVY: draw_wave(d, r, &paint); return;
  case CR_LINE_DOTTED:
  case CR_LINE_DASHED:
    // Aligned with the layout's left edge, so that neighbours continue the pattern.
    if (!(step > 0) || f->width / step > 100000) return;
    for (double x = d->x + floor(f->x / step) * step; x < r.x + r.width; x += step) {
      const double from = fmax(x, r.x), to = fmin(x + step * (style == CR_LINE_DASHED ? 0.6 : 0.5), r.x + r.width);
      if (to > from) cr_canvas_fill_rect(d->canvas, (cr_rect){from, r.y, to - from, r.height}, &paint, CR_BLEND_NORMAL);
    }
  }
}

static void draw_backgrounds(drawing *d, const cr_layout_line *line) {
  const cr_fragment *f = d->layout->fragments + line->first_fragment;
  for (uint32_t i = 0; i < line->fragment_count;) {
    const cr_attribute *a = cr_fragment_attribute(&f[i]);
    // Adjacent parts of one run share a background, whatever their fonts and scripts.
    uint32_t j = i + 1;
    double end = f[i].x + f[i].width;
    while (j < line->fragment_count && cr_fragment_attribute(&f[j]) == a && !f[j].trailing && !f[i].trailing && fabs(f[j].x - end) < 1e-6) end += f[j++].width;
    if (a->run.has_background && !f[i].trailing) {
      const double radius = a->run.background_radius;
      const cr_paint paint = {.kind = CR_PAINT_COLOR, .color = cr_scheme_color(a->run.background, a->run.dark_background, d->dark)};
      const cr_rect r = snapped(d, (cr_rect){d->x + f[i].x, d->y + line->y, end - f[i].x, line->height}, 0);
      if (radius > 0) cr_canvas_fill_rrect(d->canvas, &(cr_rrect){r, {radius, radius, radius, radius}}, &paint);
      else cr_canvas_fill_rect(d->canvas, r, &paint, CR_BLEND_NORMAL);
    }
    i = j;
  }
}

static void draw_line(drawing *d, const cr_layout_line *line, const cr_glyph_list *list, uint32_t list_first) {
  cr_underline beneath = {0};
  for (uint32_t i = 0; i < line->fragment_count; i++) {
    const cr_fragment *f = &d->layout->fragments[line->first_fragment + i];
    if (cr_fragment_attribute(f)->run.outline_width > 0) draw_free(d, line, f, 2 * cr_fragment_attribute(f)->run.outline_width);
  }
  for (uint32_t i = 0; i < line->fragment_count; i++) {
    const uint32_t index = line->first_fragment + i;
    const cr_fragment *f = &d->layout->fragments[index];
    const cr_attribute *a = cr_fragment_attribute(f);
    const cr_instance *font = a->font;
    const double baseline = line->baseline - a->run.baseline_offset;
    const cr_placed_glyph *glyphs = NULL;
    size_t count = 0;
    if (list && cached(d, f)) {
      const uint32_t from = index > list_first ? list->ends[index - list_first - 1] : 0;
      glyphs = list->glyphs + from;
      count = list->ends[index - list_first] - from;
    }
    if (cr_is_underlined(f)) {
      if (i >= beneath.end) beneath = cr_underline_from(d->layout, line, i);
      // One row is left free between the letters and the line.
      const int64_t least_row = d->top + baseline_row(d, baseline) + 1;
      draw_bar(d, f, beneath.top, beneath.thickness, a->run.underline, cr_scheme_color(a->run.underline_color, a->run.dark_underline_color, d->dark),
               least_row, a->run.skips_ink ? glyphs : NULL, count);
    }
    if (!cached(d, f)) draw_free(d, line, f, 0);
    else if (count) draw_placed(d, f->run->font, glyphs, count, letter_color(d, &a->run), a->run.size);
    if (a->run.strikethrough && !f->trailing)
      draw_bar(d, f, baseline - (double)(font->strike_offset * a->scale), (double)(font->strike_thickness * a->scale), a->run.strikethrough,
               cr_scheme_color(a->run.strikethrough_color, a->run.dark_strikethrough_color, d->dark), INT32_MIN, NULL, 0);
  }
}

/// Whether a line may touch the clip, by its box and the extents of its glyphs beyond it.
static bool line_may_show(const drawing *d, const cr_layout_line *line) {
  if (!d->plain) return true;
  double above = 0, below = 0;
  for (uint32_t i = 0; i < line->fragment_count; i++) {
    const cr_fragment *f = &d->layout->fragments[line->first_fragment + i];
    const cr_attribute *a = cr_fragment_attribute(f);
    const double scale = (double)cr_run_scale(f->shaped, f->run), bold = a->run.size / 24;
    double top = (double)f->run->font->box_top * scale + bold, bottom = (double)-f->run->font->box_bottom * scale + bold;
    double up = 0, down = 0;
    for (uint32_t k = 0; k < f->cluster_count; k++)
      for (uint32_t j = 0; j < f->clusters[k].glyphs; j++) {
        double y = (double)f->glyphs[f->clusters[k].glyph + j].y;
        up = fmax(up, -y);
        down = fmax(down, y);
      }
    above = fmax(above, fmax(top, a->run.size * 1.5) + up + fabs(a->run.baseline_offset) + a->run.outline_width);
    below = fmax(below, fmax(bottom, a->run.size * 1.5) + down + fabs(a->run.baseline_offset) + a->run.outline_width);
  }
  const double first = fmin(line->y, line->baseline - above) * d->scale + (double)d->top - 2;
  const double last = fmax(line->y + line->height, line->baseline + below) * d->scale + (double)d->top + 3;
  return last >= d->clip.y && first <= (double)d->clip.y + d->clip.height;
}

static void draw_whole(drawing *d) {
  cr_layout *l = d->layout;
  cr_glyph_list *list = cr_glyph_list_begin(d->cache, &l->list, d->scale, list_phase(d));
  if (!list && !(list = make_list(d, 0, l->line_count, true))) {
    d->failed = true;
    return;
  }
  for (size_t i = 0; i < l->line_count; i++) draw_line(d, &l->lines[i], list, 0);
  cr_glyph_list_end(d->cache, list);
}

static void draw_by_lines(drawing *d) {
  cr_layout *l = d->layout;
  for (size_t i = 0; i < l->line_count; i++) {
    if (!line_may_show(d, &l->lines[i])) continue;
    cr_glyph_list *list = l->lines[i].fragment_count && d->plain ? make_list(d, i, i + 1, false) : NULL;
    draw_line(d, &l->lines[i], list, l->lines[i].first_fragment);
    if (list) cr_glyph_list_end(d->cache, list);
  }
}

cr_status cr_layout_draw(cr_layout *l, cr_canvas *canvas, double x, double y, double scale, bool dark) {
  if (!isfinite(x) || !isfinite(y) || !l->line_count) return CR_OK;
  drawing d = {.layout = l, .canvas = canvas, .cache = cr_font_library_glyphs(l->library), .t = cr_canvas_transform(canvas), .x = x, .y = y,
               .clip = cr_canvas_clip_bounds(canvas), .bilevel = cr_canvas_is_bilevel(canvas), .dark = dark};
  d.toned = !d.bilevel && cr_font_library_adjusts_coverage(l->library);
  if (d.clip.width <= 0 || d.clip.height <= 0) return CR_OK;
  d.scale = d.t.a;
  d.plain = d.t.b == 0 && d.t.c == 0 && d.t.a == d.t.d && d.t.a > 0 && fabs(d.t.a - scale) <= scale * 1e-9;
  if (d.plain) {
    // The origin is rounded to quarters of a pixel, and glyphs are relative to it: a layout looks the same at every position.
    double left = floor((x * d.t.a + d.t.tx) * 4 + 0.5), top = floor((y * d.t.d + d.t.ty) * 4 + 0.5);
    if (!(fabs(left) < 4e9) || !(fabs(top) < 4e9)) return CR_OK;
    d.left = round_down(left / 4);
    d.top = round_down(top / 4);
    d.phase_x = (uint8_t)((int64_t)left & 3);
    d.phase_y = (uint8_t)((int64_t)top & 3);
    if (d.bilevel) {
      // Letters are on whole pixels: a text looks the same at every position.
      d.left = round_down((left + 2) / 4);
      d.phase_x = 0;
    }
  }
  for (size_t i = 0; i < l->line_count; i++) draw_backgrounds(&d, &l->lines[i]);
  if (d.plain && l->glyph_count <= LISTED_GLYPHS && l->fragment_count) draw_whole(&d);
  else draw_by_lines(&d);
  if (d.raster) cr_glyph_cache_return_raster(d.cache, d.raster);
  return d.failed ? CR_NO_MEMORY : cr_canvas_status(canvas);
}
