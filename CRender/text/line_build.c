// Lines of fragments: their contents, order and height.
#include "line_build.h"

#include <math.h>

#include "bidi.h"
#include "hang.h"
#include "shape.h"
#include "tabs.h"
#include "text_memory.h"

static bool push(cr_line_builder *b, cr_fragment f) {
  cr_layout *l = b->layout;
  if (!f.cluster_count) return true;
  for (uint32_t k = 0; k < f.cluster_count; k++) {
    f.width += (double)f.clusters[k].advance;
    l->glyph_count += f.clusters[k].glyphs;
  }
  if (!TX_GROW(b->scratch->fragments, b->scratch->fragment_capacity, l->fragment_count + 1)) return false;
  l->fragments = b->scratch->fragments;
  l->fragments[l->fragment_count++] = f;
  return true;
}

/// Appends the clusters [a, b) of `run`, shaped again if the cut changes glyphs.
static bool push_part(cr_line_builder *builder, const cr_line_part *g, const cr_paragraph *p, const cr_run *run, uint32_t a, uint32_t b, bool last,
                      uint8_t base_level) {
  cr_layout *l = builder->layout;
  const cr_shaped *s = g->shaped;
  const uint32_t run_end = run->first_cluster + run->cluster_count;
  uint32_t end = b < run_end ? s->clusters[b].start : run->end;
  cr_fragment f = {.shaped = s, .run = run, .clusters = s->clusters + a, .glyphs = s->glyphs + run->glyph_base, .cluster_count = b - a,
                   .end = end, .level = (uint8_t)(g->token ? base_level + run->level - s->paragraphs[0].level : run->level), .token = g->token};
  const bool cut = (a > run->first_cluster && (s->clusters[a].flags & CLUSTER_UNSAFE)) || (b < run_end && (s->clusters[b].flags & CLUSTER_UNSAFE));
  if (cut && !run->tab) {
    if (!TX_GROW(l->pieces, l->piece_capacity, l->piece_count + 1)) return false;
    cr_piece *piece = &l->pieces[l->piece_count++];
    *piece = (cr_piece){0};
    if (!cr_shape_piece(s, p, run, s->clusters[a].start, end, piece)) return false;
    f.clusters = piece->clusters;
    f.glyphs = piece->glyphs;
    f.cluster_count = (uint32_t)piece->cluster_count;
  }
  if (!last) return push(builder, f);
  // White space at the end of the line has the paragraph's level (UAX #9, L1) and hangs.
  uint32_t visible = f.cluster_count;
  while (visible && (f.clusters[visible - 1].flags & CLUSTER_WHITE)) visible--;
  cr_fragment white = f;
  white.clusters += visible;
  white.cluster_count -= visible;
  white.level = base_level;
  white.trailing = true;
  if (visible < f.cluster_count) f.end = f.clusters[visible].start;
  f.cluster_count = visible;
  return push(builder, f) && push(builder, white);
}

static uint8_t fragment_level(const void *fragments, size_t i) { return ((const cr_fragment *)fragments)[i].level; }

static void reverse_fragments(void *fragments, size_t from, size_t to) {
  cr_fragment *f = fragments;
  for (; from + 1 < to; from++, to--) {
    cr_fragment t = f[from];
    f[from] = f[to - 1];
    f[to - 1] = t;
  }
}

static bool collect(cr_line_builder *b, const cr_line_part *parts, size_t count, uint8_t base_level) {
  for (size_t i = 0; i < count; i++) {
    const cr_line_part *g = &parts[i];
    if (g->first >= g->end) continue;
    const cr_paragraph *p = &g->shaped->paragraphs[g->paragraph];
    // Hanging white space may begin before the last run.
    uint32_t hang = g->end;
    if (i + 1 == count)
      while (hang > g->first && (g->shaped->clusters[hang - 1].flags & CLUSTER_WHITE)) hang--;
    for (const cr_run *r = cr_run_of(g->shaped, p, g->first); r < g->shaped->runs + p->first_run + p->run_count && r->first_cluster < g->end; r++) {
      uint32_t from = r->first_cluster > g->first ? r->first_cluster : g->first, to = r->first_cluster + r->cluster_count;
      if (to > g->end) to = g->end;
      if (from < to && !push_part(b, g, p, r, from, to, i + 1 == count && to > hang, base_level)) return false;
    }
  }
  return true;
}

