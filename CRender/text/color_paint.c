// Glyphs of COLR version 1: a graph of fills, outlines, transforms and blends, painted per pixel.
#include "color_paint.h"

#include FT_OUTLINE_H
#include <hb-ot.h>
#include <math.h>

#include "color_blend.h"
#include "color_table.h"
#include "text_memory.h"

enum { MAX_DEPTH = 24, MAX_PAINTS = 1024, MAX_STOPS = 64, MAX_COLORS = 1024, TABLE = 256, MAX_SIDE = 2048 };
/// Maximum number of pixels in all fills and blends of one glyph; larger graphs are cut short.
#define MAX_WORK (64.0 * 1024 * 1024)

/// x' = xx x + xy y + dx, y' = yx x + yy y + dy
typedef struct {
  double xx, xy, yx, yy, dx, dy;
} matrix;

typedef struct {
  FT_Library library;
  cr_color_table table;
  hb_color_t palette[MAX_COLORS];
  unsigned palette_size;
  hb_color_t ink;        // colour of the text
  double pixels, scale;  // per em, per font unit
  int left, top, width, height;  // of all layers; y downwards
  cr_outline_source outlines;
  void *context;
  double work;
  unsigned paints;
  bool failed;           // allocation failure
} painter;

static matrix product(matrix a, matrix b) {
  return (matrix){a.xx * b.xx + a.xy * b.yx, a.xx * b.xy + a.xy * b.yy, a.yx * b.xx + a.yy * b.yx, a.yx * b.xy + a.yy * b.yy,
                  a.xx * b.dx + a.xy * b.dy + a.dx, a.yx * b.dx + a.yy * b.dy + a.dy};
}

static bool inverse(matrix m, matrix *out) {
  const double det = m.xx * m.yy - m.xy * m.yx;
  if (!(fabs(det) > 1e-12) || !isfinite(det)) return false;
  *out = (matrix){m.yy / det, -m.xy / det, -m.yx / det, m.xx / det, (m.xy * m.dy - m.yy * m.dx) / det, (m.yx * m.dx - m.xx * m.dy) / det};
  return isfinite(out->dx) && isfinite(out->dy);
}

static matrix about(matrix m, double x, double y) {
  return product(product((matrix){1, 0, 0, 1, x, y}, m), (matrix){1, 0, 0, 1, -x, -y});
}

// Pixels

static void unpack(uint32_t p, float c[4]) {
  for (int i = 0; i < 4; i++) c[i] = (float)(p >> (i == 3 ? 24 : 16 - 8 * i) & 255) / 255;
}
static uint32_t channel(float v) { return v > 0 ? v < 1 ? (uint32_t)(v * 255 + 0.5f) : 255 : 0; }
static uint32_t packed(const float c[4]) { return channel(c[3]) << 24 | channel(c[0]) << 16 | channel(c[1]) << 8 | channel(c[2]); }

static void put_over(uint32_t *target, const float color[4], float share) {
  if (share >= 1 && color[3] >= 1) {
    *target = packed(color);
    return;
  }
  float below[4], out[4];
  unpack(*target, below);
  for (int i = 0; i < 4; i++) out[i] = color[i] * share + below[i] * (1 - color[3] * share);
  *target = packed(out);
}

static void color_of(const painter *p, uint16_t index, double share, float out[4]) {
  hb_color_t c = p->ink;  // 0xFFFF
  if (index < p->palette_size) c = p->palette[index];
  else if (index != 0xFFFF) c = 0;
  const float alpha = (float)fmin(fmax(share, 0), 1) * (float)hb_color_get_alpha(c) / 255;
  out[0] = (float)hb_color_get_red(c) / 255 * alpha;
  out[1] = (float)hb_color_get_green(c) / 255 * alpha;
  out[2] = (float)hb_color_get_blue(c) / 255 * alpha;
  out[3] = alpha;
}

// Gradients

enum { PAD = 0, REPEAT = 1, REFLECT = 2 };

typedef struct {
  float colors[TABLE][4];  // from the first stop to the last
  double first, last;
  uint8_t extend;
} color_line;

