#ifndef CR_UNDERLINE_H
#define CR_UNDERLINE_H
#include <math.h>

#include "layout.h"

// Underlines of a finished layout. Any thread.

/// Underline of adjacent fragments of one line with equal underline attributes: one straight line, at the lowest position and with the
/// largest thickness of their fonts.
typedef struct {
  uint32_t end;           // after the last fragment
  double top, thickness;  // logical units; `top` from the layout's top
} cr_underline;

static inline bool cr_is_underlined(const cr_fragment *f) { return cr_fragment_attribute(f)->run.underline && !f->trailing; }

/// The underline that begins with fragment `first` of `line`, counted from the line's first.
static inline cr_underline cr_underline_from(const cr_layout *l, const cr_layout_line *line, uint32_t first) {
  const cr_fragment *f = l->fragments + line->first_fragment;
  const cr_text_run *like = &cr_fragment_attribute(&f[first])->run;
  cr_underline u = {.end = first, .top = -INFINITY};
  for (; u.end < line->fragment_count && cr_is_underlined(&f[u.end]); u.end++) {
    const cr_attribute *a = cr_fragment_attribute(&f[u.end]);
    const cr_color c = a->run.underline_color, d = like->underline_color;
    const bool same = a->run.underline == like->underline && c.red == d.red && c.green == d.green && c.blue == d.blue && c.alpha == d.alpha;
    if (u.end > first && (!same || fabs(f[u.end - 1].x + f[u.end - 1].width - f[u.end].x) > 1e-6)) break;
    const cr_instance *font = a->font;
    u.top = fmax(u.top, line->baseline - a->run.baseline_offset + (double)(font->underline_offset * a->scale));
    u.thickness = fmax(u.thickness, (double)(font->underline_thickness * a->scale));
  }
  return u;
}

#endif
