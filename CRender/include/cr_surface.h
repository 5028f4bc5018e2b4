// A block of pixels, conversion between pixel formats, blurring and resizing.
//
// Thread: one thread writes to a surface at a time; any number may read while none writes. Ownership: free surfaces of cr_surface_create and
// cr_surface_wrap with cr_surface_destroy. Coordinates and sizes are pixels.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "cr_status.h"

typedef enum cr_format {
  CR_ARGB8888 = 0,  // premultiplied, little-endian words: bytes B G R A
  CR_XRGB8888,      // bytes B G R x; x is written as 255 and ignored when read
  CR_RGB888,        // bytes R G B
  CR_RGB565,        // little-endian 16-bit words, red in the high bits
  CR_GRAY8,
  CR_GRAY4,         // two pixels per byte, left pixel in the high nibble
  CR_MONO1,         // eight pixels per byte, left pixel in the high bit, 1 = white
  CR_COVERAGE8,     // coverage without colour; converts to premultiplied white
  CR_FORMAT_COUNT
} cr_format;

// sRGB-encoded, not premultiplied, each 0...1. NaN counts as 0, other values are clamped.
typedef struct cr_color {
  float red, green, blue, alpha;
} cr_color;

typedef struct cr_irect {
  int32_t x, y, width, height;
} cr_irect;

typedef struct cr_surface cr_surface;

enum { CR_MAX_DIMENSION = 1 << 20 };        // maximum width and height, pixels
#define CR_MAX_SURFACE_BYTES ((size_t)1 << 32)  // maximum size of an allocated surface

int cr_format_bits(cr_format format);  // bits per pixel
// Bytes for `width` pixels, rounded up to whole bytes; false on overflow or a bad argument.
bool cr_format_minimum_stride(cr_format format, int64_t width, size_t *stride);

// Transparent black (opaque black if the format has no alpha). Width and height may be 0. Rows start at multiples of 16 bytes.
cr_status cr_surface_create(int64_t width, int64_t height, cr_format format, cr_surface **surface);
// The same with uninitialized pixels, for callers that write all of them.
cr_status cr_surface_create_uninitialized(int64_t width, int64_t height, cr_format format, cr_surface **surface);
// For a surface that is about to be drawn completely: makes the kernel allocate the memory of its pixels now. A hint; pixels do not change.
void cr_surface_populate(cr_surface *surface);
// Over the caller's memory, which must outlive the surface. 32-bit formats need base and stride to be multiples of 4, 16-bit of 2.
cr_status cr_surface_wrap(void *base, int64_t width, int64_t height, int64_t stride, cr_format format, cr_surface **surface);
void cr_surface_destroy(cr_surface *surface);

int32_t cr_surface_width(const cr_surface *surface);
int32_t cr_surface_height(const cr_surface *surface);
size_t cr_surface_stride(const cr_surface *surface);  // bytes
uint8_t *cr_surface_bytes(const cr_surface *surface);
size_t cr_surface_byte_count(const cr_surface *surface);  // stride * (height - 1) + bytes of the last row

// Writes `color` to every pixel of `area` (NULL: all), clipped to the surface; without blending or dithering.
void cr_surface_clear(cr_surface *surface, cr_color color, const cr_irect *area);
// Moves the pixels of `area` by (dx, dy), clipped to the surface on both ends; they may overlap.
void cr_surface_move(cr_surface *surface, cr_irect area, int64_t dx, int64_t dy);
// The pixel's colour, not premultiplied; transparent black outside the surface.
cr_color cr_surface_color(const cr_surface *surface, int64_t x, int64_t y);
bool cr_surface_is_opaque(const cr_surface *surface);
// Keeps alpha (or coverage) and replaces the colour, into `target`: argb8888 of the same size.
cr_status cr_surface_tint(const cr_surface *source, cr_color color, cr_surface *target);

// Converts `area` of `source` (NULL: all; clipped to the source) to its position in `target` after a clockwise rotation by
// `quarter_turns`. `target` has the rotated size of `source`, any format, and does not share memory with it.
// Dither is ordered (8x8) by the target's pixel coordinates, so converting in parts gives the same result as converting all.
cr_status cr_surface_convert(const cr_surface *source, cr_surface *target, const cr_irect *area, int quarter_turns, bool dither);
// Copies `area` (inside the source) to the top left of `target` of the same format.
cr_status cr_surface_copy_area(const cr_surface *source, cr_irect area, cr_surface *target);

// Three boxes of width floor(sigma * 3 * sqrt(2 * pi) / 4 + 0.5), as SVG's feGaussianBlur; edges clamped; in place.
// argb8888, xrgb8888, coverage8. sigma in pixels: below 0.25 nothing happens, above CR_MAX_SIGMA it is clamped. Two temporaries.
#define CR_MAX_SIGMA 250.0
cr_status cr_surface_blur(cr_surface *surface, double sigma);
// Returns whether the operation is cancelled; called during the operation on the same thread with the caller's `context`.
typedef bool (*cr_is_cancelled)(void *context);
// As cr_surface_blur, and polls `is_cancelled` after every 64 bytes of a row's width, in both directions: at most a few hundred microseconds
// apart for a surface of 4,096 rows. After cancellation the pixels are undefined and CR_OK is returned, since the caller is informed.
cr_status cr_surface_blur_polling(cr_surface *surface, double sigma, cr_is_cancelled is_cancelled, void *context);

typedef enum cr_quality { CR_NEAREST = 0, CR_BILINEAR, CR_GOOD } cr_quality;
// Resamples all of `source` to all of `target`, same format. CR_GOOD weights every source pixel when shrinking (triangle filter).
cr_status cr_surface_resize(const cr_surface *source, cr_surface *target, cr_quality quality);
