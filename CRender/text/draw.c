// Layouts onto a canvas: glyphs from the cache where the transform allows it, outlines elsewhere.
#include <math.h>

#include "layout.h"
#include "glyph_raster.h"
#include "text_memory.h"

enum { LISTED_GLYPHS = 4096, BATCH = 128 };
#define LARGEST_CACHED 128.0  // device pixels per em; larger glyphs are filled as outlines

typedef struct {
  cr_layout *layout;
  cr_canvas *canvas;
  cr_glyph_cache *cache;
  cr_transform t;
  double x, y, scale;   // scale: device pixels a logical unit
  bool plain;           // translation and the canvas's scale only
  int64_t left, top;    // whole device pixels of the origin
  uint8_t phase_x, phase_y;  // quarters that remain
  cr_irect clip;
  cr_raster *raster;
  bool failed;
} drawing;

static bool cached(const drawing *d, const cr_fragment *f) {
  return d->plain && cr_fragment_attribute(f)->run.size * d->scale <= LARGEST_CACHED;
}

static inline int64_t round_down(double v) { return (int64_t)floor(v); }

/// Device row of a baseline `y` logical units below the layout's top, from the drawing's top.
static int32_t baseline_row(const drawing *d, double y) {
  double v = floor(d->phase_y / 4.0 + y * d->scale + 0.5);
  return v > -1e9 && v < 1e9 ? (int32_t)v : 0;
}

// Lists: each glyph looked up once

enum { FEW = 96 };  // glyphs of a label: gathered without asking for memory

typedef struct {
  cr_glyph_key *keys;
  cr_placed_glyph *placed;
  cr_glyph_slot **slots;
  size_t count;
} gathered;

