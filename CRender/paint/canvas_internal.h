// What the parts of the painter share. Not public: FreeType's types may appear here, pixman's stay in their .c files.
#pragma once
#include <ft2build.h>
#include FT_OUTLINE_H
#include "cr_paint.h"
#include "paint/raster.h"
#include "surface/surface_internal.h"

// Fills `outline` (26.6 device pixels, y upwards as FreeType has it) with its origin at device (x, y): for glyphs too large to be cached.
// Non-zero winding unless the outline says otherwise. Any number of contours; anti-aliased exactly like a path.
cr_status cr_canvas_fill_outline(cr_canvas *canvas, const FT_Outline *outline, double x, double y, cr_color color);

// Pixels under absolute device coordinates: the surface itself, or the layer of a group.
typedef struct cr_target {
  uint8_t *base;  // of the pixel (box.x0, box.y0)
  size_t stride;
  cr_box box;
  bool is_coverage;  // coverage8, else 32-bit
  bool is_xrgb;
} cr_target;

// Which part of a mask's row is what: nothing outside of ink, 255 inside of full.
typedef struct cr_mask_row {
  int32_t ink_begin, full_begin, full_end, ink_end;
} cr_mask_row;
// Anti-aliased clip. Shared by the saved states of one canvas, never changed once made.
typedef struct cr_mask {
  int32_t references;
  cr_box box;
  size_t stride;
  uint8_t *bytes;
  cr_mask_row *rows;
} cr_mask;

typedef struct cr_state {
  cr_box clip;
  cr_mask *mask;  // NULL: none; else its box holds the clip
  cr_transform transform;
} cr_state;

typedef struct cr_group {
  cr_target outer;
  cr_state state;  // when the group began
  size_t depth;    // saved states that belong to what is outside
  uint32_t alpha;
  cr_blend blend;
} cr_group;

struct cr_canvas {
  cr_target target;
  cr_state state;
  cr_state *saved;
  size_t saved_count, saved_capacity, lost_saves;  // lost: saves that found no memory, to be matched by as many restores
  cr_group *groups;
  size_t group_count, group_capacity;
  cr_status status;
  bool pure_letters, drew_letters;
  cr_box drawn;
  cr_edges edges;
  cr_scratch scratch;
  // Rows as wide as the target.
  uint32_t *pixels, *pixels2;
  uint8_t *mask, *mask2;
  void *rows_memory;
};

// Where colour comes from. `fetch` returns n pixels of row y from x on: in `buffer` or wherever they already lie.
typedef struct cr_source cr_source;
struct cr_source {
  bool is_solid;       // `color` everywhere
  bool is_row_solid;   // `row_color` everywhere in a row
  bool is_opaque;      // what fetch gives has alpha 255
  bool is_costly;      // one fetch of a row is better than three of its parts
  uint32_t color;      // premultiplied
  uint32_t alpha;      // 0...255, multiplied into what fetch gives
  uint32_t (*row_color)(const cr_source *source, int32_t y);
  const uint32_t *(*fetch)(const cr_source *source, int32_t x, int32_t y, int32_t n, uint32_t *buffer);
  const void *data;
};
static inline cr_source cr_source_solid(uint32_t color) {
  return (cr_source){.is_solid = true, .is_opaque = color >> 24 == 255, .color = color, .alpha = 255};
}

typedef struct cr_painter {
  cr_canvas *canvas;
  const cr_source *source;
  cr_blend blend;
} cr_painter;

// Composites rows of runs through the clip mask; a cr_rows_function with a cr_painter as context. Runs lie inside of the clip.
void cr_paint_rows(void *painter, int32_t y, int32_t rows, const cr_run *runs, size_t count);
// A whole box at full coverage; clipped here.
void cr_paint_box(cr_canvas *canvas, cr_box box, const cr_source *source, cr_blend blend);
// n pixels at (x, y) with coverage (NULL: 255) straight into the target, clip already applied.
void cr_blend_span(cr_canvas *canvas, const cr_source *source, cr_blend blend, int32_t x, int32_t y, int32_t n, const uint8_t *coverage);
// One row of pixels through pixman's operator; `d` is changed.
void cr_blend_general(cr_blend blend, bool is_coverage, void *d, const uint32_t *s, int32_t n);

