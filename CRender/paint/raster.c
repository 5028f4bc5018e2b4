#include "raster.h"

#include <math.h>
#include <string.h>

#include "cr_alloc.h"
#include "cr_paint.h"

#pragma STDC FP_CONTRACT OFF

enum { ONE = 256, SHORT_GAP = 6 };

int32_t cr_fixed(double v) {
  if (!(v > -CR_COORDINATE_LIMIT)) v = -CR_COORDINATE_LIMIT;
  if (v > CR_COORDINATE_LIMIT) v = CR_COORDINATE_LIMIT;
  return (int32_t)floor(v * ONE + 0.5);
}

void cr_edges_reset(cr_edges *edges) { cr_edges_begin(edges, (cr_box){0, 0, 0, 0}); }

void cr_edges_begin(cr_edges *edges, cr_box clip) {
  cr_free(edges->plane);
  edges->plane = NULL;
  edges->count = 0;
  edges->min_x = edges->min_y = INT32_MAX;
  edges->max_x = edges->max_y = INT32_MIN;
  edges->status = CR_OK;
  edges->clip = clip;
  edges->rows = 0;
}

void cr_edges_free(cr_edges *edges) {
  cr_free(edges->plane);
  cr_free(edges->items);
  edges->plane = NULL;
  edges->items = NULL;
  edges->count = edges->capacity = 0;
}

// Number of clip rows that an edge crosses; at least 1.
static uint64_t rows_of(const cr_box *clip, int32_t y0, int32_t y1) {
  const int32_t first = cr_max(y0 >> 8, clip->y0), last = cr_min(y1 >> 8, clip->y1 - 1);
  return last > first ? (uint64_t)(last - first) + 1 : 1;
}

static bool add_to_plane(cr_edges *edges);

void cr_edges_line(cr_edges *edges, double ax, double ay, double bx, double by) {
  int32_t x0 = cr_fixed(ax), y0 = cr_fixed(ay), x1 = cr_fixed(bx), y1 = cr_fixed(by);
  if (edges->status != CR_OK) return;
  edges->rows += rows_of(&edges->clip, cr_min(y0, y1), cr_max(y0, y1));
  if (edges->rows > CR_MOST_EDGE_ROWS) {
    edges->status = CR_TOO_COMPLEX;
    return;
  }
  if (y0 == y1) return;
  if (edges->count == edges->capacity && !add_to_plane(edges)) {
    size_t capacity = edges->capacity ? edges->capacity * 2 : 64, bytes;
    cr_edge *grown = NULL;
    if (!__builtin_mul_overflow(capacity, sizeof *grown, &bytes)) grown = cr_realloc(edges->items, edges->count * sizeof *grown, bytes);
    if (!grown) {
      edges->status = CR_NO_MEMORY;
      return;
    }
    edges->items = grown;
    edges->capacity = capacity;
  }
  edges->items[edges->count++] = y0 < y1 ? (cr_edge){x0, y0, x1, y1, 1, 0} : (cr_edge){x1, y1, x0, y0, -1, 0};
  edges->min_x = cr_min(edges->min_x, cr_min(x0, x1)), edges->max_x = cr_max(edges->max_x, cr_max(x0, x1));
  edges->min_y = cr_min(edges->min_y, cr_min(y0, y1)), edges->max_y = cr_max(edges->max_y, cr_max(y0, y1));
}

cr_box cr_edges_bounds(const cr_edges *edges) {
  if (edges->min_y > edges->max_y) return (cr_box){0, 0, 0, 0};
  return (cr_box){edges->min_x >> 8, edges->min_y >> 8, (edges->max_x + ONE - 1) >> 8, (edges->max_y + ONE - 1) >> 8};
}

static inline int64_t floor_divide(int64_t a, int64_t b) {  // b > 0
  int64_t q = a / b;
  return q - (a % b < 0);
}

// x of the edge at height y.
static inline int32_t edge_x(const cr_edge *e, int32_t y) {
  if (y >= e->y1) return e->x1;
  if (e->x0 == e->x1) return e->x0;
  return e->x0 + (int32_t)floor_divide((int64_t)(y - e->y0) * ((int64_t)e->x1 - e->x0), (int64_t)e->y1 - e->y0);
}

