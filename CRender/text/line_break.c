// Line breaking.
#include "line_break.h"

#include <math.h>

#include "added_text.h"
#include "hang.h"
#include "shape.h"
#include "tabs.h"

/// Width of the line from cluster `from` to `cluster`, which is a boundary inside a ligature: `x` includes its share of the ligature.
static double end_in_ligature(const cr_line_builder *b, const cr_paragraph *p, uint32_t from, uint32_t cluster, double x) {
  const cr_shaped *s = b->layout->shaped;
  const cr_run *run = cr_run_of(s, p, cluster - 1);
  uint32_t start = cluster;
  do x -= (double)s->clusters[--start].advance;
  while (start > from && start > run->first_cluster && s->clusters[start].flags & CLUSTER_UNSAFE);
  return x + cr_shape_width(s, p, run, start, cluster);
}

/// Difference between the width of the rest of a ligature and its share, for a line that begins at cluster `from` inside the ligature.
static double rest_of_ligature(const cr_line_builder *b, const cr_paragraph *p, uint32_t from) {
  const cr_shaped *s = b->layout->shaped;
  // A paragraph begins with whole signs, and may be empty.
  if (from == p->first_cluster || s->clusters[from].glyphs || !(s->clusters[from].flags & CLUSTER_UNSAFE)) return 0;
  const cr_run *run = cr_run_of(s, p, from);
  double share = (double)s->clusters[from].advance;
  uint32_t end = from + 1;
  for (; end < run->first_cluster + run->cluster_count && s->clusters[end].flags & CLUSTER_UNSAFE; end++) share += (double)s->clusters[end].advance;
  const double width = end_in_ligature(b, p, from, end, share);
  return isfinite(width) ? width - share : 0;
}

/// Hanging width of the first sign of a line at cluster `from`.
static double hang_before(const cr_line_builder *b, const cr_shaped *s, const cr_paragraph *p, uint32_t from) {
  if (!b->style->hangs_punctuation || from + 1 >= p->end_cluster || !cr_hangs_at_start(s->text[s->clusters[from].start])) return 0;
  return cr_run_of(s, p, from)->level == p->level ? (double)s->clusters[from].advance : 0;
}

/// Whether the sign at cluster `c` may hang at the end of a line.
static bool hangs_behind(const cr_shaped *s, const cr_paragraph *p, uint32_t c) {
  return cr_hangs_at_end(s->text[s->clusters[c].start]) && cr_run_of(s, p, c)->level == p->level;
}

uint32_t cr_break_line(cr_line_builder *b, const cr_paragraph *p, uint32_t from, double indent, bool *soft) {
  const cr_shaped *s = b->layout->shaped;
  const double room = b->style->wrapping == CR_WRAP_NONE && !b->exclusions ? INFINITY : b->break_width + CR_WIDTH_TOLERANCE;
  const bool hangs = b->style->hangs_punctuation;
  double x = indent - hang_before(b, s, p, from) + rest_of_ligature(b, p, from);
  uint32_t opportunity = from;
  *soft = false;
  for (uint32_t c = from; c < p->end_cluster; c++) {
    const cr_cluster *k = &s->clusters[c];
    if (c > from) {
      if (k->flags & CLUSTER_MANDATORY) return c;
      if (k->flags & CLUSTER_HYPHEN) {
        const cr_shaped *hyphen = isfinite(room) && !b->style->ignores_soft_hyphens ? cr_hyphen_before(b, p, c) : NULL;
        const double end = hyphen && !k->glyphs ? end_in_ligature(b, p, from, c, x) : x;
        if (hyphen && end + (hangs ? 0 : cr_added_width(hyphen)) <= room) opportunity = c;
      } else if (k->flags & CLUSTER_BREAK) {
        opportunity = c;
      }
    }
    double advance = cr_advance_of(b, k, x);
    if (!(k->flags & CLUSTER_WHITE) && x + advance > room && c > from && !(hangs && x <= room && hangs_behind(s, p, c))) {
      *soft = true;
      if (opportunity > from && b->style->wrapping != CR_WRAP_CLUSTERS) return opportunity;
      // Within the word: without a hyphen that does not fit.
      return k->flags & CLUSTER_HYPHEN && c > from + 1 ? c - 1 : c;
    }
    x += advance;
  }
  return p->end_cluster;
}

bool cr_word_fits(const cr_line_builder *b, const cr_paragraph *p, uint32_t from, double indent, double room) {
  const cr_shaped *s = b->layout->shaped;
  double x = indent;
  for (uint32_t c = from; c < p->end_cluster && x <= room + CR_WIDTH_TOLERANCE; c++) {
    if (c > from && cr_ends_word(&s->clusters[c])) return true;
    x += cr_advance_of(b, &s->clusters[c], x);
  }
  return x <= room + CR_WIDTH_TOLERANCE;
}

// Lines of similar width

enum { MOST_BALANCED = 12, BALANCE_STEPS = 20 };

/// Number of lines of the paragraph at the current breaking width; at most MOST_BALANCED + 1.
static size_t count_lines(cr_line_builder *b, const cr_paragraph *p) {
  size_t lines = 0;
  bool soft;
  for (uint32_t from = p->first_cluster; from < p->end_cluster && lines <= MOST_BALANCED; lines++)
    from = cr_break_line(b, p, from, cr_indent_of(b, p, from), &soft);
  return lines;
}

void cr_balance(cr_line_builder *b, const cr_paragraph *p) {
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