static bool read_line(const painter *p, const cr_color_node *node, color_line *line) {
  struct { double at; float c[4]; } stops[MAX_STOPS];
  uint32_t all;
  int count = 0;
  cr_color_stop stop;
  if (!cr_color_line(&p->table, node, &line->extend, &all)) return false;
  for (uint32_t i = 0; i < all && count < MAX_STOPS && cr_color_line_stop(&p->table, node, i, &stop); i++) {
    int k = count++;
    for (; k > 0 && stops[k - 1].at > stop.at; k--) stops[k] = stops[k - 1];
    stops[k].at = stop.at;
    color_of(p, stop.palette_index, stop.alpha, stops[k].c);
  }
  if (!count) return false;
  line->first = stops[0].at;
  line->last = stops[count - 1].at;
  for (int i = 0, k = 0; i < TABLE; i++) {
    const double at = line->first + (line->last - line->first) * i / (TABLE - 1);
    while (k + 1 < count - 1 && stops[k + 1].at <= at) k++;
    const int next = k + 1 < count ? k + 1 : k;
    const double span = stops[next].at - stops[k].at;
    const float share = span > 0 ? (float)fmin(1, (at - stops[k].at) / span) : 0;
    for (int c = 0; c < 4; c++) line->colors[i][c] = stops[k].c[c] * (1 - share) + stops[next].c[c] * share;
  }
  // The ends exactly, even if all stops have the same position.
  memcpy(line->colors[0], stops[0].c, sizeof stops[0].c);
  memcpy(line->colors[TABLE - 1], stops[count - 1].c, sizeof stops[0].c);
  return true;
}

static const float *color_at(const color_line *line, double t) {
  const double span = line->last - line->first;
  if (!(span > 0)) {
    static const float nothing[4];
    return line->extend != PAD ? nothing : line->colors[t < line->first ? 0 : TABLE - 1];
  }
  double u = (t - line->first) / span;
  if (line->extend == REPEAT) u -= floor(u);
  if (line->extend == REFLECT) {
    u = fabs(u - 2 * floor(u / 2));
    if (u > 1) u = 2 - u;
  }
  return line->colors[u > 0 ? u < 1 ? (int)(u * (TABLE - 1) + 0.5) : TABLE - 1 : 0];
}

typedef struct {
  cr_color_format format;
  color_line line;
  float solid[4];
  double x0, y0, x1, y1, r0, r1;  // linear: x1, y1 is the direction divided by its squared length
  double start, sweep;            // turns
} fill;

static bool read_fill(const painter *p, const cr_color_node *n, fill *f) {
  f->format = n->format;
  if (n->format == CR_COLOR_SOLID) {
    color_of(p, n->palette_index, n->alpha, f->solid);
    return f->solid[3] > 0;
  }
  const double *v = n->v;
  f->x0 = v[0], f->y0 = v[1];
  if (n->format == CR_COLOR_LINEAR) {
    const double dx = v[4] - v[0], dy = v[5] - v[1], vx = v[2] - v[0], vy = v[3] - v[1], length = dx * dx + dy * dy;
    if (!(length > 0)) return false;
    // Colours are constant along the line to the third point: only the distance across it is used.
    const double across = (vx * dy - vy * dx) / length, ux = across * dy, uy = -across * dx, whole = ux * ux + uy * uy;
    if (!(whole > 1e-12)) return false;
    f->x1 = ux / whole, f->y1 = uy / whole;
  } else if (n->format == CR_COLOR_RADIAL) {
    f->r0 = v[2], f->x1 = v[3] - v[0], f->y1 = v[4] - v[1], f->r1 = v[5] - v[2];
  } else {
    f->start = v[2] / 2, f->sweep = v[3] / 2 - f->start;
  }
  return read_line(p, n, &f->line);
}

