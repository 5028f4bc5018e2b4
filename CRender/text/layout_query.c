// Queries of layouts: lines, carets, hits, selections, ink.
#include <math.h>

#include "glyph_extents.h"
#include "layout.h"
#include "segment.h"
#include "text_memory.h"
#include "underline.h"

size_t cr_layout_line_count(const cr_layout *l) { return l->line_count; }
cr_line cr_layout_line_at(const cr_layout *l, size_t i) {
  const cr_layout_line *k = &l->lines[i];
  return (cr_line){.start = k->start, .end = k->end, .x = k->x, .y = k->y, .width = k->width, .height = k->height, .baseline = k->baseline};
}
double cr_layout_width(const cr_layout *l) { return l->width; }
double cr_layout_height(const cr_layout *l) { return l->height; }
bool cr_layout_is_truncated(const cr_layout *l) { return l->truncated; }
bool cr_layout_is_left_bound(const cr_layout *l) { return l->left_bound; }
double cr_layout_minimum_width(const cr_layout *l) {
  const cr_shaped *s = l->shaped;
  if (l->wrapping == CR_WRAP_WORDS) return cr_shaped_minimum_width(s);
  double widest = 0;
  for (uint32_t i = 0; i < s->paragraph_count; i++) {
    double width = 0, visible = 0;
    for (uint32_t c = s->paragraphs[i].first_cluster; c < s->paragraphs[i].end_cluster; c++) {
      width = (l->wrapping == CR_WRAP_NONE ? width : 0) + (double)s->clusters[c].advance;
      if (!(s->clusters[c].flags & CLUSTER_WHITE)) visible = fmax(visible, width);
    }
    widest = fmax(widest, visible);
  }
  return widest;
}

static bool is_dynamic(const cr_shaped *s) {
  for (size_t i = 0; i < s->attribute_count; i++)
    if (cr_run_is_dynamic(&s->attributes[i].run)) return true;
  return false;
}

bool cr_layout_is_dynamic(const cr_layout *l) { return is_dynamic(l->shaped) || (l->token && is_dynamic(l->token)); }

bool cr_layout_single_color(const cr_layout *l, bool dark, cr_color *color) {
  cr_color token;
  if (!cr_shaped_single_color(l->shaped, dark, color)) return false;
  return !l->token || (cr_shaped_single_color(l->token, dark, &token) && token.red == color->red && token.green == color->green &&
                       token.blue == color->blue && token.alpha == color->alpha);
}

bool cr_layout_letter_color(const cr_layout *l, bool dark, cr_color *color) {
  cr_color token;
  return cr_shaped_letter_color(l->shaped, dark, color) && (!l->token || cr_shaped_letter_color(l->token, dark, &token));
}

uint32_t cr_layout_visible_start(const cr_layout *l) { return l->visible_start; }
uint32_t cr_layout_visible_end(const cr_layout *l) { return l->visible_end; }
size_t cr_layout_bytes(const cr_layout *l) {
  size_t bytes = sizeof *l + l->line_count * sizeof *l->lines + l->fragment_count * sizeof *l->fragments;
  for (size_t i = 0; i < l->piece_count; i++)
    bytes += sizeof *l->pieces + l->pieces[i].cluster_capacity * sizeof(cr_cluster) + l->pieces[i].glyph_capacity * sizeof(cr_glyph);
  return bytes;
}

