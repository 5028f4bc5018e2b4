// Lines: where they break, what is left out, in which order their runs stand, and where.
#include "layout.h"

#include <math.h>

#include "exclude.h"
#include "hang.h"
#include "justify.h"
#include "library.h"
#include "line_height.h"
#include "scratch.h"
#include "text_memory.h"

#define WIDTH_TOLERANCE 0.001   // of a logical unit: a width that came from this layout fits it again
#define HEIGHT_TOLERANCE 0.01
enum { TAB_SPACES = 8, TIGHTER_TRIES = 4 };

typedef struct {
  const cr_shaped *shaped;
  uint32_t paragraph;
  uint32_t first, end;  // clusters
  bool token;
} segment;

typedef struct {
  cr_layout *layout;    // its lines and fragments are those of `scratch` while it is made
  cr_scratch *scratch;
  const cr_paragraph_style *style;
  double width, height, spacing, paragraph_spacing, first_indent, head_indent;
  cr_line_height heights;
  double break_width;   // what lines are broken at, from the edge where lines start: `width`, or less where they are balanced or beside a shape
  cr_exclusions *exclusions;  // NULL: none
  size_t rows;          // made so far; beside shapes several lines stand in one
  double top;           // of the row that is being made
} builder;

static double bounded(double v, double low, double high, double otherwise) { return v >= low && v <= high ? v : otherwise; }

// Breaking

/// From `x`, which counts from the edge where lines start, to the next tab stop; `space`: the advance of one.
static double tab_advance(const builder *b, double x, double space) {
  const cr_paragraph_style *style = b->style;
  for (size_t i = 0; i < style->tab_stop_count; i++)
    if (style->tab_stops[i] > x + 1e-6 && isfinite(style->tab_stops[i])) return style->tab_stops[i] - x;
  const double interval = bounded(style->tab_interval, 1e-3, 1e6, space * TAB_SPACES);
  return interval > 0 ? (floor(x / interval + 1e-6) + 1) * interval - x : 0;
}

static inline double advance_of(const builder *b, const cr_cluster *c, double x) {
  return c->flags & CLUSTER_TAB ? tab_advance(b, x, (double)c->advance) : (double)c->advance;
}

static double width_of(const cr_shaped *s) {
  double width = 0;
  for (size_t c = 0; c < s->paragraphs[0].end_cluster; c++) width += (double)s->clusters[c].advance;
  return width;
}

/// Shapes `text` in the attributes of a part of the laid out text.
static cr_shaped *shape_like(builder *b, uint32_t attribute, const char *text, size_t length, cr_direction direction) {
  const cr_layout *l = b->layout;
  cr_text_run run = l->shaped->attributes[attribute].run;
  run.start = 0;
  run.end = (uint32_t)length;
  run.language = l->shaped->attributes[attribute].language;
  run.is_object = false;
  cr_shaped *shaped = NULL;
  return cr_shaped_create(l->library, text, length, &run, 1, direction, &shaped) == CR_OK ? shaped : NULL;
}

/// The hyphen that a line ends in which breaks before `cluster`; NULL where memory is short.
static const cr_shaped *hyphen_before(builder *b, const cr_paragraph *p, uint32_t cluster) {
  cr_layout *l = b->layout;
  const uint32_t attribute = cr_run_of(l->shaped, p, cluster - 1)->attribute;
  if (!l->hyphens && !(l->hyphens = tx_calloc(l->shaped->attribute_count, sizeof *l->hyphens))) return NULL;
  static const char hyphen[] = "\xE2\x80\x90";
  if (!l->hyphens[attribute]) l->hyphens[attribute] = shape_like(b, attribute, hyphen, sizeof hyphen - 1, CR_DIRECTION_AUTO);
  return l->hyphens[attribute];
}

