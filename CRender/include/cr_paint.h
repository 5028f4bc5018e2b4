// Painting: a canvas over a surface with a stack of clips and transforms and a stack of groups.
//
// Targets are argb8888, xrgb8888 and coverage8 surfaces (which take the alpha of what is drawn). Coordinates are logical unless they
// are called device pixels; y grows downwards. Nothing traps: a shape with NaN or infinity is not drawn. A drawing call that runs out of
// memory draws nothing or a part and leaves CR_NO_MEMORY in cr_canvas_status; a path with millions of edges draws nothing and leaves CR_TOO_COMPLEX. One thread at a time per canvas; canvases share nothing.
// Each pixel's value depends on what is drawn and on its own coordinates, never on the clip rectangle: drawing by parts gives the same bytes.
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
// Radii: top left, top right, bottom right, bottom left; shrunk together where they do not fit (CSS).
typedef struct cr_rrect {
  cr_rect rect;
  double radii[4];
} cr_rrect;

// The order is that of BlendMode in Swift.
typedef enum cr_blend {
  CR_BLEND_NORMAL = 0, CR_BLEND_COPY, CR_BLEND_CLEAR, CR_BLEND_ADD, CR_BLEND_MULTIPLY, CR_BLEND_SCREEN, CR_BLEND_OVERLAY,
  CR_BLEND_DARKEN, CR_BLEND_LIGHTEN, CR_BLEND_COLOR_DODGE, CR_BLEND_COLOR_BURN, CR_BLEND_HARD_LIGHT, CR_BLEND_SOFT_LIGHT,
  CR_BLEND_DIFFERENCE, CR_BLEND_EXCLUSION, CR_BLEND_SOURCE_IN, CR_BLEND_SOURCE_OUT, CR_BLEND_SOURCE_ATOP,
  CR_BLEND_DESTINATION_OVER, CR_BLEND_DESTINATION_IN, CR_BLEND_DESTINATION_OUT, CR_BLEND_DESTINATION_ATOP, CR_BLEND_XOR,
  CR_BLEND_HUE, CR_BLEND_SATURATION, CR_BLEND_COLOR, CR_BLEND_LUMINOSITY,
  CR_BLEND_COUNT
} cr_blend;

typedef enum cr_verb { CR_MOVE = 0, CR_LINE, CR_QUAD, CR_CUBIC, CR_CLOSE } cr_verb;
// Verbs take 1, 1, 2, 3 and 0 points. Borrowed for the call.
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
// What a linear, radial or focal gradient has before its first and after its last stop: their colours, or the gradient again, every other time backwards.
typedef enum cr_spread { CR_SPREAD_PAD = 0, CR_SPREAD_REFLECT, CR_SPREAD_REPEAT } cr_spread;
// Linear: from p0 to p1. Radial: centre p0, radius `value`. Conic: centre p0, start angle `value` (radians, clockwise from 12 o'clock).
// Focal: from the circle of radius `focal_radius` about p1 to that of radius `value` about p0; nothing where no circle between them passes.
// Image: argb8888, its top left at the origin, a pixel a unit, repeated in both directions; `value` is its opacity; borrowed for the call.
// Colours are interpolated premultiplied unless `straight`; before the first and after the last stop its colour goes on, unless `spread` says
// otherwise (linear, radial and focal). Stops are borrowed for the call. `transform`, where `has_transform`, maps the paint's coordinates first.
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
// MITER_CLIP: as MITER, but a miter that is too long is cut off at the limit (SVG 2, 13.5.5).
typedef enum cr_join { CR_JOIN_MITER = 0, CR_JOIN_ROUND, CR_JOIN_BEVEL, CR_JOIN_MITER_CLIP } cr_join;
// `dashes`: lengths of dashes and gaps in turn, logical, borrowed for the call; an odd number counts twice. A negative or infinite one, or a sum
// of 0, makes a solid line, as does a line of more than 100,000 dashes. `dash_offset`: where in them a subpath begins.
typedef struct cr_stroke {
  double width;
  cr_cap cap;
  cr_join join;
  double miter_limit;
  const double *dashes;
  size_t dash_count;
  double dash_offset;
} cr_stroke;

