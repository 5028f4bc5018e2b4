#ifndef CR_EXCLUDE_H
#define CR_EXCLUDE_H
#include "cr_text.h"

/// A stretch of a row, logical units from the layout's left.
typedef struct {
  double from, to;
} cr_span;

/// What lines stay clear of, ready to be asked row by row. One thread.
typedef struct cr_exclusions cr_exclusions;

/// Takes the shapes of `style` over. NULL where there are none that count, or memory is short (`*failed` then).
///
/// A shape of fewer than three points, or with one that is not finite, counts as none; past CR_EXCLUSION_POINTS points in all, the shapes that are
/// left count as the boxes around them, and past twice that number as one box.
cr_exclusions *cr_exclusions_create(const cr_paragraph_style *style, bool *failed);
void cr_exclusions_destroy(cr_exclusions *e);

/// The stretches of [0, width) that no shape touches between `top` and `bottom`, from left to right, and how many (at most `capacity`).
/// SIZE_MAX where memory is short. Exact for polygons, inside and outside by the even-odd rule of each.
size_t cr_exclusions_free(cr_exclusions *e, double top, double bottom, double width, cr_span *out, size_t capacity);
/// The next y, at least `step` below `y`, at which a row may have other free stretches, or the end of all shapes; INFINITY where none reaches
/// below `y`.
double cr_exclusions_next(const cr_exclusions *e, double y, double step);

#endif