// Sums of one row; a cell is a pixel inside the clip.
typedef struct cell {
  int32_t cover, area;
} cell;
typedef struct row_sums {
  cell *cells;
  uint64_t *touched;  // a bit for each cell that is not zero
  int32_t left, width;
  int32_t before;     // cover of everything left of the clip
} row_sums;

static inline void add_cell(row_sums *r, int32_t column, int32_t cover, int32_t area) {
  if (column >= r->width) return;
  if (column < 0) {
    r->before = (int32_t)((uint32_t)r->before + (uint32_t)cover);
    return;
  }
  // Unsigned: tens of thousands of windings over one pixel wrap around instead of being undefined.
  r->cells[column].cover = (int32_t)((uint32_t)r->cells[column].cover + (uint32_t)cover);
  r->cells[column].area = (int32_t)((uint32_t)r->cells[column].area + (uint32_t)area);
  r->touched[column >> 6] |= (uint64_t)1 << (column & 63);
}

// Adds the piece of an edge inside one row, from (xa, ya) to (xb, yb); ya and yb within 0...256.
static void add_piece(row_sums *r, int32_t xa, int32_t ya, int32_t xb, int32_t yb, int32_t sign) {
  if (ya == yb) return;
  int32_t ca = (xa >> 8) - r->left, cb = (xb >> 8) - r->left;
  if (ca == cb) {
    int32_t cover = (yb - ya) * sign;
    add_cell(r, ca, cover, cover * ((xa & 255) + (xb & 255)));
    return;
  }
  if (xa > xb) {
    int32_t t = xa;
    xa = xb, xb = t;
    t = ya, ya = yb, yb = t;
    t = ca, ca = cb, cb = t;
    sign = -sign;
  }
  const int64_t dx = (int64_t)xb - xa, dy = yb - ya;
  int32_t y = ya, from = xa & 255, column = ca;
  if (column < 0) {  // the whole part left of the clip in one step
    if (cb < 0) {
      r->before = (int32_t)((uint32_t)r->before + (uint32_t)((yb - ya) * sign));
      return;
    }
    int32_t at = ya + (int32_t)floor_divide(((int64_t)r->left * ONE - xa) * dy, dx);
    r->before = (int32_t)((uint32_t)r->before + (uint32_t)((at - ya) * sign));
    y = at, from = 0, column = 0;
  }
  for (; column < cb && column < r->width; column++) {
    int32_t at = ya + (int32_t)floor_divide((((int64_t)column + r->left + 1) * ONE - xa) * dy, dx), cover = (at - y) * sign;
    add_cell(r, column, cover, cover * (from + ONE));
    y = at, from = 0;
  }
  if (column == cb) {
    int32_t cover = (yb - y) * sign;
    if (cover != 0 || from != 0) add_cell(r, column, cover, cover * (from + (xb & 255)));
  }
}

// Number of edges from which a plane is worth its memory.
enum { FEW_EDGES = 1 << 15 };

struct cr_plane {
  cr_box box;
  size_t words;       // of `touched` in a row
  cell *cells;
  uint64_t *touched;
  int32_t *before;
};

static row_sums plane_row(const struct cr_plane *plane, int32_t row) {
  const size_t width = (size_t)(plane->box.x1 - plane->box.x0);
  return (row_sums){plane->cells + (size_t)row * width, plane->touched + (size_t)row * plane->words, plane->box.x0, (int32_t)width,
                    plane->before[row]};
}

// Creates a plane for the pixels of the clip; NULL if it would need more memory than the edges, or on allocation failure.
static struct cr_plane *make_plane(const cr_edges *edges) {
  const cr_box box = edges->clip;
  if (cr_box_is_empty(box) || edges->count < FEW_EDGES) return NULL;
  const size_t width = (size_t)(box.x1 - box.x0), height = (size_t)(box.y1 - box.y0), words = (width + 63) / 64;
  const size_t of_edges = edges->count * (2 * sizeof(cr_edge) + sizeof(uint32_t));
  size_t cells, touched, total = sizeof(struct cr_plane);
  if (__builtin_mul_overflow(width * sizeof(cell), height, &cells) || __builtin_mul_overflow(words * sizeof(uint64_t), height, &touched) ||
      __builtin_add_overflow(total, cells, &total) || __builtin_add_overflow(total, touched, &total) ||
      __builtin_add_overflow(total, height * sizeof(int32_t), &total) || total > of_edges)
    return NULL;
  struct cr_plane *plane = cr_alloc_zeroed(total);
  if (!plane) return NULL;
  plane->box = box;
  plane->words = words;
  plane->touched = (uint64_t *)(void *)(plane + 1);
  plane->cells = (cell *)(void *)(plane->touched + words * height);
  plane->before = (int32_t *)(void *)(plane->cells + width * height);
  return plane;
}