// `target` outlives the canvas. CR_BAD_FORMAT for formats that are not drawn into directly.
cr_status cr_canvas_create(cr_surface *target, cr_transform base, cr_canvas **canvas);
// For screens of 1 bit: letters of texts, shapes of one color and clips have no half covered pixels. Images of letters (below) and thin lines of one
// color are black or white, by contrast with the pixels beneath.
void cr_canvas_set_pure_letters(cr_canvas *canvas, bool pure);
// Width of the plain ground around such letters on a dithered color, device pixels.
enum { CR_GROUND_REACH = 3 };
// Bits a channel of the format that the target is converted to afterwards with a dither; 4...8 each. `is_gray`: of its lightness.
typedef struct cr_depth {
  uint8_t red, green, blue;
  bool is_gray;
} cr_depth;
// Rounds flat colors to this depth, so that the dither leaves them plain: colors of fills, strokes, letters and masks, and mixtures of flat
// colors. Gradients and pictures keep theirs. 8 bits each until set; bits out of range are cut.
void cr_canvas_set_depth(cr_canvas *canvas, cr_depth depth);
// The compositor: kernels of this library for the combinations that they do faster and pixman for all others, or pixman alone. Pixels differ by one level a
// channel at most. With pixman alone, drawing a bilinear picture by parts may differ by as much from drawing it whole.
// TESSERA_COMPOSITOR=pixman makes it the compositor of new canvases; the variable is read once, when the program is loaded.
typedef enum cr_compositor { CR_COMPOSITOR_KERNELS = 0, CR_COMPOSITOR_PIXMAN } cr_compositor;
void cr_canvas_set_compositor(cr_canvas *canvas, cr_compositor compositor);
cr_compositor cr_canvas_compositor(const cr_canvas *canvas);
// A number that the canvas keeps for its caller; 0 at first. Nothing is drawn by it.
void cr_canvas_set_tag(cr_canvas *canvas, uint32_t tag);
uint32_t cr_canvas_tag(const cr_canvas *canvas);
bool cr_canvas_has_pure_letters(const cr_canvas *canvas);
bool cr_canvas_drew_letters(const cr_canvas *canvas);  // coverage of glyphs, since the canvas was made
// Whether letters or lines kept their colour, though black or white was asked for, because what lies beneath them is not in the target.
bool cr_canvas_has_blind_marks(const cr_canvas *canvas);
void cr_canvas_destroy(cr_canvas *canvas);
// CR_OK, or the first failure since the canvas was made.
cr_status cr_canvas_status(const cr_canvas *canvas);
cr_transform cr_canvas_transform(const cr_canvas *canvas);  // logical to device pixels
cr_irect cr_canvas_clip_bounds(const cr_canvas *canvas);    // device pixels
// Smallest device rectangle that holds every pixel that was drawn to so far (the target's, not a group's).
cr_irect cr_canvas_drawn_bounds(const cr_canvas *canvas);
// Most of the rows below that one path may take.
enum { CR_MOST_EDGE_ROWS = 128 << 20 };
// Rows of pixels that the edges of all paths so far crossed within their clips, each edge counted as one at least. This is the work of fills, strokes and
// clips apart from the pixels that they paint.
uint64_t cr_canvas_edge_rows(const cr_canvas *canvas);

