#ifndef CR_EXTENT_H
#define CR_EXTENT_H
#include "cr_text.h"
#include "instance.h"

// Heights of line contents. Any thread.

/// Extents of a line's contents above and below its baseline, logical units.
typedef struct {
  double above, below;
  bool any;
} cr_extent;

static inline void cr_extent_add_object(cr_extent *e, const cr_text_run *run) {
  const double above = run->object_ascent + run->baseline_offset, below = run->object_descent - run->baseline_offset;
  if (!e->any || above > e->above) e->above = above;
  if (!e->any || below > e->below) e->below = below;
  e->any = true;
}

static inline void cr_extent_add_font(cr_extent *e, const cr_instance *font, double size, double offset) {
  double scale = size / (double)font->units_per_em, gap = (double)font->line_gap * scale / 2;
  double above = (double)font->ascent * scale + gap + offset, below = (double)font->descent * scale + gap - offset;
  if (!e->any || above > e->above) e->above = above;
  if (!e->any || below > e->below) e->below = below;
  e->any = true;
}

#endif