static size_t line_at(const cr_layout *l, uint32_t offset) {
  size_t low = 0, high = l->line_count - 1;
  while (low < high) {
    size_t middle = (low + high + 1) / 2;
    if (l->lines[middle].start <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/// Distance of the leading edge of code point `at` within cluster `k` from the cluster's leading edge: a ligature is divided evenly.
static double inner_offset(const cr_fragment *f, uint32_t k, uint32_t at) {
  const cr_cluster *c = &f->clusters[k];
  uint32_t before = 0;
  for (uint32_t i = c->start; i < at; i++) before += i > c->start && (f->shaped->boundaries[i] & CR_SEG_GRAPHEME);
  if (at > c->start && f->shaped->boundaries[at] & CR_SEG_GRAPHEME) before++;
  return c->graphemes > 1 ? cr_cluster_width(f, k) * before / c->graphemes : 0;
}

/// x of the leading edge of code point `at` in the fragment, or of the fragment's end if `at` is its end.
static double edge(const cr_fragment *f, uint32_t at) {
  double x = 0;
  uint32_t k = 0;
  for (; k < f->cluster_count && cr_cluster_end(f, k) <= at; k++) x += cr_cluster_width(f, k);
  if (k < f->cluster_count) x += inner_offset(f, k, at);
  return f->run->level & 1 ? f->x + f->width - x : f->x + x;
}

static const cr_fragment *fragments(const cr_layout *l, const cr_layout_line *line) { return l->fragments + line->first_fragment; }

static uint32_t start_of(const cr_fragment *f) { return f->clusters[0].start; }

/// First code point of the grapheme cluster with byte `offset`; the number of code points at the end of the text.
static uint32_t grapheme_at(const cr_shaped *s, uint32_t offset) {
  uint32_t at = cr_shaped_index(s, offset < s->length ? offset : (uint32_t)s->length);
  while (at > 0 && at < s->count && !(s->boundaries[at] & CR_SEG_GRAPHEME)) at--;
  return at;
}

/// The line of a caret before code point `at`; with `behind`, a line wrapped there shows it at its end.
static const cr_layout_line *caret_line(const cr_layout *l, uint32_t at, bool behind) {
  const uint32_t offset = l->shaped->offsets[at];
  const size_t i = line_at(l, offset);
  return &l->lines[behind && i && l->lines[i].start == offset && l->lines[i - 1].soft ? i - 1 : i];
}

cr_rect cr_layout_caret(const cr_layout *l, uint32_t offset, bool behind) {
  const cr_shaped *s = l->shaped;
  if (!l->line_count) return (cr_rect){0};
  const uint32_t at = grapheme_at(s, offset);
  const cr_layout_line *line = caret_line(l, at, behind);
  const cr_fragment *f = fragments(l, line), *last = NULL;
  const bool rtl = s->paragraphs[line->paragraph].level & 1;
  double x = line->x + (rtl ? line->width : 0);
  bool found = false;
  for (uint32_t i = 0; i < line->fragment_count && !found; i++) {
    if (f[i].token) continue;
    if (start_of(&f[i]) <= at && at < f[i].end) {
      x = edge(&f[i], at);
      found = true;
    } else if (f[i].end <= at && (!last || f[i].end > last->end)) {
      last = &f[i];
    }
  }
  if (!found && last) x = edge(last, last->end);
  for (uint32_t i = 0; i < line->fragment_count && behind; i++)
    if (!f[i].token && start_of(&f[i]) < at && at <= f[i].end) x = edge(&f[i], at);
  return (cr_rect){x, line->y, 0, line->height};
}

size_t cr_layout_line_graphemes(const cr_layout *l, size_t line, cr_grapheme *out, size_t capacity) {
  const cr_layout_line *k = &l->lines[line];
  const cr_shaped *s = l->shaped;
  size_t count = 0;
  for (uint32_t i = 0; i < k->fragment_count; i++) {
    const cr_fragment *f = &fragments(l, k)[i];
    if (f->token) continue;
    const size_t first = count;
    for (uint32_t at = start_of(f), end; at < f->end; at = end) {
      for (end = at + 1; end < f->end && !(s->boundaries[end] & CR_SEG_GRAPHEME);) end++;
      if (count < capacity) out[count] = (cr_grapheme){s->offsets[at], s->offsets[end], f->run->level & 1};
      count++;
    }
    if (!(f->run->level & 1) || count > capacity) continue;
    for (size_t from = first, to = count; from + 1 < to; from++, to--) {
      const cr_grapheme t = out[from];
      out[from] = out[to - 1];
      out[to - 1] = t;
    }
  }
  return count;
}

bool cr_layout_line_is_broken(const cr_layout *l, size_t line) { return l->lines[line].soft; }
bool cr_layout_line_reads_right_to_left(const cr_layout *l, size_t line) { return l->shaped->paragraphs[l->lines[line].paragraph].level & 1; }

/// The code point boundary in the fragment nearest to `x`.
static uint32_t nearest(const cr_fragment *f, double x) {
  double from_lead = f->run->level & 1 ? f->x + f->width - x : x - f->x;
  for (uint32_t k = 0; k < f->cluster_count; k++) {
    double width = cr_cluster_width(f, k);
    const uint32_t start = f->clusters[k].start, end = cr_cluster_end(f, k);
    if (from_lead < width || k + 1 == f->cluster_count) {
      // Passed fraction of the cluster, in graphemes, rounded.
      const uint8_t graphemes = f->clusters[k].graphemes;
      double share = width > 0 ? from_lead / width * graphemes : from_lead > 0 ? graphemes : 0;
      uint32_t passed = share > 0 ? (uint32_t)fmin(share + 0.5, graphemes) : 0;
      if (passed >= graphemes) return end;
      uint32_t at = start;
      for (; passed; passed--)
        do at++;
        while (at < end && !(f->shaped->boundaries[at] & CR_SEG_GRAPHEME));
      return at;
    }
    from_lead -= width;
  }
  return f->end;
}

/// The line nearest to `x` in the row of `first`, next to exclusions.
static size_t nearest_in_row(const cr_layout *l, size_t first, double x) {
  size_t best = first;
  double least = INFINITY;
  for (size_t i = first; i < l->line_count && l->lines[i].y == l->lines[first].y; i++) {
    const double from = l->lines[i].x, to = from + l->lines[i].width, away = x < from ? from - x : x > to ? x - to : 0;
    if (away < least) {
      least = away;
      best = i;
    }
  }
  return best;
}

/// Whether the cluster of the fragment before code point `at` hangs at the end of a line.
static bool is_white_before(const cr_fragment *f, uint32_t at) {
  uint32_t k = f->cluster_count - 1;
  while (k && f->clusters[k].start >= at) k--;
  return f->clusters[k].flags & CLUSTER_WHITE;
}

cr_text_position cr_layout_position_at(const cr_layout *l, double x, double y) {
  const cr_shaped *s = l->shaped;
  if (!l->line_count) return (cr_text_position){0};
  if (isnan(x)) x = 0;
  if (isnan(y)) y = 0;
  size_t low = 0, high = l->line_count - 1;  // the first line whose bottom is below y
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (l->lines[middle].y + l->lines[middle].height > y) high = middle;
    else low = middle + 1;
  }
  low = nearest_in_row(l, low, x);
  const cr_layout_line *line = &l->lines[low];
  const cr_fragment *f = fragments(l, line), *best = NULL;
  double least = INFINITY;
  for (uint32_t i = 0; i < line->fragment_count; i++) {
    if (f[i].token) continue;
    double away = x < f[i].x ? f[i].x - x : x > f[i].x + f[i].width ? x - f[i].x - f[i].width : 0;
    if (away < least) {
      least = away;
      best = &f[i];
    }
  }
  if (!best) return (cr_text_position){.offset = line->start};
  uint32_t at = nearest(best, x);
  // The end of a wrapped line is the start of the next: the caret stays on this one, before the white space of the break.
  const bool ends = low + 1 < l->line_count && s->offsets[at] >= l->lines[low + 1].start && at > start_of(best);
  if (ends && (!line->soft || is_white_before(best, at))) {
    at--;
    while (at > start_of(best) && !(s->boundaries[at] & CR_SEG_GRAPHEME)) at--;
  }
  return (cr_text_position){.offset = s->offsets[at], .behind = at > start_of(best) && at == best->end};
}

int64_t cr_layout_token_offset_at(const cr_layout *l, double x, double y) {
  for (size_t i = l->token ? 0 : l->line_count; i < l->line_count; i++) {
    const cr_layout_line *line = &l->lines[i];
    if (!line->truncated || !(y >= line->y && y < line->y + line->height)) continue;
    const cr_fragment *f = fragments(l, line);
    for (uint32_t n = 0; n < line->fragment_count; n++) {
      if (f[n].shaped != l->token || !(x >= f[n].x && x < f[n].x + f[n].width)) continue;
      double from_lead = f[n].run->level & 1 ? f[n].x + f[n].width - x : x - f[n].x;
      uint32_t k = 0;
      while (k + 1 < f[n].cluster_count && from_lead >= cr_cluster_width(&f[n], k)) from_lead -= cr_cluster_width(&f[n], k++);
      return l->token->offsets[f[n].clusters[k].start];
    }
  }
  return -1;
}

bool cr_layout_token_frame(const cr_layout *l, cr_rect *frame) {
  for (size_t i = l->token ? 0 : l->line_count; i < l->line_count; i++) {
    const cr_layout_line *line = &l->lines[i];
    const cr_fragment *f = fragments(l, line);
    double from = INFINITY, to = -INFINITY;
    for (uint32_t n = 0; n < line->fragment_count; n++) {
      if (f[n].shaped != l->token) continue;
      from = fmin(from, f[n].x);
      to = fmax(to, f[n].x + f[n].width);
    }
    if (!(from <= to)) continue;
    *frame = (cr_rect){from, line->y, to - from, line->height};
    return true;
  }
  return false;
}

void cr_layout_selection(const cr_layout *l, uint32_t start, uint32_t end, cr_rect_visitor visit, void *context) {
  const cr_shaped *s = l->shaped;
  if (start >= end || !l->line_count || start >= s->length) return;
  const uint32_t from = cr_shaped_index(s, start), to = cr_shaped_index(s, end < s->length ? end : (uint32_t)s->length);
  for (size_t i = line_at(l, start); i < l->line_count && l->lines[i].start < end; i++) {
    const cr_layout_line *line = &l->lines[i];
    const cr_fragment *f = fragments(l, line);
    cr_rect open = {0};
    for (uint32_t k = 0; k < line->fragment_count; k++) {
      if (f[k].token) continue;
      uint32_t a = start_of(&f[k]) > from ? start_of(&f[k]) : from, b = f[k].end < to ? f[k].end : to;
      if (a >= b) continue;
      double x0 = edge(&f[k], a), x1 = edge(&f[k], b);
      if (x0 > x1) {
        double t = x0;
        x0 = x1;
        x1 = t;
      }
      if (open.width > 0 && fabs(open.x + open.width - x0) < 1e-6) {
        open.width = x1 - open.x;
        continue;
      }
      if (open.width > 0) visit(context, open);
      open = (cr_rect){x0, line->y, x1 - x0, line->height};
    }
    if (open.width > 0) visit(context, open);
  }
}

// Ink

/// Above this number of glyphs, the fonts' bounding boxes are used instead of each glyph's own.
enum { EXACT_GLYPHS = 4096 };

/// Extents of ink to the left, top, right and bottom of the origin, all growing outwards.
typedef double box __attribute__((vector_size(32)));
enum { LEFT, TOP, RIGHT, BOTTOM };

static const box NOTHING = {-INFINITY, -INFINITY, -INFINITY, -INFINITY};

static inline bool has_area(const box *b) { return -(*b)[LEFT] < (*b)[RIGHT] && -(*b)[TOP] < (*b)[BOTTOM]; }

// Unlike fmin and fmax these are one instruction each; nothing here is NaN.
static inline double lesser(double a, double b) { return a < b ? a : b; }
static inline double greater(double a, double b) { return a > b ? a : b; }

static inline void include(box *b, const box *other) {
  if (!has_area(other)) return;
  for (int i = 0; i < 4; i++) (*b)[i] = greater((*b)[i], (*other)[i]);
}

static void grow(box *b, double left, double top, double right, double bottom) { include(b, &(box){-left, -top, right, bottom}); }

/// Common data of the glyphs of a fragment.
typedef struct {
  const cr_instance *font;
  double scale;
  double limit;    // larger glyphs count as corrupt
  double out;      // extent of an outline
  double bold;     // growth on each side by synthetic bold, font units
  double baseline;
  bool exact;
} glyph_frame;

static glyph_frame frame_of(const cr_fragment *f, double baseline, bool exact) {
  const cr_instance *font = f->run->font;
  const cr_text_run *run = &cr_fragment_attribute(f)->run;
  return (glyph_frame){font, (double)cr_run_scale(f->shaped, f->run), 64 * run->size, run->outline_width,
                       font->synthetic_bold ? (double)font->units_per_em / 24 : 0, baseline, exact};
}

static inline void add_glyph(box *ink, const glyph_frame *frame, const cr_glyph *g, double pen) {
  if (g->id == CR_NO_GLYPH) return;
  const cr_instance *font = frame->font;
  cr_extents e;
  box reach;
  if (frame->exact && cr_glyph_extents(font, g->id, &e)) reach = (box){-(double)e.left, (double)e.top, (double)e.right, -(double)e.bottom};
  else reach = (box){-(double)font->box_left, (double)font->box_top, (double)font->box_right, -(double)font->box_bottom};
  reach += frame->bold;
  if (font->synthetic_oblique) {
    reach[RIGHT] += greater(0, reach[TOP]) * 0.25;
    reach[LEFT] += greater(0, reach[BOTTOM]) * 0.25;
  }
  reach *= frame->scale;
  for (int i = 0; i < 4; i++) reach[i] = lesser(frame->limit, reach[i]);
  const double x = pen + (double)g->x, y = frame->baseline + (double)g->y;
  reach = (box){-x, -y, x, y} + reach + frame->out;
  include(ink, &reach);
}

static void add_bar(box *ink, const cr_fragment *f, double top, double thickness, cr_line_style style) {
  // Thickness is snapped to at least one device pixel, which is at most one unit: for a single line the margin around all ink covers that.
  const double reach = style == CR_LINE_SINGLE ? thickness : style == CR_LINE_WAVY || style == CR_LINE_DOUBLE ? 3 * fmax(thickness, 1) : 2 * thickness;
  grow(ink, f->x, style == CR_LINE_WAVY ? top - fmax(thickness, 1) : top, f->x + f->width, top + reach);
}

/// Finds the bounds of the ink; with `any`, only until some ink is found.
static void find_ink(const cr_layout *l, bool any, box *ink) {
  *ink = NOTHING;
  const bool exact = l->glyph_count <= EXACT_GLYPHS;
  for (size_t i = 0; i < l->line_count; i++) {
    const cr_layout_line *line = &l->lines[i];
    const cr_fragment *f = fragments(l, line);
    cr_underline beneath = {0};
    for (uint32_t n = 0; n < line->fragment_count; n++) {
      const cr_attribute *a = cr_fragment_attribute(&f[n]);
      const double baseline = line->baseline - a->run.baseline_offset;
      const glyph_frame frame = frame_of(&f[n], baseline, exact);
      double pen = f[n].x;
      for (uint32_t v = 0; v < f[n].cluster_count; v++) {
        const uint32_t k = f[n].run->level & 1 ? f[n].cluster_count - 1 - v : v;
        const cr_glyph *g = f[n].glyphs + f[n].clusters[k].glyph;
        double inner = pen;
        for (uint32_t j = 0; j < f[n].clusters[k].glyphs; j++) {
          add_glyph(ink, &frame, &g[j], inner);
          inner += (double)g[j].advance;
        }
        if (any && has_area(ink)) return;
        pen += cr_cluster_width(&f[n], k);
      }
      if (a->run.has_background) grow(ink, f[n].x, line->y, f[n].x + f[n].width, line->y + line->height);
      const cr_instance *font = a->font;
      if (cr_is_underlined(&f[n])) {
        if (n >= beneath.end) beneath = cr_underline_from(l, line, n);
        add_bar(ink, &f[n], beneath.top, beneath.thickness, a->run.underline);
      }
      if (a->run.strikethrough && !f[n].trailing) {
        add_bar(ink, &f[n], baseline - (double)(font->strike_offset * a->scale), (double)(font->strike_thickness * a->scale), a->run.strikethrough);
      }
    }
  }
}

bool cr_layout_has_ink(const cr_layout *l) {
  box ink;
  find_ink(l, true, &ink);
  return has_area(&ink);
}

cr_rect cr_layout_ink_bounds(const cr_layout *l) {
  box ink;
  find_ink(l, false, &ink);
  if (!has_area(&ink)) return (cr_rect){0};
  return (cr_rect){-ink[LEFT] - 1, -ink[TOP] - 1, ink[RIGHT] + ink[LEFT] + 2, ink[BOTTOM] + ink[TOP] + 2};
}