/// Largest t whose interpolated circle passes through the point and has a non-negative radius; false if there is none.
static bool on_circle(const fill *f, double x, double y, double *t) {
  const double px = x - f->x0, py = y - f->y0;
  const double a = f->x1 * f->x1 + f->y1 * f->y1 - f->r1 * f->r1, b = px * f->x1 + py * f->y1 + f->r0 * f->r1;
  const double c = px * px + py * py - f->r0 * f->r0;
  double roots[2];
  if (fabs(a) < 1e-9) {
    if (fabs(b) < 1e-12) return false;
    roots[0] = roots[1] = c / (2 * b);
  } else {
    const double d = b * b - a * c;
    if (d < 0) return false;
    const double s = sqrt(d), u = (b + s) / a, v = (b - s) / a;
    roots[0] = fmax(u, v), roots[1] = fmin(u, v);
  }
  for (int i = 0; i < 2; i++)
    if (f->r0 + roots[i] * f->r1 >= 0) {
      *t = roots[i];
      return true;
    }
  return false;
}

static const float *fill_at(const fill *f, double x, double y) {
  static const float nothing[4];
  double t = 0;
  switch (f->format) {
  case CR_COLOR_SOLID: return f->solid;
  case CR_COLOR_LINEAR: t = (x - f->x0) * f->x1 + (y - f->y0) * f->y1; break;
  case CR_COLOR_RADIAL:
    if (!on_circle(f, x, y, &t)) return nothing;
    break;
  default: {
    // Counterclockwise from three o'clock, in turns.
    double turns = atan2(y - f->y0, x - f->x0) / (2 * 3.14159265358979323846);
    if (turns < 0) turns += 1;
    if (fabs(f->sweep) < 1e-9) t = turns < f->start ? -1e9 : 1e9;
    else t = (turns - f->start) / f->sweep;
  }
  }
  return color_at(&f->line, t);
}

static bool afford(painter *p, double pixels) {
  p->work += pixels;
  return p->work <= MAX_WORK;
}

static void paint_fill(painter *p, const cr_color_node *node, matrix m, uint32_t *target, const uint8_t *mask) {
  fill f;
  matrix back;
  if (!inverse(m, &back) || !read_fill(p, node, &f) || !afford(p, (double)p->width * p->height)) return;
  for (int y = 0; y < p->height; y++)
    for (int x = 0; x < p->width; x++) {
      const size_t at = (size_t)y * (size_t)p->width + (size_t)x;
      if (mask && !mask[at]) continue;
      const double fx = (p->left + x + 0.5) / p->scale, fy = -(p->top + y + 0.5) / p->scale;
      const float *color = fill_at(&f, back.xx * fx + back.xy * fy + back.dx, back.yx * fx + back.yy * fy + back.dy);
      if (color[3] > 0) put_over(&target[at], color, mask ? (float)mask[at] / 255 : 1);
    }
}

// The graph

static void paint_graph(painter *p, uint32_t place, matrix m, uint32_t *target, const uint8_t *mask, int depth);

/// Coverage of a glyph's outline under `m`, within `mask`; NULL if nothing is covered.
static uint8_t *cover(painter *p, uint32_t glyph, matrix m, const uint8_t *mask) {
  // The outline is built at about its drawn size, so that its points are precise enough.
  const double k = fmin(fmax(sqrt(fabs(m.xx * m.yy - m.xy * m.yx)), 1.0 / 64), 64);
  FT_Outline outline;
  if (!p->outlines(p->context, glyph, p->pixels * k, &outline)) return NULL;
  const double limits = 64;
  if (!(fabs(m.xx / k) < limits && fabs(m.xy / k) < limits && fabs(m.yx / k) < limits && fabs(m.yy / k) < limits)) return NULL;
  const double dx = m.dx * p->scale * 64, dy = m.dy * p->scale * 64;
  if (!(fabs(dx) < 1e7 && fabs(dy) < 1e7)) return NULL;
  const FT_Matrix linear = {(FT_Fixed)lround(m.xx / k * 65536), (FT_Fixed)lround(m.xy / k * 65536), (FT_Fixed)lround(m.yx / k * 65536),
                            (FT_Fixed)lround(m.yy / k * 65536)};
  FT_Outline_Transform(&outline, &linear);
  FT_Outline_Translate(&outline, lround(dx) - (long)p->left * 64, lround(dy) + (long)(p->top + p->height) * 64);
  const size_t count = (size_t)p->width * (size_t)p->height;
  uint8_t *out = tx_calloc(count, 1);
  if (!out) {
    p->failed = true;
    return NULL;
  }
  FT_Bitmap bitmap = {.rows = (unsigned)p->height, .width = (unsigned)p->width, .pitch = p->width, .buffer = out, .num_grays = 256,
                      .pixel_mode = FT_PIXEL_MODE_GRAY};
  if (FT_Outline_Get_Bitmap(p->library, &outline, &bitmap)) {
    cr_free(out);
    return NULL;
  }
  if (mask)
    for (size_t i = 0; i < count; i++) out[i] = (uint8_t)((out[i] * mask[i] + 127) / 255);
  return out;
}

