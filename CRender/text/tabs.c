#include "tabs.h"

#include <math.h>

enum { TAB_SPACES = 8 };

double cr_tab_advance(const cr_line_builder *b, double x, double space) {
  const cr_paragraph_style *style = b->style;
  for (size_t i = 0; i < style->tab_stop_count; i++)
    if (style->tab_stops[i] > x + 1e-6 && isfinite(style->tab_stops[i])) return style->tab_stops[i] - x;
  const double interval = cr_bounded(style->tab_interval, 1e-3, 1e6, space * TAB_SPACES);
  return interval > 0 ? (floor(x / interval + 1e-6) + 1) * interval - x : 0;
}
