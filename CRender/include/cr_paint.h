// Painting: a canvas over a surface, with a stack of clips and transforms and a stack of groups.
//
// Targets are argb8888, xrgb8888 and coverage8 surfaces (which receive the alpha of the drawing). Coordinates are logical unless they
// are called device pixels; y grows downwards. Nothing traps: a shape with NaN or infinity is not drawn. A drawing call that runs out of
// memory draws nothing or a part and sets cr_canvas_status to CR_NO_MEMORY. A path with millions of edges draws nothing and sets
// CR_TOO_COMPLEX. One thread at a time per canvas; canvases share nothing.
// A pixel's value depends on the drawing and its own coordinates, never on the clip rectangle: drawing in parts gives the same bytes.
#pragma once
#include "cr_surface.h"

typedef struct cr_canvas cr_canvas;

typedef struct cr_point {
  double x, y;
} cr_point;
typedef struct cr_rect {
  double x, y, width, height;
} cr_rect;
// x' = a x + c y + tx, y' = b x + d y + ty
typedef struct cr_transform {
  double a, b, c, d, tx, ty;
} cr_transform;
// Radii: top left, top right, bottom right, bottom left; scaled down together if they don't fit (CSS).
typedef struct cr_rrect {
  cr_rect rect;
  double radii[4];
} cr_rrect;

// Same order as BlendMode in Swift.
typedef enum cr_blend {
  CR_BLEND_NORMAL = 0, CR_BLEND_COPY, CR_BLEND_CLEAR, CR_BLEND_ADD, CR_BLEND_MULTIPLY, CR_BLEND_SCREEN, CR_BLEND_OVERLAY,
  CR_BLEND_DARKEN, CR_BLEND_LIGHTEN, CR_BLEND_COLOR_DODGE, CR_BLEND_COLOR_BURN, CR_BLEND_HARD_LIGHT, CR_BLEND_SOFT_LIGHT,
  CR_BLEND_DIFFERENCE, CR_BLEND_EXCLUSION, CR_BLEND_SOURCE_IN, CR_BLEND_SOURCE_OUT, CR_BLEND_SOURCE_ATOP,
  CR_BLEND_DESTINATION_OVER, CR_BLEND_DESTINATION_IN, CR_BLEND_DESTINATION_OUT, CR_BLEND_DESTINATION_ATOP, CR_BLEND_XOR,
  CR_BLEND_HUE, CR_BLEND_SATURATION, CR_BLEND_COLOR, CR_BLEND_LUMINOSITY,
  CR_BLEND_COUNT
} cr_blend;

typedef enum cr_verb { CR_MOVE = 0, CR_LINE, CR_QUAD, CR_CUBIC, CR_CLOSE } cr_verb;
// Verbs use 1, 1, 2, 3 and 0 points. Borrowed for the call.
typedef struct cr_path {
  const uint8_t *verbs;
  size_t verb_count;
  const cr_point *points;
  size_t point_count;
} cr_path;

typedef struct cr_stop {
  double offset;
  cr_color color;
} cr_stop;
typedef enum cr_paint_kind {
  CR_PAINT_COLOR = 0, CR_PAINT_LINEAR, CR_PAINT_RADIAL, CR_PAINT_CONIC, CR_PAINT_FOCAL, CR_PAINT_IMAGE
} cr_paint_kind;
// Content of a linear, radial or focal gradient beyond its stops: their colours, the gradient alternately reversed, or the gradient repeated.
typedef enum cr_spread { CR_SPREAD_PAD = 0, CR_SPREAD_REFLECT, CR_SPREAD_REPEAT } cr_spread;
// Linear: from p0 to p1. Radial: centre p0, radius `value`. Conic: centre p0, start angle `value` (radians, clockwise from 12 o'clock).
// Focal: from the circle of radius `focal_radius` around p1 to that of radius `value` around p0; points that no circle between them passes
// through are not painted.
// Image: argb8888, its top left at the origin, one pixel per unit, repeated in both directions; `value` is its opacity; borrowed for the call.
// Colours are interpolated premultiplied unless `straight`. Beyond the first and last stops their colours continue, unless `spread` is set
// (linear, radial and focal). Stops are borrowed for the call. If `has_transform`, `transform` maps the paint's coordinates first.
typedef struct cr_paint {
  cr_paint_kind kind;
  cr_color color;
  cr_point p0, p1;
  double value, focal_radius;
  const cr_stop *stops;
  size_t stop_count;
  cr_spread spread;
  bool straight, has_transform;
  cr_transform transform;
  const cr_surface *image;
  cr_quality quality;
} cr_paint;