/// How far the line from cluster `from` on reaches at `cluster`, which bounds a part of a ligature: `x` counts its share of that.
static double end_in_ligature(const builder *b, const cr_paragraph *p, uint32_t from, uint32_t cluster, double x) {
  const cr_shaped *s = b->layout->shaped;
  const cr_run *run = cr_run_of(s, p, cluster - 1);
  uint32_t start = cluster;
  do x -= (double)s->clusters[--start].advance;
  while (start > from && start > run->first_cluster && s->clusters[start].flags & CLUSTER_UNSAFE);
  return x + cr_shape_width(s, p, run, start, cluster);
}

/// How much wider the rest of a ligature is than its share, where a line begins at cluster `from` within one.
static double rest_of_ligature(const builder *b, const cr_paragraph *p, uint32_t from) {
  const cr_shaped *s = b->layout->shaped;
  // A paragraph begins with whole signs, and may have none.
  if (from == p->first_cluster || s->clusters[from].glyphs || !(s->clusters[from].flags & CLUSTER_UNSAFE)) return 0;
  const cr_run *run = cr_run_of(s, p, from);
  double share = (double)s->clusters[from].advance;
  uint32_t end = from + 1;
  for (; end < run->first_cluster + run->cluster_count && s->clusters[end].flags & CLUSTER_UNSAFE; end++) share += (double)s->clusters[end].advance;
  const double width = end_in_ligature(b, p, from, end, share);
  return isfinite(width) ? width - share : 0;
}

// Signs that hang

/// How far the first sign of a line at cluster `from` hangs out.
static double hang_before(const builder *b, const cr_shaped *s, const cr_paragraph *p, uint32_t from) {
  if (!b->style->hangs_punctuation || from + 1 >= p->end_cluster || !cr_hangs_at_start(s->text[s->clusters[from].start])) return 0;
  return cr_run_of(s, p, from)->level == p->level ? (double)s->clusters[from].advance : 0;
}

/// Whether the sign at cluster `c` may hang at the end of a line.
static bool hangs_behind(const cr_shaped *s, const cr_paragraph *p, uint32_t c) {
  return cr_hangs_at_end(s->text[s->clusters[c].start]) && cr_run_of(s, p, c)->level == p->level;
}

/// The cluster behind the line that begins at `from`, `indent` from the edge: greedy, at the last opportunity that fits, else within the word.
static uint32_t break_line(builder *b, const cr_paragraph *p, uint32_t from, double indent, bool *soft) {
  const cr_shaped *s = b->layout->shaped;
  const double room = b->style->wrapping == CR_WRAP_NONE && !b->exclusions ? INFINITY : b->break_width + WIDTH_TOLERANCE;
  const bool hangs = b->style->hangs_punctuation;
  double x = indent - hang_before(b, s, p, from) + rest_of_ligature(b, p, from);
  uint32_t opportunity = from;
  *soft = false;
  for (uint32_t c = from; c < p->end_cluster; c++) {
    const cr_cluster *k = &s->clusters[c];
    if (c > from) {
      if (k->flags & CLUSTER_MANDATORY) return c;
      if (k->flags & CLUSTER_HYPHEN) {
        const cr_shaped *hyphen = isfinite(room) && !b->style->ignores_soft_hyphens ? hyphen_before(b, p, c) : NULL;
        const double end = hyphen && !k->glyphs ? end_in_ligature(b, p, from, c, x) : x;
        if (hyphen && end + (hangs ? 0 : width_of(hyphen)) <= room) opportunity = c;
      } else if (k->flags & CLUSTER_BREAK) {
        opportunity = c;
      }
    }
    double advance = advance_of(b, k, x);
    if (!(k->flags & CLUSTER_WHITE) && x + advance > room && c > from && !(hangs && x <= room && hangs_behind(s, p, c))) {
      *soft = true;
      if (opportunity > from && b->style->wrapping != CR_WRAP_CLUSTERS) return opportunity;
      // Within the word: without a hyphen for which there is no room.
      return k->flags & CLUSTER_HYPHEN && c > from + 1 ? c - 1 : c;
    }
    x += advance;
  }
  return p->end_cluster;
}

