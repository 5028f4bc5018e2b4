// Filter primitives over blocks of pixels, for SVG filters and CSS filter functions (Filter Effects 1).
//
// Surfaces are premultiplied argb8888 and all of the same size; otherwise the result is CR_BAD_FORMAT or CR_BAD_SIZE. Values are bytes 0...255
// unless a range is given. Only the named surfaces are written. NaN and infinity: CR_BAD_ARGUMENT. One thread writes to a
// surface; functions share nothing. O(pixels) unless a complexity is given.
#pragma once
#include "cr_surface.h"

// Converts sRGB to linear light and back, unpremultiplied colour; in place.
cr_status cr_filter_to_linear(cr_surface *surface);
cr_status cr_filter_to_srgb(cr_surface *surface);
// feColorMatrix: four rows of five coefficients (the fifth multiplies 1), unpremultiplied colour; in place.
cr_status cr_filter_color_matrix(cr_surface *surface, const float matrix[20]);
// feComponentTransfer: four tables of 256 bytes, for unpremultiplied red, green, blue and for alpha; in place.
cr_status cr_filter_transfer(cr_surface *surface, const uint8_t *tables);
// feComposite, arithmetic: k1 a b + k2 a + k3 b + k4 of premultiplied values 0...1, into `b`.
cr_status cr_filter_arithmetic(const cr_surface *a, cr_surface *b, const float k[4]);
// feGaussianBlur: the outside of the surface is transparent black. From 2 pixels on three boxes, each clipped to the surface; below, a true
// Gaussian. 0 skips an axis; sigma is clamped to 2,500. In place.
cr_status cr_filter_blur(cr_surface *surface, double sigma_x, double sigma_y);
// feMorphology over a window of `columns` x `rows` pixels (at least 1), with the pixel itself at (columns / 2, rows / 2); in place.
// O(pixels) for any window size.
cr_status cr_filter_morphology(cr_surface *surface, int32_t columns, int32_t rows, bool dilates);

typedef enum cr_edge_mode { CR_EDGE_NONE = 0, CR_EDGE_DUPLICATE, CR_EDGE_WRAP } cr_edge_mode;
// `kernel`: columns x rows, at most 1,024 values; applied rotated by 180 degrees, as in the specification. O(pixels x kernel).
typedef struct cr_convolution {
  const float *kernel;
  int32_t columns, rows, target_x, target_y;
  float divisor, bias;
  cr_edge_mode edges;
  bool keeps_alpha;  // convolves unpremultiplied colour and keeps alpha
} cr_convolution;
cr_status cr_filter_convolve(const cr_surface *source, const cr_convolution *convolution, cr_surface *target);
// feDisplacementMap: the channels of `map` (0 red, 1 green, 2 blue, 3 alpha; unpremultiplied) displace the pixels of `source`; scales in pixels.
cr_status cr_filter_displace(const cr_surface *source, const cr_surface *map, int channel_x, int channel_y, double scale_x, double scale_y, cr_surface *target);

// feTurbulence. Pixel coordinates (x, y) are mapped by a...ty to the noise's coordinates. At most 16 octaves are used.
typedef struct cr_turbulence {
  double frequency_x, frequency_y;
  int32_t octaves, seed;
  bool fractal, stitches;
  double tile_x, tile_y, tile_width, tile_height;  // tile with matching edges, in the noise's coordinates
  double a, b, c, d, tx, ty;
} cr_turbulence;
cr_status cr_filter_turbulence(const cr_turbulence *turbulence, cr_surface *target);

typedef enum cr_light_kind { CR_LIGHT_DISTANT = 0, CR_LIGHT_POINT, CR_LIGHT_SPOT } cr_light_kind;
// Positions in pixels, z towards the viewer; angles in radians.
typedef struct cr_lighting {
  cr_light_kind kind;
  double azimuth, elevation;                 // distant
  double x, y, z;                            // point and spot
  double at_x, at_y, at_z, focus, cone;      // spot; cone: half angle, negative: no limit
  cr_color color;                            // alpha is ignored
  double surface_scale, constant, exponent;  // exponent: specular
  bool specular;
} cr_lighting;
// feDiffuseLighting and feSpecularLighting of the height field in `source`'s alpha.
cr_status cr_filter_light(const cr_surface *source, const cr_lighting *lighting, cr_surface *target);