static void add_edge(struct cr_plane *plane, const cr_edge *e) {
  if (cr_min(e->x0, e->x1) >> 8 >= plane->box.x1) return;
  const int32_t first = cr_max(e->y0 >> 8, plane->box.y0), end = cr_min((e->y1 + ONE - 1) >> 8, plane->box.y1);
  int32_t x = edge_x(e, cr_max(first * ONE, e->y0));
  for (int32_t y = first; y < end; y++) {
    const int32_t top = y * ONE, ya = cr_max(e->y0, top), yb = cr_min(e->y1, top + ONE), xb = edge_x(e, yb);
    row_sums sums = plane_row(plane, y - plane->box.y0);
    add_piece(&sums, x, ya - top, xb, yb - top, e->sign);
    plane->before[y - plane->box.y0] = sums.before;
    x = xb;
  }
}

// Moves all edges into the plane. False if the edges need less memory than a plane.
static bool add_to_plane(cr_edges *edges) {
  if (!edges->plane) edges->plane = make_plane(edges);
  if (!edges->plane) return false;
  for (size_t i = 0; i < edges->count; i++) add_edge(edges->plane, &edges->items[i]);
  edges->count = 0;
  return true;
}

static inline int32_t coverage_of(int64_t sum, bool even_odd) {
  int64_t v = (sum < 0 ? -sum : sum) >> 9;
  if (even_odd) {
    v &= 511;
    if (v > 256) v = 512 - v;
  }
  return v > 255 ? 255 : (int32_t)v;
}

// Converts the sums to runs and clears them. Returns the number of runs.
static size_t sweep(row_sums *r, bool even_odd, uint8_t *coverage, cr_run *runs) {
  size_t count = 0;
  int32_t cover = r->before, at = 0, mixed = -1;  // first column of the current mixed run, or -1
  const int32_t words = (r->width + 63) >> 6;
  r->before = 0;
#define END_MIXED() \
  if (mixed >= 0) { \
    runs[count++] = (cr_run){r->left + mixed, at - mixed, coverage + mixed}; \
    mixed = -1; \
  }
#define GAP(end) \
  if ((end) > at) { \
    int32_t v_ = coverage_of((int64_t)cover * 512, even_odd), n_ = (end) - at; \
    if (v_ == 0) { \
      END_MIXED() \
    } else if (v_ == 255 && n_ >= SHORT_GAP) { \
      END_MIXED() \
      runs[count++] = (cr_run){r->left + at, n_, NULL}; \
    } else { \
      if (mixed < 0) mixed = at; \
      memset(coverage + at, v_, (size_t)n_); \
    } \
    at = (end); \
  }
  for (int32_t w = 0; w < words; w++) {
    uint64_t bits = r->touched[w];
    r->touched[w] = 0;
    while (bits) {
      int32_t column = w * 64 + __builtin_ctzll(bits);
      bits &= bits - 1;
      GAP(column)
      cell *c = &r->cells[column];
      cover = (int32_t)((uint32_t)cover + (uint32_t)c->cover);
      if (mixed < 0) mixed = column;
      coverage[column] = (uint8_t)coverage_of((int64_t)cover * 512 - c->area, even_odd);
      *c = (cell){0, 0};
      at = column + 1;
    }
  }
  GAP(r->width)
  END_MIXED()
#undef GAP
#undef END_MIXED
  return count;
}

static bool take(size_t *total, size_t count, size_t size) {
  size_t bytes;
  return !__builtin_mul_overflow(count, size, &bytes) && !__builtin_add_overflow(*total, (bytes + 15) & ~(size_t)15, total);
}

