#include "truncate.h"

#include <math.h>

#include "added_text.h"
#include "line_break.h"
#include "line_build.h"
#include "tabs.h"

static bool shape_token(cr_line_builder *b, uint32_t attribute, cr_direction direction) {
  const cr_paragraph_style *s = b->style;
  cr_shaped *given = direction == CR_DIRECTION_RTL && s->token_text_rtl ? s->token_text_rtl : s->token_text, **token = &b->layout->token;
  if (!*token) *token = given ? cr_shaped_retain(given) : cr_added_text(b, attribute, s->token, s->token_length, direction);
  return *token;
}

static bool ends_clause(uint32_t c) { return c == '.' || c == ',' || c == '!' || c == '?' || c == ':' || c == ';'; }

/// As many clusters from `first` as fit `room`; `*used` is set to their width.
static uint32_t take_forward(const cr_line_builder *b, const cr_shaped *s, uint32_t first, uint32_t end, double room, double *used) {
  double x = 0;
  uint32_t c = first;
  for (; c < end; c++) {
    if (c > first && (s->clusters[c].flags & CLUSTER_MANDATORY)) break;
    double advance = cr_advance_of(b, &s->clusters[c], x);
    if (x + advance > room + CR_WIDTH_TOLERANCE) break;
    x += advance;
  }
  if (b->style->truncates_at_words && c < end) {
    uint32_t word = c;
    while (word > first && !cr_ends_word(&s->clusters[word])) word--;
    // No spaces and no punctuation at the end of a clause before the token.
    while (word > first && (s->clusters[word - 1].flags & CLUSTER_WHITE || ends_clause(s->text[s->clusters[word - 1].start]))) word--;
    if (word > first) c = word;
  }
  while (c > first && (s->clusters[c - 1].flags & CLUSTER_WHITE)) c--;
  for (x = 0, *used = 0; first < c; first++) *used = x += cr_advance_of(b, &s->clusters[first], x);
  return c;
}

/// As many clusters before `end` as fit `room`.
static uint32_t take_backward(const cr_line_builder *b, const cr_shaped *s, uint32_t first, uint32_t end, double room) {
  double x = 0;
  uint32_t c = end;
  while (c > first && (s->clusters[c - 1].flags & CLUSTER_WHITE)) c--;
  for (; c > first; c--) {
    double advance = (double)s->clusters[c - 1].advance;
    if (x + advance > room + CR_WIDTH_TOLERANCE) break;
    x += advance;
    if (s->clusters[c - 1].flags & CLUSTER_MANDATORY) {
      c--;
      break;
    }
  }
  if (b->style->truncates_at_words && c > first) {
    uint32_t word = c;
    while (word < end && (s->clusters[word].flags & CLUSTER_WHITE || !cr_ends_word(&s->clusters[word]))) word++;
    if (word < end) c = word;
  }
  while (c < end && (s->clusters[c].flags & CLUSTER_WHITE)) c++;
  return c;
}

bool cr_truncate(cr_line_builder *b) {
  cr_layout *l = b->layout;
  cr_layout_line old = l->lines[l->line_count - 1];
  const cr_shaped *s = l->shaped;
  const cr_paragraph *p = &s->paragraphs[old.paragraph];
  uint32_t last = (uint32_t)s->paragraph_count - 1;
  while (last > old.paragraph && s->paragraphs[last].first_cluster == s->paragraphs[last].end_cluster) last--;
  const cr_paragraph *q = &s->paragraphs[last];
  uint32_t attribute = p->run_count ? cr_run_of(s, p, old.first_cluster)->attribute : p->attribute;
  if (!shape_token(b, attribute, p->level & 1 ? CR_DIRECTION_RTL : CR_DIRECTION_LTR)) return false;
  cr_pop_line(l);
  const double room = fmax(0, old.room - old.indent - cr_added_width(l->token));
  cr_line_part parts[3];
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
  if (head > old.first_cluster) parts[count++] = (cr_line_part){s, old.paragraph, old.first_cluster, head, false};
  parts[count++] = (cr_line_part){l->token, 0, 0, l->token->paragraphs[0].end_cluster, true};
  if (tail < q->end_cluster) parts[count++] = (cr_line_part){s, last, tail, q->end_cluster, false};
  l->truncated = true;
  l->visible_end = kind == CR_TRUNCATE_END ? cr_cluster_offset(s, p, head) : (uint32_t)s->length;
  if (kind == CR_TRUNCATE_START && !l->line_count) l->visible_start = cr_cluster_offset(s, q, tail);
  old.end = l->visible_end;
  old.soft = false;
  old.truncated = true;
  old.width = old.trailing = old.hang_start = old.hang_end = 0;
  b->top = old.y;
  if (!cr_build_line(b, old, parts, count)) return false;
  cr_level_row(b, cr_row_start(l));
  return true;
}