static void paint_mixture(painter *p, const cr_color_node *node, matrix m, uint32_t *target, const uint8_t *mask, int depth) {
  const size_t count = (size_t)p->width * (size_t)p->height;
  if (!afford(p, 2.0 * (double)count)) return;
  uint32_t *backdrop = tx_calloc(count, sizeof *backdrop), *source = tx_calloc(count, sizeof *source);
  if (backdrop && source) {
    paint_graph(p, node->backdrop, m, backdrop, NULL, depth + 1);
    paint_graph(p, node->paint, m, source, NULL, depth + 1);
    for (size_t i = 0; i < count; i++) {
      if ((mask && !mask[i]) || (!source[i] && !backdrop[i])) continue;
      float s[4], b[4], out[4];
      unpack(source[i], s);
      unpack(backdrop[i], b);
      cr_blend_colors(node->mode, s, b, out);
      put_over(&target[i], out, mask ? (float)mask[i] / 255 : 1);
    }
  } else {
    p->failed = true;
  }
  cr_free(backdrop);
  cr_free(source);
}

/// Transform of a node.
static matrix transform_of(const cr_color_node *n) {
  const double *v = n->v, half_turn = 3.14159265358979323846;
  matrix m = {1, 0, 0, 1, 0, 0};
  switch (n->format) {
  case CR_COLOR_TRANSFORM: return (matrix){v[0], v[1], v[2], v[3], v[4], v[5]};
  case CR_COLOR_TRANSLATE: return (matrix){1, 0, 0, 1, v[0], v[1]};
  case CR_COLOR_SCALE: m.xx = v[0], m.yy = v[1]; break;
  case CR_COLOR_ROTATE: m.xx = m.yy = cos(v[0] * half_turn), m.yx = sin(v[0] * half_turn), m.xy = -m.yx; break;
  default: m.xy = -tan(v[0] * half_turn), m.yx = tan(v[1] * half_turn); break;
  }
  return about(m, n->center[0], n->center[1]);
}

static void paint_graph(painter *p, uint32_t place, matrix m, uint32_t *target, const uint8_t *mask, int depth) {
  cr_color_node node;
  if (depth > MAX_DEPTH || p->failed || ++p->paints > MAX_PAINTS || !cr_color_read(&p->table, place, &node)) return;
  switch (node.format) {
  case CR_COLOR_LAYERS:
    for (uint32_t i = 0; i < node.count && p->paints <= MAX_PAINTS; i++) {
      const uint32_t layer = cr_color_layer(&p->table, node.first + i);
      if (layer) paint_graph(p, layer, m, target, mask, depth + 1);
    }
    return;
  case CR_COLOR_SOLID:
  case CR_COLOR_LINEAR:
  case CR_COLOR_RADIAL:
  case CR_COLOR_SWEEP: paint_fill(p, &node, m, target, mask); return;
  case CR_COLOR_GLYPH: {
    if (!afford(p, (double)p->width * p->height)) return;
    uint8_t *inner = cover(p, node.glyph, m, mask);
    if (inner) paint_graph(p, node.paint, m, target, inner, depth + 1);
    cr_free(inner);
    return;
  }
  case CR_COLOR_COLR_GLYPH: {
    const uint32_t root = cr_color_root(&p->table, node.glyph);
    if (root) paint_graph(p, root, m, target, mask, depth + 1);
    return;
  }
  case CR_COLOR_COMPOSITE: paint_mixture(p, &node, m, target, mask, depth); return;
  default: paint_graph(p, node.paint, product(m, transform_of(&node)), target, mask, depth + 1); return;
  }
}