static double indent_of(const builder *b, const cr_paragraph *p, uint32_t from) { return from == p->first_cluster ? b->first_indent : b->head_indent; }

enum { MOST_BALANCED = 12, BALANCE_STEPS = 20 };

/// Lines of the paragraph at the current breaking width; more than MOST_BALANCED counts as one more.
static size_t count_lines(builder *b, const cr_paragraph *p) {
  size_t lines = 0;
  bool soft;
  for (uint32_t from = p->first_cluster; from < p->end_cluster && lines <= MOST_BALANCED; lines++)
    from = break_line(b, p, from, indent_of(b, p, from), &soft);
  return lines;
}

/// Finds the least width at which the paragraph takes no more lines than it must.
static void balance(builder *b, const cr_paragraph *p) {
  const size_t lines = count_lines(b, p);
  if (lines < 2 || lines > MOST_BALANCED) return;
  if (b->style->line_limit && b->layout->line_count + lines > b->style->line_limit) return;
  double low = b->width / (double)(lines + 1), high = b->width;
  for (int i = 0; i < BALANCE_STEPS; i++) {
    b->break_width = (low + high) / 2;
    if (count_lines(b, p) <= lines) high = b->break_width;
    else low = b->break_width;
  }
  b->break_width = high;
}

// Fragments