typedef enum cr_cap { CR_CAP_BUTT = 0, CR_CAP_ROUND, CR_CAP_SQUARE } cr_cap;
// MITER_CLIP: as MITER, but miters beyond the limit are clipped at it (SVG 2, 13.5.5).
typedef enum cr_join { CR_JOIN_MITER = 0, CR_JOIN_ROUND, CR_JOIN_BEVEL, CR_JOIN_MITER_CLIP } cr_join;
// `dashes`: alternating lengths of dashes and gaps, logical, borrowed for the call; an odd number repeats. The line is solid if a length is
// negative or infinite, if their sum is 0, or if it has more than 100,000 dashes. `dash_offset`: offset in them at the start of a subpath.
typedef struct cr_stroke {
  double width;
  cr_cap cap;
  cr_join join;
  double miter_limit;
  const double *dashes;
  size_t dash_count;
  double dash_offset;
} cr_stroke;

// `target` must outlive the canvas. CR_BAD_FORMAT for formats that are not drawn into directly.
cr_status cr_canvas_create(cr_surface *target, cr_transform base, cr_canvas **canvas);
// For 1-bit displays: letters, single-color shapes and clips have no partially covered pixels. Images of letters (below) and thin lines of one
// color are black or white, by contrast with the pixels below them.
void cr_canvas_set_bilevel(cr_canvas *canvas, bool bilevel);
// Width of the plain ground around such letters on a dithered color, device pixels.
enum { CR_GROUND_REACH = 3 };
// Bits per channel of the format that the target is later converted to with dithering; 4...8 each. `is_gray`: bits of its lightness.
typedef struct cr_depth {
  uint8_t red, green, blue;
  bool is_gray;
} cr_depth;
// Rounds flat colors to this depth, so that dithering leaves them plain: colors of fills, strokes, letters and masks, and mixtures of flat
// colors. Gradients and pictures are not rounded. Default: 8 bits each; bits out of range are clamped.
void cr_canvas_set_depth(cr_canvas *canvas, cr_depth depth);
// Compositor: kernels of this library for the combinations that they composite faster and pixman for all others, or only pixman. Pixels differ
// by at most one level per channel. With only pixman, drawing a bilinear picture in parts may differ by as much from drawing it whole.
// TESSERA_COMPOSITOR=pixman makes pixman the compositor of new canvases; the variable is read once, when the program is loaded.
typedef enum cr_compositor { CR_COMPOSITOR_KERNELS = 0, CR_COMPOSITOR_PIXMAN } cr_compositor;
void cr_canvas_set_compositor(cr_canvas *canvas, cr_compositor compositor);
cr_compositor cr_canvas_compositor(const cr_canvas *canvas);
// A number stored for the caller; initially 0. It does not affect drawing.
void cr_canvas_set_tag(cr_canvas *canvas, uint32_t tag);
uint32_t cr_canvas_tag(const cr_canvas *canvas);
bool cr_canvas_is_bilevel(const cr_canvas *canvas);
bool cr_canvas_drew_letters(const cr_canvas *canvas);  // coverage of glyphs, since the canvas was created
// Whether letters or lines kept their colour although black or white was requested, because the target lacks the content below them.
bool cr_canvas_needs_backdrop(const cr_canvas *canvas);
void cr_canvas_destroy(cr_canvas *canvas);
// CR_OK, or the first failure since the canvas was created.
cr_status cr_canvas_status(const cr_canvas *canvas);
cr_transform cr_canvas_transform(const cr_canvas *canvas);  // logical to device pixels
cr_irect cr_canvas_clip_bounds(const cr_canvas *canvas);    // device pixels
// Smallest device rectangle around all pixels drawn so far (in the target, not in a group).
cr_irect cr_canvas_drawn_bounds(const cr_canvas *canvas);
// Maximum number of these rows for one path.
enum { CR_MOST_EDGE_ROWS = 128 << 20 };
// Number of pixel rows that path edges crossed inside their clips so far; each edge counts at least once. Measures the work of fills, strokes
// and clips, without the pixels that they paint.
uint64_t cr_canvas_edge_rows(const cr_canvas *canvas);

