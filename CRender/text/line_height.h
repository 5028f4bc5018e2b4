#ifndef CR_LINE_HEIGHT_H
#define CR_LINE_HEIGHT_H
#include <math.h>

#include "extent.h"

// Heights of lines, logical units. Any thread.

/// How high lines are, and where in them the baseline stands.
typedef struct {
  double multiple, least, most;  // `least` and `most` 0: none
  cr_extent strut;               // of a line in the font that lines of a given height stand by; not `any`: there is none
} cr_line_height;

static inline double cr_line_height_of(const cr_line_height *h, double natural) {
  const double height = fmax(natural * h->multiple, h->least);
  return h->most > 0 ? fmin(height, h->most) : height;
}

/// How far below its top the baseline of a line of `height` stands: half of what that adds to the height of its fonts goes above. Where a limit says
/// how high lines are, this is reckoned by the strut, so that lines of one height have their baselines at one place whatever stands on them.
static inline double cr_line_height_baseline(const cr_line_height *h, double height, double above, double below) {
  const double natural = (above + below) * h->multiple;
  const bool fixed = h->least > 0 && h->most > 0 && h->least >= h->most;
  const bool limited = fixed || natural < h->least || (h->most > 0 && natural > h->most);
  if (!limited || !h->strut.any) return (height - above - below) / 2 + above;
  const double baseline = (height - h->strut.above - h->strut.below) / 2 + h->strut.above;
  // What fits stays within a line that is only kept from being lower.
  return !fixed && above + below <= height ? fmax(above, fmin(baseline, height - below)) : baseline;
}

#endif
