// Exclusions: shapes that lines flow around, and the free parts of a row.
#include "exclude.h"

#include <math.h>

#include "text_memory.h"

enum { MERGE_AT = 512 };

struct cr_exclusions {
  cr_point *points;
  size_t *ends;            // end of each shape's points
  size_t shape_count, point_count;
  double top, bottom;      // of all shapes
  double *rows;            // boundaries between the slabs of a row
  size_t row_capacity;
  struct crossing { double middle, at_top, at_bottom; } *crossings;
  size_t crossing_capacity;
  cr_span *taken;
  size_t taken_count, taken_capacity;
};

/// Whether a point ends a contour.
static bool parts(cr_point p) { return isnan(p.x) && isnan(p.y); }

static bool usable(const cr_point *p, size_t count) {
  size_t points = 0;
  for (size_t i = 0; i < count; i++) {
    if (parts(p[i])) continue;
    if (!(fabs(p[i].x) <= 1e9) || !(fabs(p[i].y) <= 1e9)) return false;
    points++;
  }
  return points >= 3 && !parts(p[0]);
}

/// The bounding box of `count` points, as four points.
static void box_around(const cr_point *p, size_t count, cr_point box[4]) {
  double left = p->x, right = p->x, top = p->y, bottom = p->y;
  for (size_t i = 1; i < count; i++) {
    left = fmin(left, p[i].x);
    right = fmax(right, p[i].x);
    top = fmin(top, p[i].y);
    bottom = fmax(bottom, p[i].y);
  }
  box[0] = (cr_point){left, top};
  box[1] = (cr_point){right, top};
  box[2] = (cr_point){right, bottom};
  box[3] = (cr_point){left, bottom};
}

cr_exclusions *cr_exclusions_create(const cr_paragraph_style *style, bool *failed) {
  *failed = false;
  if (!style->exclusion_count) return NULL;
  cr_exclusions *e = tx_calloc(1, sizeof *e);
  size_t capacity = 0, end_capacity = 0;
  if (!e) goto fail;
  e->top = INFINITY;
  e->bottom = -INFINITY;
  for (size_t i = 0, from = 0; i < style->exclusion_count; from = style->exclusion_ends[i++]) {
    const cr_point *points = style->exclusion_points + from;
    size_t count = style->exclusion_ends[i] - from;
    cr_point box[4];
    if (!usable(points, count)) continue;
    box_around(points, count, box);
    e->top = fmin(e->top, box[0].y);
    e->bottom = fmax(e->bottom, box[2].y);
    if (e->point_count + count > CR_EXCLUSION_POINTS) points = box, count = 4;
    if (e->point_count + count > 2 * CR_EXCLUSION_POINTS) {
      // One box around all remaining shapes. The last shape is a box: only boxes follow CR_EXCLUSION_POINTS.
      cr_point *last = e->points + e->point_count - 4, both[8];
      memcpy(both, last, 4 * sizeof *both);
      memcpy(both + 4, box, 4 * sizeof *both);
      box_around(both, 8, last);
      continue;
    }
    if (!TX_GROW(e->points, capacity, e->point_count + count) || !TX_GROW(e->ends, end_capacity, e->shape_count + 1)) goto fail;
    memcpy(e->points + e->point_count, points, count * sizeof *points);
    e->point_count += count;
    e->ends[e->shape_count++] = e->point_count;
  }
  if (e->shape_count) return e;
  cr_exclusions_destroy(e);
  return NULL;
fail:
  *failed = true;
  cr_exclusions_destroy(e);
  return NULL;
}

void cr_exclusions_destroy(cr_exclusions *e) {
  if (!e) return;
  cr_free(e->points);
  cr_free(e->ends);
  cr_free(e->rows);
  cr_free(e->crossings);
  cr_free(e->taken);
  cr_free(e);
}

