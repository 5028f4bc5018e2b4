#ifndef CR_COLOR_TABLE_H
#define CR_COLOR_TABLE_H
#include <hb.h>
#include <stdbool.h>
#include <stdint.h>

// Paint graphs in a COLR table of version 1 (OpenType 1.9). Every read is within the table, whatever its contents. Values are those at the
// coordinates' place in the font's design space.

// Any thread; no allocation. False, or 0, if the table lacks the entry.

/// The borrowed table.
typedef struct {
  const uint8_t *bytes;
  uint32_t length;
  const int *coordinates;  // of each axis, normalized, 2.14; NULL: the default
  unsigned coordinate_count;
} cr_color_table;

typedef enum {
  CR_COLOR_LAYERS = 1, CR_COLOR_SOLID = 2, CR_COLOR_LINEAR = 4, CR_COLOR_RADIAL = 6, CR_COLOR_SWEEP = 8, CR_COLOR_GLYPH = 10, CR_COLOR_COLR_GLYPH = 11,
  CR_COLOR_TRANSFORM = 12, CR_COLOR_TRANSLATE = 14, CR_COLOR_SCALE = 16, CR_COLOR_ROTATE = 24, CR_COLOR_SKEW = 28, CR_COLOR_COMPOSITE = 32
} cr_color_format;

/// Numbers as in the table, in font units, half turns and fractions.
typedef struct {
  cr_color_format format;
  uint32_t paint, backdrop;  // offsets of children
  uint32_t line;             // offset of the colour line
  bool varied;               // its stops are followed by an index of variations
  uint32_t first, count;     // layers
  uint16_t glyph, palette_index;
  uint8_t mode;
  double alpha;
  double v[6];               // gradients: points and radii, in order; sweep: centre, start, end; transform: xx, xy, yx, yy, dx, dy; else x, y
  double center[2];
} cr_color_node;

typedef struct {
  double at, alpha;
  uint16_t palette_index;
} cr_color_stop;

/// Offset of a glyph's graph, or 0.
uint32_t cr_color_root(const cr_color_table *table, uint32_t glyph);
/// Clip box of a glyph's graph, font units: left, bottom, right, top.
bool cr_color_clip(const cr_color_table *table, uint32_t glyph, double box[4]);
/// Offset of a layer, or 0.
uint32_t cr_color_layer(const cr_color_table *table, uint32_t index);
bool cr_color_read(const cr_color_table *table, uint32_t place, cr_color_node *node);
/// Extend mode of a colour line (0: pad, 1: repeat, 2: reflect) and the number of its stops; false if there is none.
bool cr_color_line(const cr_color_table *table, const cr_color_node *node, uint8_t *extend, uint32_t *count);
bool cr_color_line_stop(const cr_color_table *table, const cr_color_node *node, uint32_t index, cr_color_stop *stop);

#endif