void cr_canvas_save(cr_canvas *canvas);
void cr_canvas_restore(cr_canvas *canvas);  // does nothing without a save of the same group
// How many states and groups are open, so that what somebody else draws can be ended however it left them: drawing goes on with what clip,
// transform and groups were. Rewinding to a mark that was passed already (more was restored or ended than was begun) brings back nothing.
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
// Pixels beneath the edge of a rounded rectangle, kept until everything inside of it is painted: what is painted between the two calls shows
// through the edge once, however many layers it has.
typedef struct cr_corners cr_corners;
// Copies the pixels within the clip that the shape covers in part or not at all, and clips to the pixels that it touches. *corners is NULL where
// all are covered. CR_NO_MEMORY: nothing has changed.
cr_status cr_canvas_keep_corners(cr_canvas *canvas, const cr_rrect *rrect, cr_corners **corners);
// Mixes the kept pixels with those painted since, by the shape's coverage, and frees `corners`. The groups must be those of the first call.
void cr_canvas_cut_corners(cr_canvas *canvas, cr_corners *corners);
cr_status cr_canvas_begin_group(cr_canvas *canvas, double opacity, cr_blend blend);
void cr_canvas_end_group(cr_canvas *canvas);
// What a group that ends as a mask leaves of what is beneath it: as much as its alpha says, or alpha times luminance (CSS Masking 1, 7.10.1;
// LUMINANCE_LINEAR: of linear light).
typedef enum cr_mask_kind { CR_MASK_ALPHA = 0, CR_MASK_LUMINANCE, CR_MASK_LUMINANCE_LINEAR } cr_mask_kind;
// Ends the last group, whose blend does not count, by masking what is beneath it within the clip that it began with.
void cr_canvas_end_group_as_mask(cr_canvas *canvas, cr_mask_kind kind);
// Fills and strokes from now on have no half covered pixels: at least half is all, less is nothing. Part of what save and restore keep.
void cr_canvas_set_aliased(cr_canvas *canvas, bool aliased);

void cr_canvas_fill_rect(cr_canvas *canvas, cr_rect rect, const cr_paint *paint, cr_blend blend);
void cr_canvas_fill_rrect(cr_canvas *canvas, const cr_rrect *rrect, const cr_paint *paint);
void cr_canvas_fill_path(cr_canvas *canvas, const cr_path *path, const cr_paint *paint, bool even_odd);
void cr_canvas_stroke_path(cr_canvas *canvas, const cr_path *path, const cr_paint *paint, const cr_stroke *stroke);
// Widths: top, right, bottom, left; inside the edge. fills_corners: the outer edge is the rectangle's, for corners that are cut afterwards.
void cr_canvas_draw_border(cr_canvas *canvas, const cr_rrect *rrect, const double widths[4], cr_color color, bool fills_corners);
// CSS box-shadow outside of the shape: offset and spread logical, sigma = radius / 2.
void cr_canvas_draw_shadow(cr_canvas *canvas, const cr_rrect *rrect, cr_color color, cr_point offset, double radius, double spread);

typedef struct cr_image_options {
  cr_quality quality;
  double opacity;
  cr_blend blend;
  bool opaque;      // every pixel is known to have alpha 1
  bool has_tint;    // keep the image's alpha (or coverage), take its colour from `tint`
  cr_color tint;
  bool is_letters;  // a coverage8 mask of letters, drawn pixel for pixel: pure where the canvas says so
} cr_image_options;
// `source` in the image's pixels, clipped to it; samples never reach beyond `source`.
void cr_canvas_draw_image(cr_canvas *canvas, const cr_surface *image, cr_rect source, cr_rect rect, const cr_image_options *options);
// One image pixel a device pixel, top left at device (x, y), any transform ignored.
void cr_canvas_draw_image_at(cr_canvas *canvas, const cr_surface *image, int64_t x, int64_t y, const cr_image_options *options);
// Insets: top, right, bottom, left, in the image's pixels.
void cr_canvas_draw_nine_patch(cr_canvas *canvas, const cr_surface *image, const double insets[4], cr_rect rect, double image_scale);
// Blurs what is already drawn inside the clip and the shape; reads up to three boxes beyond it. sigma logical.
void cr_canvas_blur_backdrop(cr_canvas *canvas, const cr_rrect *rrect, double sigma);

// A rasterized glyph in device pixels, borrowed for the call.
typedef struct cr_glyph_image {
  const uint8_t *pixels;  // a8 coverage, or premultiplied argb8888 words where is_color
  int32_t x, y;           // top left, device pixels
  int32_t width, height;  // pixels
  int32_t stride;         // bytes
  uint8_t is_color;
} cr_glyph_image;
// Composites the glyphs in order through the clip: coverage takes `color` (colour glyphs take only its alpha); on coverage8 targets
// coverage (or the glyph's alpha) times the colour's alpha accumulates as d = s + d * (255 - s) / 255.
cr_status cr_canvas_draw_glyphs(cr_canvas *canvas, const cr_glyph_image *glyphs, size_t count, cr_color color);