// Reserves space for the rows of a box; false on allocation failure.
static bool reserve(cr_scratch *scratch, size_t width, size_t words, size_t rows, size_t edges) {
  size_t total = 0;
  if (!take(&total, width, sizeof(cell)) || !take(&total, words, 8) || !take(&total, width, 1) || !take(&total, width + 2, sizeof(cr_run)) ||
      !take(&total, rows + 1, sizeof(uint32_t)) || !take(&total, edges, sizeof(uint32_t)) || !take(&total, edges, sizeof(cr_edge)) || edges > UINT32_MAX)
    return false;
  if (scratch->capacity >= total) return true;
  uint8_t *bytes = cr_alloc_pixels(total);
  if (!bytes) return false;
  cr_free(scratch->bytes);
  scratch->bytes = bytes;
  scratch->capacity = total;
  return true;
}

// First row of a box that an edge takes part in, and whether it takes part in any.
#define FIRST_ROW(box, e) ((e)->y0 >> 8 <= box.y0 ? 0 : ((e)->y0 >> 8) - box.y0)
#define IS_INSIDE(box, e) ((e)->y1 > box.y0 * ONE && (e)->y0 >> 8 < box.y1 && cr_min((e)->x0, (e)->x1) >> 8 < box.x1)

// Emits the rows of a plane, after adding the remaining edges to it.
static cr_status rasterize_plane(cr_edges *edges, cr_box box, bool even_odd, cr_scratch *scratch, cr_rows_function emit, void *context) {
  const struct cr_plane *plane = edges->plane;
  const size_t width = (size_t)(plane->box.x1 - plane->box.x0);
  if (!reserve(scratch, width, 0, 0, 0)) return CR_NO_MEMORY;
  add_to_plane(edges);
  uint8_t *coverage = scratch->bytes;
  cr_run *runs = (cr_run *)(void *)(coverage + ((width + 15) & ~(size_t)15));
  for (int32_t y = box.y0; y < box.y1; y++) {
    row_sums sums = plane_row(plane, y - plane->box.y0);
    const size_t count = sweep(&sums, even_odd, coverage, runs);
    if (count > 0) emit(context, y, 1, runs, count);
  }
  cr_free(edges->plane);
  edges->plane = NULL;
  return CR_OK;
}

cr_status cr_edges_rasterize(cr_edges *edges, cr_box clip, bool even_odd, cr_scratch *scratch, cr_rows_function emit, void *context) {
  if (edges->status != CR_OK) return edges->status;
  const cr_box bounds = cr_edges_bounds(edges);
  const cr_box box = cr_box_intersection(clip, bounds);
  if (cr_box_is_empty(box)) return CR_OK;
  if (edges->plane) return rasterize_plane(edges, box, even_odd, scratch, emit, context);
  if (edges->count == 0) return CR_OK;
  const int32_t width = box.x1 - box.x0, rows = box.y1 - box.y0;
  const size_t words = ((size_t)width + 63) / 64;
  if (!reserve(scratch, (size_t)width, words, (size_t)rows, edges->count)) return CR_NO_MEMORY;
  uint8_t *p = scratch->bytes;
#define PART(type, count) ({ type *part_ = (type *)(void *)p; p += ((count) * sizeof(type) + 15) & ~(size_t)15; part_; })
  row_sums sums = {.left = box.x0, .width = width};
  sums.cells = PART(cell, (size_t)width);
  sums.touched = PART(uint64_t, words);
  uint8_t *coverage = PART(uint8_t, (size_t)width);
  cr_run *runs = PART(cr_run, (size_t)width + 2);
  uint32_t *first = PART(uint32_t, (size_t)rows + 1);
  uint32_t *order = PART(uint32_t, edges->count);
  cr_edge *active = PART(cr_edge, edges->count);
#undef PART
  memset(sums.cells, 0, (size_t)width * sizeof(cell));
  memset(sums.touched, 0, words * 8);

  // Counting sort by the first row that an edge takes part in.
  memset(first, 0, ((size_t)rows + 1) * sizeof *first);
  for (size_t i = 0; i < edges->count; i++) {
    const cr_edge *e = &edges->items[i];
    if (IS_INSIDE(box, e)) first[FIRST_ROW(box, e) + 1]++;
  }
  for (int32_t i = 0; i < rows; i++) first[i + 1] += first[i];
  const uint32_t inside = first[rows];
  for (size_t i = edges->count; i-- > 0;) {
    const cr_edge *e = &edges->items[i];
    if (IS_INSIDE(box, e)) order[--first[FIRST_ROW(box, e) + 1]] = (uint32_t)i;
  }
  // Now first[k + 1] is the start of row k.

  size_t live = 0, next = 0;
  for (int32_t row = 0; row < rows;) {
    const int32_t y = box.y0 + row, top = y * ONE, bottom = top + ONE;
    const size_t end = row + 1 < rows ? first[row + 2] : inside;
    for (; next < end; next++) {
      cr_edge e = edges->items[order[next]];
      e.x = edge_x(&e, cr_max(top, e.y0));
      active[live++] = e;
    }
    // Consecutive rows that only vertical edges cross completely, without ends of edges, are equal.
    int32_t same = rows - row;
    for (size_t i = 0; i < live && same > 1; i++) {
      const cr_edge *e = &active[i];
      if (e->x0 != e->x1 || e->y0 > top)
        same = 1;
      else
        same = cr_min(same, (e->y1 >> 8) - y);
    }
    if (same > 1) {
      int32_t limit = 1;
      while (limit < same && (row + limit + 1 < rows ? first[row + limit + 2] : inside) == end) limit++;
      same = limit;
    }
    if (same < 1) same = 1;
    if (live > 0) {
      size_t kept = 0;
      for (size_t i = 0; i < live; i++) {
        cr_edge *e = &active[i];
        const int32_t ya = cr_max(e->y0, top), yb = cr_min(e->y1, bottom), xb = edge_x(e, yb);
        add_piece(&sums, e->x, ya - top, xb, yb - top, e->sign);
        e->x = xb;
        if (e->y1 > bottom + (same - 1) * ONE) active[kept++] = *e;
      }
      live = kept;
      size_t count = sweep(&sums, even_odd, coverage, runs);
      if (count > 0) emit(context, y, same, runs, count);
    }
    row += same;
  }
  return CR_OK;
}

