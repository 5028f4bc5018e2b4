// Rows of a layout: one line, or several next to exclusions.
#include "line_row.h"

#include <math.h>

#include "added_text.h"
#include "line_break.h"
#include "line_build.h"

enum { TIGHTER_TRIES = 4 };

/// Builds the line of the clusters [from, end) between `indent` and `room`.
static bool build_broken(cr_line_builder *b, uint32_t paragraph, uint32_t from, uint32_t end, bool soft, double indent, double room) {
  const cr_shaped *s = b->layout->shaped;
  const cr_paragraph *p = &s->paragraphs[paragraph];
  cr_line_part parts[2] = {{s, paragraph, from, end, false}};
  size_t part_count = 1;
  const bool parted = soft && s->clusters[end].flags & CLUSTER_HYPHEN && !b->style->ignores_soft_hyphens;
  const cr_shaped *hyphen = parted ? cr_hyphen_before(b, p, end) : NULL;
  if (hyphen) parts[part_count++] = (cr_line_part){hyphen, 0, 0, hyphen->paragraphs[0].end_cluster, true};
  const cr_layout_line line = {.indent = indent, .room = room, .start = from == p->first_cluster ? s->offsets[p->start] : cr_cluster_offset(s, p, from),
                               .paragraph = paragraph, .first_cluster = from, .soft = soft,
                               .end = end < p->end_cluster ? cr_cluster_offset(s, p, end) : s->offsets[p->next]};
  return cr_build_line(b, line, parts, part_count);
}

bool cr_make_line(cr_line_builder *b, uint32_t paragraph, uint32_t from, double indent, double room, uint32_t *next) {
  const cr_shaped *s = b->layout->shaped;
  bool soft = false;
  uint32_t end = cr_break_line(b, &s->paragraphs[paragraph], from, indent, &soft);
  if (!build_broken(b, paragraph, from, end, soft, indent, room)) return false;
  const double width = b->break_width;
  for (int tries = 0; soft && tries < TIGHTER_TRIES; tries++) {
    const cr_layout_line *line = &b->layout->lines[b->layout->line_count - 1];
    const double excess = line->indent + line->width - width;
    if (!(excess > 10 * CR_WIDTH_TOLERANCE)) break;
    b->break_width -= excess;
    const uint32_t earlier = cr_break_line(b, &s->paragraphs[paragraph], from, indent, &soft);
    if (earlier >= end) continue;
    end = earlier;
    cr_pop_line(b->layout);
    if (!build_broken(b, paragraph, from, end, soft, indent, room)) return false;
  }
  b->break_width = width;
  *next = end;
  return true;
}

enum { MOST_SPANS = 64, TALLER_TRIES = 8 };

bool cr_make_row(cr_line_builder *b, uint32_t paragraph, uint32_t from, uint32_t *next) {
  cr_layout *l = b->layout;
  const cr_paragraph *p = &l->shaped->paragraphs[paragraph];
  const cr_attribute *a = &l->shaped->attributes[p->run_count ? cr_run_of(l->shaped, p, from < p->end_cluster ? from : p->first_cluster)->attribute : p->attribute];
  cr_extent first = {0};
  cr_extent_add_font(&first, a->font, a->run.size, a->run.baseline_offset);
  const double least = cr_line_height_of(&b->heights, first.above + first.below), indent = cr_indent_of(b, p, from);
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
      if (!whole && (start >= span.to || !cr_word_fits(b, p, *next, start, span.to))) continue;
      b->break_width = span.to;
      if (!cr_make_line(b, paragraph, *next, whole ? indent : start, span.to, next)) return false;
      const cr_layout_line *line = &l->lines[l->line_count - 1];
      e.above = e.any ? fmax(e.above, line->above) : line->above;
      e.below = e.any ? fmax(e.below, line->below) : line->below;
      e.any = true;
      done = !line->soft;
    }
    if (!e.any) {
      // Nothing fits next to the shapes here.
      const double below = cr_exclusions_next(b->exclusions, b->top, least / 8);
      if (isfinite(below)) {
        b->top = below;
        height = least;
        continue;
      }
      b->break_width = b->width;
      return cr_make_line(b, paragraph, from, indent, b->width, next);
    }
    const double wanted = cr_line_height_of(&b->heights, e.above + e.below);
    if (wanted > height + CR_HEIGHT_TOLERANCE && tries++ < TALLER_TRIES) {
      // A taller row may intersect more shapes.
      while (l->line_count > begin) cr_pop_line(l);
      height = wanted;
      continue;
    }
    cr_level_row(b, begin);
    return true;
  }
}