static bool push(builder *b, cr_fragment f) {
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

/// The clusters [a, b) of `run`, shaped again where the cut shows.
static bool push_part(builder *builder, const segment *g, const cr_paragraph *p, const cr_run *run, uint32_t a, uint32_t b, bool last,
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
  // White space at the end of the line takes the paragraph's level (UAX #9, L1) and hangs.
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

static bool collect(builder *b, const segment *segments, size_t count, uint8_t base_level) {
  for (size_t i = 0; i < count; i++) {
    const segment *g = &segments[i];
    if (g->first >= g->end) continue;
    const cr_paragraph *p = &g->shaped->paragraphs[g->paragraph];
    // What hangs may begin in an earlier run than the last.
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

/// Where the next row begins, below what there is, of paragraph `paragraph`.
static double next_top(const builder *b, uint32_t paragraph) {
  const cr_layout *l = b->layout;
  if (!l->line_count) return 0;
  const cr_layout_line *above = &l->lines[l->line_count - 1];
  return above->y + above->height + b->spacing + (above->paragraph != paragraph ? b->paragraph_spacing : 0);
}

/// Gives a line the height that fonts which reach so far from the baseline need.
static void set_height(const builder *b, cr_layout_line *line, double above, double below) {
  line->y = b->top;
  line->height = cr_line_height_of(&b->heights, above + below);
  line->baseline = line->y + cr_line_height_baseline(&b->heights, line->height, above, below);
}

/// The first line of the row that the last one stands in.
static size_t row_start(const cr_layout *l) {
  size_t first = l->line_count - 1;
  while (first && l->lines[first - 1].y == l->lines[first].y) first--;
  return first;
}

/// Gives the lines of a row, from `first` on, one height and one baseline.
static void level_row(const builder *b, size_t first) {
  cr_layout *l = b->layout;
  double above = l->lines[first].above, below = l->lines[first].below;
  for (size_t i = first + 1; i < l->line_count; i++) {
    above = fmax(above, l->lines[i].above);
    below = fmax(below, l->lines[i].below);
  }
  for (size_t i = first; i < l->line_count; i++) set_height(b, &l->lines[i], above, below);
}

/// Takes the signs at both ends of a line, whose fragments are in logical order still, out of its width.
static void hang(const builder *b, cr_layout_line *line, const cr_fragment *f, uint8_t level) {
  if (!line->fragment_count) return;
  uint32_t last = line->fragment_count;
  while (last && (f[last - 1].trailing || !f[last - 1].cluster_count)) last--;
  if (!last) return;
  const cr_fragment *e = &f[--last];
  double start = 0, end = 0;
  if (!f->token && f->level == level && cr_hangs_at_start(f->shaped->text[f->clusters[0].start])) start = (double)f->clusters[0].advance;
  if (e->level == level && e->shaped != b->layout->token && cr_hangs_at_end(e->shaped->text[e->clusters[e->cluster_count - 1].start]))
    end = (double)e->clusters[e->cluster_count - 1].advance;
  // A line of nothing else keeps them.
  if (line->width - start - end < 1e-6) return;
  line->hang_start = start;
  line->hang_end = end;
  line->width -= start + end;
}

/// Makes a line of `segments`, in logical order, and puts it behind the others, at the top of the row.
static bool build_line(builder *b, cr_layout_line line, const segment *segments, size_t count) {
  cr_layout *l = b->layout;
  const cr_paragraph *p = &l->shaped->paragraphs[line.paragraph];
  line.first_fragment = (uint32_t)l->fragment_count;
  if (!collect(b, segments, count, p->level)) return false;
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
      for (uint32_t k = 0; k < f[i].cluster_count; k++) x += tab_advance(b, x, (double)f[i].clusters[k].advance);
      f[i].width = x - start;
    } else {
      x += f[i].width;
    }
    if (f[i].trailing) line.trailing += f[i].width;
    else line.width += f[i].width;
  }
  if (!e.any) {
    const cr_attribute *a = &l->shaped->attributes[p->attribute];
    cr_extent_add_font(&e, a->stack->fonts[0], a->run.size, a->run.baseline_offset);
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

static void pop_line(cr_layout *l) {
  l->line_count--;
  for (size_t i = l->lines[l->line_count].first_fragment; i < l->fragment_count; i++)
    for (uint32_t k = 0; k < l->fragments[i].cluster_count; k++) l->glyph_count -= l->fragments[i].clusters[k].glyphs;
  l->fragment_count = l->lines[l->line_count].first_fragment;
}

// Truncation

static bool shape_token(builder *b, uint32_t attribute, cr_direction direction) {
  const cr_paragraph_style *s = b->style;
  cr_shaped *given = direction == CR_DIRECTION_RTL && s->token_text_rtl ? s->token_text_rtl : s->token_text, **token = &b->layout->token;
  if (!*token) *token = given ? cr_shaped_retain(given) : shape_like(b, attribute, s->token, s->token_length, direction);
  return *token;
}

/// Whether a word ends before a cluster; what a hyphen would part is one.
static bool ends_word(const cr_cluster *c) {
  return c->flags & (CLUSTER_MANDATORY | CLUSTER_WHITE) || (c->flags & (CLUSTER_BREAK | CLUSTER_HYPHEN)) == CLUSTER_BREAK;
}

static bool ends_clause(uint32_t c) { return c == '.' || c == ',' || c == '!' || c == '?' || c == ':' || c == ';'; }

/// As many clusters from `first` as `room` holds; `*used` becomes their width.
static uint32_t take_forward(const builder *b, const cr_shaped *s, uint32_t first, uint32_t end, double room, double *used) {
  double x = 0;
  uint32_t c = first;
  for (; c < end; c++) {
    if (c > first && (s->clusters[c].flags & CLUSTER_MANDATORY)) break;
    double advance = advance_of(b, &s->clusters[c], x);
    if (x + advance > room + WIDTH_TOLERANCE) break;
    x += advance;
  }
  if (b->style->truncates_at_words && c < end) {
    uint32_t word = c;
    while (word > first && !ends_word(&s->clusters[word])) word--;
    // Before the token, neither spaces nor the signs that end a clause.
    while (word > first && (s->clusters[word - 1].flags & CLUSTER_WHITE || ends_clause(s->text[s->clusters[word - 1].start]))) word--;
    if (word > first) c = word;
  }
  while (c > first && (s->clusters[c - 1].flags & CLUSTER_WHITE)) c--;
  for (x = 0, *used = 0; first < c; first++) *used = x += advance_of(b, &s->clusters[first], x);
  return c;
}

/// As many clusters before `end` as `room` holds.
static uint32_t take_backward(const builder *b, const cr_shaped *s, uint32_t first, uint32_t end, double room) {
  double x = 0;
  uint32_t c = end;
  while (c > first && (s->clusters[c - 1].flags & CLUSTER_WHITE)) c--;
  for (; c > first; c--) {
    double advance = (double)s->clusters[c - 1].advance;
    if (x + advance > room + WIDTH_TOLERANCE) break;
    x += advance;
    if (s->clusters[c - 1].flags & CLUSTER_MANDATORY) {
      c--;
      break;
    }
  }
  if (b->style->truncates_at_words && c > first) {
    uint32_t word = c;
    while (word < end && (s->clusters[word].flags & CLUSTER_WHITE || !ends_word(&s->clusters[word]))) word++;
    if (word < end) c = word;
  }
  while (c < end && (s->clusters[c].flags & CLUSTER_WHITE)) c++;
  return c;
}

static uint32_t offset_of(const cr_shaped *s, const cr_paragraph *p, uint32_t cluster) {
  return s->offsets[cluster < p->end_cluster ? s->clusters[cluster].start : p->end];
}

/// Makes the last line again, with the token where the rest is left out.
static bool truncate(builder *b) {
  cr_layout *l = b->layout;
  cr_layout_line old = l->lines[l->line_count - 1];
  const cr_shaped *s = l->shaped;
  const cr_paragraph *p = &s->paragraphs[old.paragraph];
  uint32_t last = (uint32_t)s->paragraph_count - 1;
  while (last > old.paragraph && s->paragraphs[last].first_cluster == s->paragraphs[last].end_cluster) last--;
  const cr_paragraph *q = &s->paragraphs[last];
  uint32_t attribute = p->run_count ? cr_run_of(s, p, old.first_cluster)->attribute : p->attribute;
  if (!shape_token(b, attribute, p->level & 1 ? CR_DIRECTION_RTL : CR_DIRECTION_LTR)) return false;
  pop_line(l);
  const double room = fmax(0, old.room - old.indent - width_of(l->token));
  segment parts[3];
  size_t count = 0;
  uint32_t tail = q->end_cluster, head = old.first_cluster;
  double used = 0;
  const uint32_t tail_first = last == old.paragraph ? old.first_cluster : q->first_cluster;
  const cr_truncation kind = b->style->truncation;
  if (kind == CR_TRUNCATE_START) {
    tail = take_backward(b, s, tail_first, q->end_cluster, room);
  } else if (kind == CR_TRUNCATE_MIDDLE) {
    head = take_forward(b, s, old.first_cluster, p->end_cluster, isfinite(room) ? room / 2 : room, &used);
    tail = take_backward(b, s, last == old.paragraph && head > tail_first ? head : tail_first, q->end_cluster, room - used);
  } else {
    head = take_forward(b, s, old.first_cluster, p->end_cluster, room, &used);
  }
  if (head > old.first_cluster) parts[count++] = (segment){s, old.paragraph, old.first_cluster, head, false};
  parts[count++] = (segment){l->token, 0, 0, l->token->paragraphs[0].end_cluster, true};
  if (tail < q->end_cluster) parts[count++] = (segment){s, last, tail, q->end_cluster, false};
  l->truncated = true;
  l->visible_end = kind == CR_TRUNCATE_END ? offset_of(s, p, head) : (uint32_t)s->length;
  if (kind == CR_TRUNCATE_START && !l->line_count) l->visible_start = offset_of(s, q, tail);
  old.end = l->visible_end;
  old.soft = false;
  old.truncated = true;
  old.width = old.trailing = old.hang_start = old.hang_end = 0;
  b->top = old.y;
  if (!build_line(b, old, parts, count)) return false;
  level_row(b, row_start(l));
  return true;
}

static bool ink_remains(const cr_shaped *s, uint32_t cluster) {
  for (; cluster < s->cluster_count; cluster++)
    if (!(s->clusters[cluster].flags & CLUSTER_WHITE)) return true;
  return false;
}

// All lines

/// Makes the line of the clusters [from, end) that stands between `indent` and `room`.
static bool build_broken(builder *b, uint32_t paragraph, uint32_t from, uint32_t end, bool soft, double indent, double room) {
  const cr_shaped *s = b->layout->shaped;
  const cr_paragraph *p = &s->paragraphs[paragraph];
  segment parts[2] = {{s, paragraph, from, end, false}};
  size_t part_count = 1;
  const bool parted = soft && s->clusters[end].flags & CLUSTER_HYPHEN && !b->style->ignores_soft_hyphens;
  const cr_shaped *hyphen = parted ? hyphen_before(b, p, end) : NULL;
  if (hyphen) parts[part_count++] = (segment){hyphen, 0, 0, hyphen->paragraphs[0].end_cluster, true};
  const cr_layout_line line = {.indent = indent, .room = room, .start = from == p->first_cluster ? s->offsets[p->start] : offset_of(s, p, from),
                               .paragraph = paragraph, .first_cluster = from, .soft = soft,
                               .end = end < p->end_cluster ? offset_of(s, p, end) : s->offsets[p->next]};
  return build_line(b, line, parts, part_count);
}

/// Makes the line from cluster `from` on that stands between `indent` and `room`; `*next` becomes the cluster behind it.
///
/// What is shaped again at a cut may become wider than it was: such a line is broken again, as much earlier.
static bool make_line(builder *b, uint32_t paragraph, uint32_t from, double indent, double room, uint32_t *next) {
  const cr_shaped *s = b->layout->shaped;
  bool soft = false;
  uint32_t end = break_line(b, &s->paragraphs[paragraph], from, indent, &soft);
  if (!build_broken(b, paragraph, from, end, soft, indent, room)) return false;
  const double width = b->break_width;
  for (int tries = 0; soft && tries < TIGHTER_TRIES; tries++) {
    const cr_layout_line *line = &b->layout->lines[b->layout->line_count - 1];
    const double excess = line->indent + line->width - width;
    if (!(excess > 10 * WIDTH_TOLERANCE)) break;
    b->break_width -= excess;
    const uint32_t earlier = break_line(b, &s->paragraphs[paragraph], from, indent, &soft);
    if (earlier >= end) continue;
    end = earlier;
    pop_line(b->layout);
    if (!build_broken(b, paragraph, from, end, soft, indent, room)) return false;
  }
  b->break_width = width;
  *next = end;
  return true;
}

/// Whether the first word from cluster `from` on ends before `room`.
static bool word_fits(const builder *b, const cr_paragraph *p, uint32_t from, double indent, double room) {
  const cr_shaped *s = b->layout->shaped;
  double x = indent;
  for (uint32_t c = from; c < p->end_cluster && x <= room + WIDTH_TOLERANCE; c++) {
    if (c > from && ends_word(&s->clusters[c])) return true;
    x += advance_of(b, &s->clusters[c], x);
  }
  return x <= room + WIDTH_TOLERANCE;
}

enum { MOST_SPANS = 64, TALLER_TRIES = 8 };

/// Makes the lines of one row beside shapes: in each free stretch that has room for a word, from the side where lines start.
static bool make_row(builder *b, uint32_t paragraph, uint32_t from, uint32_t *next) {
  cr_layout *l = b->layout;
  const cr_paragraph *p = &l->shaped->paragraphs[paragraph];
  const cr_attribute *a = &l->shaped->attributes[p->run_count ? cr_run_of(l->shaped, p, from < p->end_cluster ? from : p->first_cluster)->attribute : p->attribute];
  cr_extent first = {0};
  cr_extent_add_font(&first, a->stack->fonts[0], a->run.size, a->run.baseline_offset);
  const double least = cr_line_height_of(&b->heights, first.above + first.below), indent = indent_of(b, p, from);
  const size_t begin = l->line_count;
  double height = least;
  for (int tries = 0;;) {
    cr_span spans[MOST_SPANS];
    const size_t count = cr_exclusions_free(b->exclusions, b->top, b->top + height, b->width, spans, MOST_SPANS);
    if (count == SIZE_MAX) return false;
    cr_extent e = {0};
    *next = from;
    bool done = false;
    for (size_t i = 0; i < count && !done; i++) {
      const cr_span span = p->level & 1 ? (cr_span){b->width - spans[count - 1 - i].to, b->width - spans[count - 1 - i].from} : spans[i];
      const double start = fmax(span.from, indent);
      const bool whole = span.from <= 0 && span.to >= b->width;
      if (!whole && (start >= span.to || !word_fits(b, p, *next, start, span.to))) continue;
      b->break_width = span.to;
      if (!make_line(b, paragraph, *next, whole ? indent : start, span.to, next)) return false;
      const cr_layout_line *line = &l->lines[l->line_count - 1];
      e.above = e.any ? fmax(e.above, line->above) : line->above;
      e.below = e.any ? fmax(e.below, line->below) : line->below;
      e.any = true;
      done = !line->soft;
    }
    if (!e.any) {
      // Nothing fits beside the shapes here.
      const double below = cr_exclusions_next(b->exclusions, b->top, least / 8);
      if (isfinite(below)) {
        b->top = below;
        height = least;
        continue;
      }
      b->break_width = b->width;
      return make_line(b, paragraph, from, indent, b->width, next);
    }
    const double wanted = cr_line_height_of(&b->heights, e.above + e.below);
    if (wanted > height + HEIGHT_TOLERANCE && tries++ < TALLER_TRIES) {
      // A higher row may meet more of the shapes.
      while (l->line_count > begin) pop_line(l);
      height = wanted;
      continue;
    }
    level_row(b, begin);
    return true;
  }
}

static bool build_lines(builder *b) {
  cr_layout *l = b->layout;
  const cr_shaped *s = l->shaped;
  l->visible_end = (uint32_t)s->length;
  for (uint32_t i = 0; i < s->paragraph_count; i++) {
    const cr_paragraph *p = &s->paragraphs[i];
    uint32_t from = p->first_cluster, next = from;
    b->break_width = b->width;
    if (b->style->balanced && !b->exclusions && isfinite(b->width)) balance(b, p);
    do {
      const size_t before = l->line_count;
      bool full = b->style->line_limit && b->rows >= b->style->line_limit;
      if (!full) {
        b->top = next_top(b, i);
        if (b->exclusions ? !make_row(b, i, from, &next) : !make_line(b, i, from, indent_of(b, p, from), b->width, &next)) return false;
        const cr_layout_line *line = &l->lines[l->line_count - 1];
        if (before && line->y + line->height > b->height + HEIGHT_TOLERANCE) {
          while (l->line_count > before) pop_line(l);
          full = true;
        } else {
          from = next;
          b->rows++;
        }
      }
      if (full) {
        l->visible_end = l->lines[l->line_count - 1].end;
        if (!ink_remains(s, from)) return true;
        l->truncated = true;
        return b->style->truncation == CR_TRUNCATE_NONE || truncate(b);
      }
    } while (from < p->end_cluster);
  }
  return true;
}

// Placing

static void place(builder *b) {
  cr_layout *l = b->layout;
  for (size_t i = 0; i < l->line_count; i++) l->width = fmax(l->width, l->lines[i].width + l->lines[i].indent);
  if (b->exclusions) l->width = b->width;
  l->box_width = isfinite(b->width) ? b->width : l->width;
  for (size_t i = 0; i < l->line_count; i++) {
    cr_layout_line *line = &l->lines[i];
    const bool rtl = l->shaped->paragraphs[line->paragraph].level & 1;
    const double end = fmin(line->room, l->box_width);
    const double missing = end - line->indent - line->width;
    const cr_align align = b->style->align;
    l->left_bound &= !rtl && !b->exclusions && align == CR_ALIGN_START;
    if (align == CR_ALIGN_JUSTIFY && line->soft && missing > 0) {
      cr_justify(l, line, missing);
      l->width = fmax(l->width, line->width + line->indent);
    }
    const double rest = end - line->indent - line->width;
    const bool too_wide = rest < -10 * WIDTH_TOLERANCE;  // begins where lines start, and runs out at the other side
    const bool at_start = align == CR_ALIGN_START || align == CR_ALIGN_JUSTIFY || too_wide;
    const bool to_right = at_start ? rtl : align == CR_ALIGN_RIGHT || (align == CR_ALIGN_END && !rtl);
    line->x = (rtl ? l->box_width - end : line->indent) + (align == CR_ALIGN_CENTER && !too_wide ? rest / 2 : to_right ? rest : 0);
    double x = line->x - (rtl ? line->trailing + line->hang_end : line->hang_start);
    for (uint32_t f = line->first_fragment; f < line->first_fragment + line->fragment_count; f++) {
      l->fragments[f].x = x;
      x += l->fragments[f].width;
    }
  }
  l->height = l->line_count ? l->lines[l->line_count - 1].y + l->lines[l->line_count - 1].height : 0;
}

cr_status cr_layout_create(cr_font_library *library, cr_shaped *shaped, const cr_paragraph_style *style, double width, double height,
                           cr_layout **out) {
  if (!shaped || !style) return CR_BAD_ARGUMENT;
  cr_layout l = {.library = library, .shaped = shaped, .wrapping = style->wrapping, .left_bound = true};
  builder b = {.layout = &l, .scratch = cr_font_library_borrow_scratch(library), .style = style, .width = isnan(width) ? INFINITY : fmax(0, width),
               .height = isnan(height) ? INFINITY : height};
  b.heights.multiple = style->line_height_multiple > 0 ? bounded(style->line_height_multiple, 0, 1000, 1) : 1;
  b.spacing = bounded(style->line_spacing, -10000, 10000, 0);
  b.paragraph_spacing = bounded(style->paragraph_spacing, -10000, 10000, 0);
  b.first_indent = bounded(style->first_indent, 0, 1e6, 0);
  b.head_indent = bounded(style->head_indent, 0, 1e6, 0);
  b.heights.least = bounded(style->line_height_minimum, 0, 10000, 0);
  b.heights.most = bounded(style->line_height_maximum, 0, 10000, 0);
  *out = NULL;
  if (style->strut && (b.heights.least > 0 || b.heights.most > 0)) {
    const cr_stack *stack = cr_font_style_stack(library, style->strut);
    if (stack) cr_extent_add_font(&b.heights.strut, stack->fonts[0], bounded(style->strut_size, 0, 1e6, 0), 0);
  }
  bool failed = false;
  if (isfinite(b.width)) b.exclusions = cr_exclusions_create(style, &failed);
  if (b.scratch && !failed && build_lines(&b)) {
    place(&b);
    *out = cr_layout_packed(&l);
  }
  if (*out) cr_font_library_count_layout(library, l.glyph_count), cr_shaped_retain(shaped);
  else cr_layout_free_parts(&l);
  cr_exclusions_destroy(b.exclusions);
  cr_font_library_return_scratch(library, b.scratch);
  return *out ? CR_OK : CR_NO_MEMORY;
}