static void gather_fragment(const drawing *d, const cr_layout_line *line, const cr_fragment *f, gathered *g) {
  const cr_attribute *a = cr_fragment_attribute(f);
  const cr_instance *font = f->run->font;
  const double size = a->run.size * d->scale;
  const double baseline = line->baseline - a->run.baseline_offset;
  const int32_t row = baseline_row(d, baseline);
  const uint32_t size_26_6 = (uint32_t)(size * 64 + 0.5);
  if (!size_26_6 || f->run->tab) return;
  double pen = f->x;
  for (uint32_t v = 0; v < f->cluster_count; v++) {
    const uint32_t k = f->run->level & 1 ? f->cluster_count - 1 - v : v;
    const cr_glyph *glyphs = f->glyphs + f->clusters[k].glyph;
    const uint32_t count = f->clusters[k].glyphs;
    double inner = pen;
    for (uint32_t j = 0; j < count; j++) {
      double x = floor((inner + (double)glyphs[j].x) * d->scale * 4 + 0.5) + d->phase_x;
      double dy = floor((double)glyphs[j].y * d->scale + 0.5);
      inner += (double)glyphs[j].advance;
      if (glyphs[j].id == CR_NO_GLYPH || !(fabs(x) < 4e9) || !(fabs(dy) < 1e9)) continue;
      int64_t quarters = (int64_t)x;
      cr_glyph_key key = {.font = font, .glyph = glyphs[j].id, .size = size_26_6};
      if (font->color) quarters += 2;  // pictures stand on whole pixels
      else key.phase = (uint8_t)(quarters & 3);
      g->keys[g->count] = key;
      g->placed[g->count++] = (cr_placed_glyph){.x = (int32_t)(quarters >> 2), .y = row + (int32_t)dy};
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

/// The glyphs of lines [first, end), taken from the cache. `ends[i]`: behind those of fragment i of the range.
static cr_glyph_list *make_list(const drawing *d, size_t first_line, size_t end_line) {
  const cr_layout *l = d->layout;
  const uint32_t first = l->lines[first_line].first_fragment, end = l->lines[end_line - 1].first_fragment + l->lines[end_line - 1].fragment_count;
  const bool whole = !first_line && end_line == l->line_count;
  const size_t most = whole ? l->glyph_count : count_glyphs(l, first, end);
  cr_glyph_key few_keys[FEW];
  cr_placed_glyph few_placed[FEW];
  cr_glyph_slot *few_slots[FEW];
  gathered g = {few_keys, few_placed, few_slots, 0};
  char *block = NULL;
  if (most > FEW) {
    // Counts of glyphs fit 32 bits: the sizes do not overflow.
    if (!(block = tx_alloc(most, sizeof *g.keys + sizeof *g.placed + sizeof *g.slots))) return NULL;
    g.placed = (cr_placed_glyph *)(void *)block;
    g.slots = (cr_glyph_slot **)(void *)(g.placed + most);
    g.keys = (cr_glyph_key *)(void *)(g.slots + most);
  }
  cr_glyph_list *list = tx_alloc(1, sizeof *list + most * sizeof(cr_placed_glyph) + (end - first) * sizeof(uint32_t));
  if (list) {
    *list = (cr_glyph_list){.scale = d->scale, .phase = (uint8_t)(d->phase_x | d->phase_y << 2), .end_count = end - first};
    list->ends = (uint32_t *)(void *)(list->glyphs + most);
    for (size_t i = first_line; i < end_line; i++)
      for (uint32_t f = 0; f < l->lines[i].fragment_count; f++) {
        const cr_fragment *fragment = &l->fragments[l->lines[i].first_fragment + f];
        if (cached(d, fragment)) gather_fragment(d, &l->lines[i], fragment, &g);
        list->ends[l->lines[i].first_fragment + f - first] = (uint32_t)g.count;
      }
  }
  if (list && !cr_glyph_cache_take(d->cache, g.keys, g.count, g.slots)) {
    cr_free(list);
    list = NULL;
  }
  if (list) {
    list->count = g.count;
    for (size_t i = 0; i < g.count; i++) {
      list->glyphs[i] = g.placed[i];
      list->glyphs[i].slot = g.slots[i];
    }
  }
  cr_free(block);
  return list;
}

// Outlines and pictures under any transform

static cr_raster *raster(drawing *d) {
  if (!d->raster && !(d->raster = cr_glyph_cache_borrow_raster(d->cache))) d->failed = true;
  return d->raster;
}

/// Device pixels a logical unit, whatever the direction.
static double magnitude(const cr_transform *t) { return sqrt(fabs(t->a * t->d - t->b * t->c)); }

static void fill_outline(drawing *d, const cr_instance *font, uint32_t glyph, double size, double x, double y, cr_color color) {
  const double k = fmin(fmax(magnitude(&d->t), 1e-3), 1e3), pixels = fmin(size * k, 16384);
  cr_path path;
  if (!(size > 0) || !raster(d) || !cr_raster_path(d->raster, font, glyph, pixels, &path)) return;
  const double factor = size / pixels;
  cr_canvas_save(d->canvas);
  cr_canvas_concatenate(d->canvas, (cr_transform){factor, 0, 0, factor, x, y});
  cr_paint paint = {.kind = CR_PAINT_COLOR, .color = color};
  cr_canvas_fill_path(d->canvas, &path, &paint, false);
  cr_canvas_restore(d->canvas);
}

static bool draw_picture(drawing *d, const cr_instance *font, uint32_t glyph, double size, double x, double y, cr_color color) {
  const double pixels = fmin(fmax(size * magnitude(&d->t), 1), 512);
  cr_glyph_key key = {.font = font, .glyph = glyph, .size = (uint32_t)(pixels * 64), .native = 1};
  cr_glyph_slot *slot;
  if (!cr_glyph_cache_take(d->cache, &key, 1, &slot)) {
    d->failed = true;
    return true;
  }
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
  cr_glyph_cache_give_back(d->cache, &slot, 1);
  return color_glyph;
}

static void draw_free(drawing *d, const cr_layout_line *line, const cr_fragment *f) {
  const cr_attribute *a = cr_fragment_attribute(f);
  if (f->run->tab) return;
  const double y = d->y + line->baseline - a->run.baseline_offset;
  double pen = d->x + f->x;
  for (uint32_t v = 0; v < f->cluster_count; v++) {
    const uint32_t k = f->run->level & 1 ? f->cluster_count - 1 - v : v;
    const cr_glyph *g = f->glyphs + f->clusters[k].glyph;
    double inner = pen;
    for (uint32_t j = 0; j < f->clusters[k].glyphs; j++) {
      const double gx = inner + (double)g[j].x, gy = y + (double)g[j].y;
      inner += (double)g[j].advance;
      if (g[j].id == CR_NO_GLYPH) continue;
      if (f->run->font->color && draw_picture(d, f->run->font, g[j].id, a->run.size, gx, gy, a->run.color)) continue;
      fill_outline(d, f->run->font, g[j].id, a->run.size, gx, gy, a->run.color);
    }
    pen += cr_cluster_width(f, k);
  }
}

// Fragments

static void draw_placed(drawing *d, const cr_placed_glyph *glyphs, size_t count, cr_color color, double size) {
  cr_glyph_image images[BATCH];
  size_t n = 0;
  for (size_t i = 0; i < count; i++) {
    const cr_glyph_slot *s = glyphs[i].slot;
    if (!s->width) {
      if (s->outline) {  // keeps the order of drawing
        if (n) cr_canvas_draw_glyphs(d->canvas, images, n, color);
        n = 0;
        fill_outline(d, s->key.font, s->key.glyph, size,
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

/// A bar of `thickness` whose top is `top` below the layout's top; on whole device pixels where the transform is plain.
static void draw_bar(drawing *d, const cr_fragment *f, double top, double thickness, cr_color color, bool at_least_one) {
  cr_rect r = {d->x + f->x, d->y + top, f->width, thickness};
  if (d->plain) {
    const double s = d->t.a;
    double x0 = floor(r.x * s + d->t.tx + 0.5), x1 = floor((r.x + r.width) * s + d->t.tx + 0.5), height = floor(thickness * s + 0.5);
    if (at_least_one && height < 1) height = 1;
    double y0 = floor(r.y * s + d->t.ty + 0.5);
    r = (cr_rect){(x0 - d->t.tx) / s, (y0 - d->t.ty) / s, (x1 - x0) / s, height / s};
  }
  cr_paint paint = {.kind = CR_PAINT_COLOR, .color = color};
  cr_canvas_fill_rect(d->canvas, r, &paint, CR_BLEND_NORMAL);
}

static void draw_backgrounds(drawing *d, const cr_layout_line *line) {
  for (uint32_t i = 0; i < line->fragment_count; i++) {
    const cr_fragment *f = &d->layout->fragments[line->first_fragment + i];
    const cr_text_run *run = &cr_fragment_attribute(f)->run;
    if (!run->has_background || f->trailing) continue;
    cr_rect r = {d->x + f->x, d->y + line->y, f->width, line->height};
    if (d->plain) {
      const double s = d->t.a;
      double x0 = floor(r.x * s + d->t.tx + 0.5), x1 = floor((r.x + r.width) * s + d->t.tx + 0.5);
      double y0 = floor(r.y * s + d->t.ty + 0.5), y1 = floor((r.y + r.height) * s + d->t.ty + 0.5);
      r = (cr_rect){(x0 - d->t.tx) / s, (y0 - d->t.ty) / s, (x1 - x0) / s, (y1 - y0) / s};
    }
    cr_paint paint = {.kind = CR_PAINT_COLOR, .color = run->background};
    cr_canvas_fill_rect(d->canvas, r, &paint, CR_BLEND_NORMAL);
  }
}

static void draw_line(drawing *d, const cr_layout_line *line, const cr_glyph_list *list, uint32_t list_first) {
  for (uint32_t i = 0; i < line->fragment_count; i++) {
    const uint32_t index = line->first_fragment + i;
    const cr_fragment *f = &d->layout->fragments[index];
    const cr_attribute *a = cr_fragment_attribute(f);
    const cr_instance *font = a->stack->fonts[0];
    const double baseline = line->baseline - a->run.baseline_offset;
    if (a->run.underline && !f->trailing)
      draw_bar(d, f, baseline + (double)(font->underline_offset * a->scale), (double)(font->underline_thickness * a->scale), a->run.color, true);
    if (!cached(d, f)) {
      draw_free(d, line, f);
    } else if (list) {
      const uint32_t from = index > list_first ? list->ends[index - list_first - 1] : 0, to = list->ends[index - list_first];
      if (to > from) draw_placed(d, list->glyphs + from, to - from, a->run.color, a->run.size);
    }
    if (a->run.strikethrough && !f->trailing)
      draw_bar(d, f, baseline - (double)(font->strike_offset * a->scale), (double)(font->strike_thickness * a->scale), a->run.color, true);
  }
}

/// Whether a line may touch the clip: by its box and how far its glyphs may stand out of it.
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
    above = fmax(above, fmax(top, a->run.size * 1.5) + up + fabs(a->run.baseline_offset));
    below = fmax(below, fmax(bottom, a->run.size * 1.5) + down + fabs(a->run.baseline_offset));
  }
  const double first = fmin(line->y, line->baseline - above) * d->scale + (double)d->top - 2;
  const double last = fmax(line->y + line->height, line->baseline + below) * d->scale + (double)d->top + 3;
  return last >= d->clip.y && first <= (double)d->clip.y + d->clip.height;
}

static void draw_whole(drawing *d) {
  cr_layout *l = d->layout;
  cr_glyph_list *list = cr_glyph_list_begin(d->cache, &l->list, d->scale, (uint8_t)(d->phase_x | d->phase_y << 2));
  bool adopted = list != NULL;
  if (!list) {
    list = make_list(d, 0, l->line_count);
    if (!list) {
      d->failed = true;
      return;
    }
    adopted = cr_glyph_list_adopt(d->cache, &l->list, list);
  }
  for (size_t i = 0; i < l->line_count; i++) draw_line(d, &l->lines[i], list, 0);
  if (adopted) cr_glyph_list_end(list);
  else cr_glyph_list_discard(d->cache, list);
}

static void draw_by_lines(drawing *d) {
  cr_layout *l = d->layout;
  for (size_t i = 0; i < l->line_count; i++) {
    if (!line_may_show(d, &l->lines[i])) continue;
    cr_glyph_list *list = l->lines[i].fragment_count && d->plain ? make_list(d, i, i + 1) : NULL;
    draw_line(d, &l->lines[i], list, l->lines[i].first_fragment);
    if (list) cr_glyph_list_discard(d->cache, list);
  }
}

cr_status cr_layout_draw(cr_layout *l, cr_canvas *canvas, double x, double y, double scale) {
  if (!isfinite(x) || !isfinite(y) || !l->line_count) return CR_OK;
  drawing d = {.layout = l, .canvas = canvas, .cache = cr_font_library_glyphs(l->library), .t = cr_canvas_transform(canvas), .x = x, .y = y,
               .clip = cr_canvas_clip_bounds(canvas)};
  if (d.clip.width <= 0 || d.clip.height <= 0) return CR_OK;
  d.scale = d.t.a;
  d.plain = d.t.b == 0 && d.t.c == 0 && d.t.a == d.t.d && d.t.a > 0 && fabs(d.t.a - scale) <= scale * 1e-9;
  if (d.plain) {
    // The origin goes to quarters of a pixel, and every glyph from there: a layout looks the same wherever it stands.
    double left = floor((x * d.t.a + d.t.tx) * 4 + 0.5), top = floor((y * d.t.d + d.t.ty) * 4 + 0.5);
    if (!(fabs(left) < 4e9) || !(fabs(top) < 4e9)) return CR_OK;
    d.left = round_down(left / 4);
    d.top = round_down(top / 4);
    d.phase_x = (uint8_t)((int64_t)left & 3);
    d.phase_y = (uint8_t)((int64_t)top & 3);
  }
  for (size_t i = 0; i < l->line_count; i++) draw_backgrounds(&d, &l->lines[i]);
  if (d.plain && l->glyph_count <= LISTED_GLYPHS && l->fragment_count) draw_whole(&d);
  else draw_by_lines(&d);
  if (d.raster) cr_glyph_cache_return_raster(d.cache, d.raster);
  return d.failed ? CR_NO_MEMORY : cr_canvas_status(canvas);
}