static int by_value(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static int by_middle(const void *a, const void *b) {
  const double x = ((const struct crossing *)a)->middle, y = ((const struct crossing *)b)->middle;
  return (x > y) - (x < y);
}

static int by_start(const void *a, const void *b) {
  const double x = ((const cr_span *)a)->from, y = ((const cr_span *)b)->from;
  return (x > y) - (x < y);
}

/// Sorts the occupied spans and merges those that touch.
static void merge(cr_exclusions *e) {
  if (!e->taken_count) return;
  qsort(e->taken, e->taken_count, sizeof *e->taken, by_start);
  size_t last = 0;
  for (size_t i = 1; i < e->taken_count; i++) {
    if (e->taken[i].from <= e->taken[last].to) e->taken[last].to = fmax(e->taken[last].to, e->taken[i].to);
    else e->taken[++last] = e->taken[i];
  }
  e->taken_count = last + 1;
}

/// Spans of the shape of points [first, end) between `top` and `bottom`, without points of any shape in between: trapezoids.
static bool take_slab(cr_exclusions *e, size_t first, size_t end, double top, double bottom) {
  const double middle = (top + bottom) / 2;
  size_t count = 0;
  for (size_t i = first; i < end; i++) {
    const cr_point a = e->points[i], b = e->points[i + 1 < end ? i + 1 : first];
    if (parts(a) || parts(b) || (a.y <= middle) == (b.y <= middle)) continue;
    if (!TX_GROW(e->crossings, e->crossing_capacity, count + 1)) return false;
    const double slope = (b.x - a.x) / (b.y - a.y);
    e->crossings[count++] = (struct crossing){a.x + (middle - a.y) * slope, a.x + (top - a.y) * slope, a.x + (bottom - a.y) * slope};
  }
  if (count > 2) qsort(e->crossings, count, sizeof *e->crossings, by_middle);
  else if (count == 2 && e->crossings[0].middle > e->crossings[1].middle) {
    const struct crossing t = e->crossings[0];
    e->crossings[0] = e->crossings[1];
    e->crossings[1] = t;
  }
  for (size_t i = 0; i + 1 < count; i += 2) {
    const struct crossing *l = &e->crossings[i], *r = &e->crossings[i + 1];
    if (!TX_GROW(e->taken, e->taken_capacity, e->taken_count + 1)) return false;
    e->taken[e->taken_count++] = (cr_span){fmin(fmin(l->at_top, l->at_bottom), r->middle), fmax(fmax(r->at_top, r->at_bottom), l->middle)};
  }
  return true;
}

size_t cr_exclusions_free(cr_exclusions *e, double top, double bottom, double width, cr_span *out, size_t capacity) {
  size_t rows = 0, count = 0;
  e->taken_count = 0;
  top = fmax(top, e->top);
  bottom = fmin(bottom, e->bottom);
  if (top < bottom) {
    if (!TX_GROW(e->rows, e->row_capacity, e->point_count + 2)) return SIZE_MAX;
    e->rows[rows++] = top;
    e->rows[rows++] = bottom;
    for (size_t i = 0; i < e->point_count; i++)
      if (e->points[i].y > top && e->points[i].y < bottom) e->rows[rows++] = e->points[i].y;
    qsort(e->rows, rows, sizeof *e->rows, by_value);
  }
  for (size_t r = 0; r + 1 < rows; r++) {
    if (!(e->rows[r] < e->rows[r + 1])) continue;
    for (size_t s = 0, first = 0; s < e->shape_count; first = e->ends[s++])
      if (!take_slab(e, first, e->ends[s], e->rows[r], e->rows[r + 1])) return SIZE_MAX;
    if (e->taken_count > MERGE_AT) merge(e);
  }
  merge(e);
  double x = 0;
  for (size_t i = 0; i < e->taken_count && count < capacity && x < width; i++) {
    if (e->taken[i].from > x) out[count++] = (cr_span){x, fmin(e->taken[i].from, width)};
    x = fmax(x, e->taken[i].to);
  }
  if (x < width && count < capacity) out[count++] = (cr_span){x, width};
  return count;
}

double cr_exclusions_next(const cr_exclusions *e, double y, double step) {
  if (!(e->bottom > y)) return INFINITY;
  double next = e->bottom;
  bool slopes = false;
  for (size_t s = 0, first = 0; s < e->shape_count; first = e->ends[s++])
    for (size_t i = first; i < e->ends[s]; i++) {
      const cr_point a = e->points[i], b = e->points[i + 1 < e->ends[s] ? i + 1 : first];
      if (parts(a) || parts(b)) continue;
      if (a.y > y && a.y >= y + step) next = fmin(next, a.y);
      slopes |= a.x != b.x && a.y != b.y && fmin(a.y, b.y) <= y + step && fmax(a.y, b.y) > y;
    }
  // Next to a sloped edge there is more space further down. At most 4,096 steps.
  const double down = y + fmax(step, (e->bottom - e->top) / 4096);
  return slopes && down > y ? fmin(next, down) : next;
}
