#ifndef CR_EXCLUDE_H
#define CR_EXCLUDE_H
#include "cr_text.h"

/// A segment of a row, logical units from the layout's left.
typedef struct {
  double from, to;
} cr_span;

/// Exclusions prepared for queries row by row. One thread.
typedef struct cr_exclusions cr_exclusions;

/// Copies the shapes of `style`. NULL if there are no valid ones, or on allocation failure (`*failed` then).
///
/// A shape with fewer than three points, or with a non-finite one, is ignored. After CR_EXCLUSION_POINTS points in all, the remaining
/// shapes are replaced by their bounding boxes, and after twice that number by a single box.
cr_exclusions *cr_exclusions_create(const cr_paragraph_style *style, bool *failed);
void cr_exclusions_destroy(cr_exclusions *e);

/// The segments of [0, width) that no shape touches between `top` and `bottom`, from left to right, and their number (at most `capacity`).
/// SIZE_MAX on allocation failure. Exact for polygons, inside and outside by the even-odd rule of each.
size_t cr_exclusions_free(cr_exclusions *e, double top, double bottom, double width, cr_span *out, size_t capacity);
/// The next y, at least `step` below `y`, at which the free segments of a row may differ, or the end of all shapes. INFINITY if no shape
/// extends below `y`.
double cr_exclusions_next(const cr_exclusions *e, double y, double step);

#endif