void cr_rect_rasterize(int32_t x0, int32_t y0, int32_t x1, int32_t y1, cr_box clip, cr_rows_function emit, void *context) {
  if (x0 >= x1 || y0 >= y1) return;
  const cr_box box = cr_box_intersection(clip, (cr_box){x0 >> 8, y0 >> 8, (x1 + ONE - 1) >> 8, (y1 + ONE - 1) >> 8});
  if (cr_box_is_empty(box)) return;
  // Columns inside.begin ..< inside.end are covered over their whole width.
  const int32_t inside_begin = (x0 + ONE - 1) >> 8, inside_end = x1 >> 8;
  for (int32_t y = box.y0; y < box.y1;) {
    const int32_t top = y * ONE, height = cr_min(y1, top + ONE) - cr_max(y0, top);
    const int32_t rows = height == ONE ? cr_min(box.y1, y1 >> 8) - y : 1;
    cr_run runs[3];
    uint8_t edge[2], flat[256];
    size_t count = 0;
    int32_t x = box.x0;
    if (x < inside_begin || x >= inside_end) {  // the pixel of the left edge
      int32_t w = cr_min(x1, (x + 1) * ONE) - cr_max(x0, x * ONE);
      edge[0] = (uint8_t)cr_min(255, (w * height) >> 8);
      runs[count++] = (cr_run){x, 1, edge};
      x++;
    }
    const int32_t end = cr_min(box.x1, inside_end);
    if (x < end) {
      const int32_t v = cr_min(255, height);
      if (height == ONE) {
        runs[count++] = (cr_run){x, end - x, NULL};
        x = end;
      } else {
        memset(flat, v, sizeof flat);
        // Long rows of equal partial coverage are emitted in pieces.
        for (; end - x > 256; x += 256) {
          runs[count++] = (cr_run){x, 256, flat};
          emit(context, y, rows, runs, count);
          count = 0;
        }
        runs[count++] = (cr_run){x, end - x, flat};
        x = end;
      }
    }
    if (x < box.x1) {
      int32_t w = cr_min(x1, (x + 1) * ONE) - cr_max(x0, x * ONE);
      edge[1] = (uint8_t)cr_min(255, (w * height) >> 8);
      runs[count++] = (cr_run){x, 1, edge + 1};
    }
    if (count > 0) emit(context, y, rows, runs, count);
    y += rows;
  }
}
