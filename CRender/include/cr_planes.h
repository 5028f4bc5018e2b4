// Pictures of video: luma and halved chroma in separate planes, 8 bits each. Drawn without a converted copy.
//
// Thread: planes are only read, by any number of threads. Ownership: the memory is the caller's and must outlive the call.
#pragma once
#include "cr_paint.h"
#include "cr_surface.h"

typedef enum cr_plane_layout {
  CR_I420 = 0,  // planes Y, U, V; chroma halved in both directions, rounded up
  CR_NV12,      // plane Y; plane of U V pairs, halved in both directions, rounded up
} cr_plane_layout;
typedef enum cr_matrix { CR_BT601 = 0, CR_BT709, CR_BT2020 } cr_matrix;  // BT.2020: non-constant luminance

typedef struct cr_planes {
  cr_plane_layout layout;
  int32_t width, height;  // pixels, 1...CR_MAX_DIMENSION
  const uint8_t *planes[3];
  size_t strides[3];   // bytes from one row of a plane to the next
  cr_matrix matrix;
  bool is_full_range;  // samples 0...255; else luma 16...235 and chroma 16...240
  bool is_left_sited;  // chroma lies on the left of its two columns; else between them. Vertically it lies between its two rows.
} cr_planes;

// Number of planes: 2 or 3. Writes the bytes in a row and the rows of each; sides of 1...CR_MAX_DIMENSION. 0 for a bad argument.
int cr_planes_shape(cr_plane_layout layout, int64_t width, int64_t height, size_t row_bytes[3], size_t rows[3]);
// Converts `area` (inside the picture) to opaque pixels at the top left of `target`: argb8888 or xrgb8888, at least as large. Each channel is
// within one level of the exact value; chroma is interpolated linearly. CR_BAD_ARGUMENT, CR_BAD_SIZE or CR_BAD_FORMAT.
cr_status cr_planes_convert(const cr_planes *planes, cr_irect area, cr_surface *target);
// Draws the picture into `rect` under any transform. Upright and not filtered, rows are converted as they are composited; otherwise the picture
// is first converted as a whole. A tint is not supported and ignored. Failures are noted in the canvas.
void cr_canvas_draw_planes(cr_canvas *canvas, const cr_planes *planes, cr_rect rect, const cr_image_options *options);