double cr_next_top(const cr_line_builder *b, uint32_t paragraph) {
  const cr_layout *l = b->layout;
  if (!l->line_count) return 0;
  const cr_layout_line *above = &l->lines[l->line_count - 1];
  return above->y + above->height + b->spacing + (above->paragraph != paragraph ? b->paragraph_spacing : 0);
}

/// Sets the height of a line for fonts with these extents from the baseline.
static void set_height(const cr_line_builder *b, cr_layout_line *line, double above, double below) {
  line->y = b->top;
  line->height = cr_line_height_of(&b->heights, above + below);
  line->baseline = line->y + cr_line_height_baseline(&b->heights, line->height, above, below);
}

size_t cr_row_start(const cr_layout *l) {
  size_t first = l->line_count - 1;
  while (first && l->lines[first - 1].y == l->lines[first].y) first--;
  return first;
}

void cr_level_row(const cr_line_builder *b, size_t first) {
  cr_layout *l = b->layout;
  double above = l->lines[first].above, below = l->lines[first].below;
  for (size_t i = first + 1; i < l->line_count; i++) {
    above = fmax(above, l->lines[i].above);
    below = fmax(below, l->lines[i].below);
  }
  for (size_t i = first; i < l->line_count; i++) set_height(b, &l->lines[i], above, below);
}

/// Excludes the hanging signs at both ends of a line, whose fragments are still in logical order, from its width.
static void hang(const cr_line_builder *b, cr_layout_line *line, const cr_fragment *f, uint8_t level) {
  if (!line->fragment_count) return;
  uint32_t last = line->fragment_count;
  while (last && (f[last - 1].trailing || !f[last - 1].cluster_count)) last--;
  if (!last) return;
  const cr_fragment *e = &f[--last];
  double start = 0, end = 0;
  if (!f->token && f->level == level && cr_hangs_at_start(f->shaped->text[f->clusters[0].start])) start = (double)f->clusters[0].advance;
  if (e->level == level && e->shaped != b->layout->token && cr_hangs_at_end(e->shaped->text[e->clusters[e->cluster_count - 1].start]))
    end = (double)e->clusters[e->cluster_count - 1].advance;
  // A line without other signs keeps them.
  if (line->width - start - end < 1e-6) return;
  line->hang_start = start;
  line->hang_end = end;
  line->width -= start + end;
}

bool cr_build_line(cr_line_builder *b, cr_layout_line line, const cr_line_part *parts, size_t count) {
  cr_layout *l = b->layout;
  const cr_paragraph *p = &l->shaped->paragraphs[line.paragraph];
  line.first_fragment = (uint32_t)l->fragment_count;
  if (!collect(b, parts, count, p->level)) return false;
  line.fragment_count = (uint32_t)l->fragment_count - line.first_fragment;
  cr_fragment *f = l->fragments + line.first_fragment;
  cr_extent e = {0};
  double x = line.indent;
  for (uint32_t i = 0; i < line.fragment_count; i++) {
    const cr_attribute *a = cr_fragment_attribute(&f[i]);
    if (a->run.is_object) cr_extent_add_object(&e, &a->run);
    else cr_extent_add_font(&e, f[i].run->font, a->run.size, a->run.baseline_offset);
    if (f[i].run->tab) {
      double start = x;
      for (uint32_t k = 0; k < f[i].cluster_count; k++) x += cr_tab_advance(b, x, (double)f[i].clusters[k].advance);
      f[i].width = x - start;
    } else {
      x += f[i].width;
    }
    if (f[i].trailing) line.trailing += f[i].width;
    else line.width += f[i].width;
  }
  if (!e.any) {
    const cr_attribute *a = &l->shaped->attributes[p->attribute];
    cr_extent_add_font(&e, a->font, a->run.size, a->run.baseline_offset);
  }
  line.above = e.above;
  line.below = e.below;
  if (b->style->hangs_punctuation) hang(b, &line, f, p->level);
  cr_bidi_reorder(f, line.fragment_count, fragment_level, reverse_fragments);
  set_height(b, &line, e.above, e.below);
  if (!TX_GROW(b->scratch->lines, b->scratch->line_capacity, l->line_count + 1)) return false;
  l->lines = b->scratch->lines;
  l->lines[l->line_count++] = line;
  return true;
}

void cr_pop_line(cr_layout *l) {
  l->line_count--;
  for (size_t i = l->lines[l->line_count].first_fragment; i < l->fragment_count; i++)
    for (uint32_t k = 0; k < l->fragments[i].cluster_count; k++) l->glyph_count -= l->fragments[i].clusters[k].glyphs;
  l->fragment_count = l->lines[l->line_count].first_fragment;
}
