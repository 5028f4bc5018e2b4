#ifndef CR_LINE_HEIGHT_H
#define CR_LINE_HEIGHT_H
#include <math.h>

#include "extent.h"

// Heights of lines, logical units. Any thread.

/// Line heights and baseline positions.
typedef struct {
  double multiple, least, most;  // `least` and `most` 0: none
  cr_extent strut;               // extents of a line in the font that positions the baseline in lines of limited height; not `any`: none
} cr_line_height;

static inline double cr_line_height_of(const cr_line_height *h, double natural) {
  const double height = fmax(natural * h->multiple, h->least);
  return h->most > 0 ? fmin(height, h->most) : height;
}

/// Distance from the top of a line of `height` to its baseline: half of the space that exceeds its fonts is above. If a limit determines
/// the height, the strut is used instead, so that lines of one height have their baselines at the same position, whatever their content.
static inline double cr_line_height_baseline(const cr_line_height *h, double height, double above, double below) {
  const double natural = (above + below) * h->multiple;
  const bool fixed = h->least > 0 && h->most > 0 && h->least >= h->most;
  const bool limited = fixed || natural < h->least || (h->most > 0 && natural > h->most);
  if (!limited || !h->strut.any) return (height - above - below) / 2 + above;
  const double baseline = (height - h->strut.above - h->strut.below) / 2 + h->strut.above;
  // Content that fits stays inside a line that only has a minimum height.
  return !fixed && above + below <= height ? fmax(above, fmin(baseline, height - below)) : baseline;
}

#endif