/// Copies the visible part of `all`.
static bool trim(const painter *p, const uint32_t *all, cr_color_picture *picture) {
  int left = p->width, right = -1, top = p->height, bottom = -1;
  for (int y = 0; y < p->height; y++)
    for (int x = 0; x < p->width; x++)
      if (all[(size_t)y * (size_t)p->width + (size_t)x]) {
        left = x < left ? x : left, right = x > right ? x : right;
        top = y < top ? y : top, bottom = y;
      }
  if (right < 0) return true;
  *picture = (cr_color_picture){.left = p->left + left, .top = p->top + top, .width = right - left + 1, .height = bottom - top + 1};
  if (!(picture->pixels = tx_alloc((size_t)picture->width * (size_t)picture->height, sizeof *all))) return false;
  for (int y = 0; y < picture->height; y++)
    memcpy(picture->pixels + (size_t)y * (size_t)picture->width, all + (size_t)(top + y) * (size_t)p->width + (size_t)left,
           (size_t)picture->width * sizeof *all);
  return true;
}

static cr_color_result paint_root(painter *p, uint32_t glyph, uint32_t root, cr_color_picture *picture) {
  // A glyph without its own box may extend over three ems.
  const double pixels = p->pixels;
  double box[4], left = -pixels, right = 2 * pixels, bottom = -pixels, top = 2 * pixels;
  if (cr_color_clip(&p->table, glyph, box)) left = box[0] * p->scale, bottom = box[1] * p->scale, right = box[2] * p->scale, top = box[3] * p->scale;
  left = fmax(floor(left), floor(-2 * pixels)), right = fmin(ceil(right), ceil(4 * pixels));
  bottom = fmax(floor(bottom), floor(-2 * pixels)), top = fmin(ceil(top), ceil(4 * pixels));
  if (!(right - left >= 1) || !(top - bottom >= 1)) return CR_COLOR_DONE;
  p->left = (int)left, p->top = -(int)top;
  p->width = (int)fmin(right - left, MAX_SIDE), p->height = (int)fmin(top - bottom, MAX_SIDE);
  uint32_t *all = tx_calloc((size_t)p->width * (size_t)p->height, sizeof *all);
  if (!all) return CR_COLOR_NO_MEMORY;
  paint_graph(p, root, (matrix){1, 0, 0, 1, 0, 0}, all, NULL, 0);
  const bool good = !p->failed && trim(p, all, picture);
  cr_free(all);
  return good ? CR_COLOR_DONE : CR_COLOR_NO_MEMORY;
}

cr_color_result cr_paint_color_glyph(FT_Library library, hb_font_t *font, uint32_t glyph, double pixels, uint32_t ink, cr_outline_source outlines,
                                     void *context, cr_color_picture *picture) {
  *picture = (cr_color_picture){0};
  if (!(pixels > 0)) return CR_COLOR_NONE;
  hb_face_t *face = hb_font_get_face(font);
  hb_blob_t *blob = hb_face_reference_table(face, HB_TAG('C', 'O', 'L', 'R'));
  cr_color_table table = {0};
  table.coordinates = hb_font_get_var_coords_normalized(font, &table.coordinate_count);
  table.bytes = (const uint8_t *)hb_blob_get_data(blob, &table.length);
  const uint32_t root = table.bytes ? cr_color_root(&table, glyph) : 0;
  cr_color_result result = CR_COLOR_NONE;
  if (root) {
    painter *p = tx_calloc(1, sizeof *p);
    result = CR_COLOR_NO_MEMORY;
    if (p) {
      p->library = library;
      p->table = table;
      p->ink = HB_COLOR(ink & 255, ink >> 8 & 255, ink >> 16 & 255, 255);
      p->pixels = pixels;
      p->scale = pixels / hb_face_get_upem(face);
      p->outlines = outlines;
      p->context = context;
      p->palette_size = MAX_COLORS;
      hb_ot_color_palette_get_colors(face, 0, 0, &p->palette_size, p->palette);
      result = paint_root(p, glyph, root, picture);
    }
    cr_free(p);
  }
  hb_blob_destroy(blob);
  return result;
}
