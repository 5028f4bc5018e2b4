#include "lines.h"

#include "bilevel.h"
#include "span.h"

// A line halfway between two pixel rows covers half of each.
enum { LEAST_COVERAGE = 112 };

void cr_paint_line_rows(void *context, int32_t y, int32_t rows, const cr_run *runs, size_t count) {
  cr_painter *p = context;
  cr_canvas *c = p->canvas;
  const uint32_t color = p->source->color;
  const int light = cr_lightness(color), through = 255 - (int)(color >> 24);
  cr_note_drawn(c, (cr_box){runs[0].x, y, runs[count - 1].x + runs[count - 1].n, y + rows});
  for (int32_t row = y; row < y + rows; row++)
    for (size_t i = 0; i < count; i++)
      for (int32_t k = 0; k < runs[i].n; k++) {
        const int32_t x = runs[i].x + k;
        if ((runs[i].coverage && runs[i].coverage[k] < LEAST_COVERAGE) || !cr_is_within(c->state.mask, x, row)) continue;
        uint32_t *d = cr_pixel(&c->target, x, row);
        const bool is_known = c->target.is_xrgb || *d >> 24 == 255;
        const int behind = cr_lightness(*d), mixed = light + (behind * through + 127) / 255;
        if (!is_known) c->needs_backdrop = true;
        if (is_known && (mixed > behind ? mixed - behind : behind - mixed) > CR_SAME_LIGHT)
          *d = cr_is_black(mixed, behind) ? 0xff000000 : 0xffffffff;
        else
          cr_paint_area(p, (cr_box){x, row, x + 1, row + 1}, NULL, 0);
      }
}