void cr_canvas_save(cr_canvas *canvas);
void cr_canvas_restore(cr_canvas *canvas);  // does nothing without a save in the same group
// Number of open states and groups, so that foreign drawing code can be ended in any state: clip, transform and groups are restored. Rewinding
// to a mark that was already passed (more was restored or ended than begun) restores nothing.
typedef struct cr_canvas_mark {
  size_t saves, groups;
} cr_canvas_mark;
cr_canvas_mark cr_canvas_mark_get(const cr_canvas *canvas);
void cr_canvas_rewind(cr_canvas *canvas, cr_canvas_mark mark);
void cr_canvas_concatenate(cr_canvas *canvas, cr_transform t);
void cr_canvas_clip_pixels(cr_canvas *canvas, cr_irect device);
void cr_canvas_clip_rect(cr_canvas *canvas, cr_rect rect);
void cr_canvas_clip_rrect(cr_canvas *canvas, const cr_rrect *rrect);
void cr_canvas_clip_path(cr_canvas *canvas, const cr_path *path, bool even_odd);
// Pixels below the edge of a rounded rectangle, saved until its inside is painted. Content painted between the two calls is blended with the
// edge once, regardless of its number of layers.
typedef struct cr_corners cr_corners;
// Copies the pixels within the clip that the shape does not fully cover, and clips to the pixels that it touches. *corners is NULL if
// all are covered. CR_NO_MEMORY: nothing has changed.
cr_status cr_canvas_keep_corners(cr_canvas *canvas, const cr_rrect *rrect, cr_corners **corners);
// Blends the saved pixels with those painted since, by the shape's coverage, and frees `corners`. The groups must be those of the first call.
void cr_canvas_cut_corners(cr_canvas *canvas, cr_corners *corners);
cr_status cr_canvas_begin_group(cr_canvas *canvas, double opacity, cr_blend blend);
void cr_canvas_end_group(cr_canvas *canvas);
// Mask function of a group that masks the content below it: alpha, or alpha times luminance (CSS Masking 1, 7.10.1;
// LUMINANCE_LINEAR: of linear light).
typedef enum cr_mask_kind { CR_MASK_ALPHA = 0, CR_MASK_LUMINANCE, CR_MASK_LUMINANCE_LINEAR } cr_mask_kind;
// Ends the last group and masks the content below with it, inside the group's clip; its blend mode is ignored.
void cr_canvas_end_group_as_mask(cr_canvas *canvas, cr_mask_kind kind);
// Makes fills and strokes aliased: coverage of at least half counts as full, less as none. Part of save and restore.
void cr_canvas_set_aliased(cr_canvas *canvas, bool aliased);

void cr_canvas_fill_rect(cr_canvas *canvas, cr_rect rect, const cr_paint *paint, cr_blend blend);
void cr_canvas_fill_rrect(cr_canvas *canvas, const cr_rrect *rrect, const cr_paint *paint);
void cr_canvas_fill_path(cr_canvas *canvas, const cr_path *path, const cr_paint *paint, bool even_odd);
void cr_canvas_stroke_path(cr_canvas *canvas, const cr_path *path, const cr_paint *paint, const cr_stroke *stroke);
// Widths: top, right, bottom, left; inside the edge. fills_corners: the outer edge is the rectangle's, for corners that are clipped later.
void cr_canvas_draw_border(cr_canvas *canvas, const cr_rrect *rrect, const double widths[4], cr_color color, bool fills_corners);
// CSS box-shadow outside the shape: offset and spread logical, sigma = radius / 2.
void cr_canvas_draw_shadow(cr_canvas *canvas, const cr_rrect *rrect, cr_color color, cr_point offset, double radius, double spread);

typedef struct cr_image_options {
  cr_quality quality;
  double opacity;
  cr_blend blend;
  bool opaque;      // all pixels have alpha 1
  bool has_tint;    // keep the image's alpha (or coverage), use the colour of `tint`
  cr_color tint;
  bool is_letters;  // a coverage8 mask of letters, drawn pixel for pixel: bilevel if set on the canvas
} cr_image_options;
// `source` in image pixels, clipped to the image; no samples are read outside `source`.
void cr_canvas_draw_image(cr_canvas *canvas, const cr_surface *image, cr_rect source, cr_rect rect, const cr_image_options *options);
// One image pixel per device pixel, top left at device (x, y); the transform is ignored.
void cr_canvas_draw_image_at(cr_canvas *canvas, const cr_surface *image, int64_t x, int64_t y, const cr_image_options *options);
// Insets: top, right, bottom, left, in the image's pixels.
void cr_canvas_draw_nine_patch(cr_canvas *canvas, const cr_surface *image, const double insets[4], cr_rect rect, double image_scale);
// Blurs the content already drawn inside the clip and the shape; reads up to three boxes beyond it. sigma logical.
void cr_canvas_blur_backdrop(cr_canvas *canvas, const cr_rrect *rrect, double sigma);

// A rasterized glyph in device pixels, borrowed for the call.
typedef struct cr_glyph_image {
  const uint8_t *pixels;  // a8 coverage, or premultiplied argb8888 words if is_color
  int32_t x, y;           // top left, device pixels
  int32_t width, height;  // pixels
  int32_t stride;         // bytes
  uint8_t is_color;
} cr_glyph_image;
// Composites the glyphs in order through the clip: coverage is drawn in `color` (colour glyphs use only its alpha). On coverage8 targets
// coverage (or the glyph's alpha) times the colour's alpha accumulates as d = s + d * (255 - s) / 255.
cr_status cr_canvas_draw_glyphs(cr_canvas *canvas, const cr_glyph_image *glyphs, size_t count, cr_color color);
