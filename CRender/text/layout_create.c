// Layouts: all lines of a text, and their positions.
#include <math.h>

#include "justify.h"
#include "library.h"
#include "line_break.h"
#include "line_build.h"
#include "line_row.h"
#include "truncate.h"

static bool ink_remains(const cr_shaped *s, uint32_t cluster) {
  for (; cluster < s->cluster_count; cluster++)
    if (!(s->clusters[cluster].flags & CLUSTER_WHITE)) return true;
  return false;
}

static bool build_lines(cr_line_builder *b) {
  cr_layout *l = b->layout;
  const cr_shaped *s = l->shaped;
  l->visible_end = (uint32_t)s->length;
  for (uint32_t i = 0; i < s->paragraph_count; i++) {
    const cr_paragraph *p = &s->paragraphs[i];
    uint32_t from = p->first_cluster, next = from;
    b->break_width = b->width;
    if (b->style->balanced && !b->exclusions && isfinite(b->width)) cr_balance(b, p);
    do {
      const size_t before = l->line_count;
      bool full = b->style->line_limit && b->rows >= b->style->line_limit;
      if (!full) {
        b->top = cr_next_top(b, i);
        if (b->exclusions ? !cr_make_row(b, i, from, &next) : !cr_make_line(b, i, from, cr_indent_of(b, p, from), b->width, &next)) return false;
        const cr_layout_line *line = &l->lines[l->line_count - 1];
        if (before && line->y + line->height > b->height + CR_HEIGHT_TOLERANCE) {
          while (l->line_count > before) cr_pop_line(l);
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
        return b->style->truncation == CR_TRUNCATE_NONE || cr_truncate(b);
      }
    } while (from < p->end_cluster);
  }
  return true;
}

static void place(cr_line_builder *b) {
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
    const bool starts_right = b->style->start == CR_START_PARAGRAPH ? rtl : b->style->start == CR_START_RIGHT;
    l->left_bound &= !rtl && !starts_right && !b->exclusions && align == CR_ALIGN_START;
    if (align == CR_ALIGN_JUSTIFY && line->soft && missing > 0) {
      cr_justify(l, line, missing);
      l->width = fmax(l->width, line->width + line->indent);
    }
    const double rest = end - line->indent - line->width;
    const bool too_wide = rest < -10 * CR_WIDTH_TOLERANCE;  // begins where lines start, and overflows at the other side
    const bool at_start = align == CR_ALIGN_START || align == CR_ALIGN_JUSTIFY;
    const bool at_right = align == CR_ALIGN_RIGHT || (align == CR_ALIGN_END && !starts_right);
    const bool to_right = too_wide ? rtl : at_start ? starts_right : at_right;
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
  cr_line_builder b = {.layout = &l, .scratch = cr_font_library_borrow_scratch(library), .style = style, .width = isnan(width) ? INFINITY : fmax(0, width),
               .height = isnan(height) ? INFINITY : height};
  b.heights.multiple = style->line_height_multiple > 0 ? cr_bounded(style->line_height_multiple, 0, 1000, 1) : 1;
  b.spacing = cr_bounded(style->line_spacing, -10000, 10000, 0);
  b.paragraph_spacing = cr_bounded(style->paragraph_spacing, -10000, 10000, 0);
  b.first_indent = cr_bounded(style->first_indent, 0, 1e6, 0);
  b.head_indent = cr_bounded(style->head_indent, 0, 1e6, 0);
  b.heights.least = cr_bounded(style->line_height_minimum, 0, 10000, 0);
  b.heights.most = cr_bounded(style->line_height_maximum, 0, 10000, 0);
  *out = NULL;
  if (style->strut && (b.heights.least > 0 || b.heights.most > 0)) {
    const cr_stack *stack = cr_font_style_stack(library, style->strut);
    if (stack) cr_extent_add_font(&b.heights.strut, stack->fonts[0], cr_bounded(style->strut_size, 0, 1e6, 0), 0);
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