// The part `box`, inside of the clip, of a mask of letters whose top left pixel is at (x, y): black or white, whichever tells them from what is
// there, with a rim of the other where that is gray. `color` premultiplied.
void cr_paint_letters(cr_canvas *canvas, const cr_surface *mask, int32_t x, int32_t y, cr_box box, uint32_t color);

static inline void cr_note(cr_canvas *canvas, cr_status status) {
  if (canvas->status == CR_OK) canvas->status = status;
}

// Shapes. All add to canvas->edges (reset first) in device pixels.
typedef struct cr_line_sink {
  void (*move)(void *context, double x, double y);
  void (*line)(void *context, double x, double y);
  void (*close)(void *context);
  void *context;
} cr_line_sink;
// Curves become lines no farther than `tolerance` away, after the transform. False where verbs and points do not fit or are not finite.
bool cr_path_flatten(const cr_path *path, const cr_transform *t, double tolerance, const cr_line_sink *sink);
bool cr_path_edges(cr_edges *edges, const cr_path *path, const cr_transform *t);
bool cr_stroke_edges(cr_edges *edges, const cr_path *path, const cr_transform *t, const cr_stroke *stroke);
void cr_rrect_edges(cr_edges *edges, const cr_rrect *rrect, const cr_transform *t, bool reversed);
// The area between the shape's edge and its inner edge; widths: top, right, bottom, left, none negative.
void cr_border_edges(cr_edges *edges, const cr_rrect *rrect, const double widths[4], const cr_transform *t);
bool cr_rrect_is_finite(const cr_rrect *r);
cr_rrect cr_rrect_fitted(const cr_rrect *r);
static inline bool cr_rrect_is_square(const cr_rrect *r) {
  return !(r->radii[0] > 0) && !(r->radii[1] > 0) && !(r->radii[2] > 0) && !(r->radii[3] > 0);
}

static inline cr_point cr_apply(const cr_transform *t, double x, double y) {
  return (cr_point){t->a * x + t->c * y + t->tx, t->b * x + t->d * y + t->ty};
}
cr_transform cr_then(cr_transform first, cr_transform next);
bool cr_invert(const cr_transform *t, cr_transform *inverse);
bool cr_is_finite_transform(const cr_transform *t);
bool cr_is_finite_rect(cr_rect r);
// Whether upright rectangles stay upright.
static inline bool cr_is_upright(const cr_transform *t) { return (t->b == 0 && t->c == 0) || (t->a == 0 && t->d == 0); }
// Corners of where the upright map takes `r`, in order.
void cr_map_upright(const cr_transform *t, cr_rect r, double out[4]);
cr_box cr_map_bounds(const cr_transform *t, cr_rect r);  // device pixels, outwards
// How much lengths grow: square root of the area's growth.
double cr_transform_scale(const cr_transform *t);

// A paint as a source. The storage lives as long as the source is used. False where there is nothing to paint.
enum { CR_LUT = 1024 };
typedef struct cr_gradient {
  double a, b, c;     // table position (or first coordinate) of device (x, y): a x + b y + c
  double a2, b2, c2;  // second coordinate for radial and conic
  double turn;        // start of a conic, 0 ..< 1
  uint32_t lut[CR_LUT];
} cr_gradient;
bool cr_source_from_paint(const cr_paint *paint, const cr_transform *t, cr_gradient *storage, cr_source *source);

// The word of a pixel of a target that is not coverage.
static inline uint32_t *cr_pixel(const cr_target *t, int32_t x, int32_t y) {
  return (uint32_t *)(void *)(t->base + (size_t)(y - t->box.y0) * t->stride) + (x - t->box.x0);
}

// Asks for `n` pixels of row `y` of the target from `x` on, which will be painted soon: rows of a small box are too short for the processor to
// foresee the next. Changes nothing; a row below the target is let be.
void cr_foresee_row(const cr_target *target, int32_t x, int32_t n, int32_t y);

// Grows what cr_canvas_drawn_bounds tells.
void cr_note_drawn(cr_canvas *canvas, cr_box box);
void cr_mask_release(cr_mask *mask);
