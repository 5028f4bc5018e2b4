// The bodies of kernel_table.h (with units and threads), included once per instruction set with CR_VECTOR_BYTES and CR_SSE2, CR_AVX2 or
// CR_AVX512 set. Loops process whole vectors first and finish with one-pixel code of the same arithmetic.
#pragma once
#include "kernels_blur.h"
#include "kernels_coverage.h"
#include "kernels_formats.h"
#include "kernels_pixels.h"
#include "kernels_sampling.h"
#include "kernels_video.h"

// The set.
#define CR_KERNELS \
  { \
    .copy_ahead = k_copy_ahead, \
    .fill = k_fill, \
    .make_opaque = k_make_opaque, \
    .over = k_over, \
    .over_alpha = k_over_alpha, \
    .over_mask = k_over_mask, \
    .over_solid = k_over_solid, \
    .over_solid_mask = k_over_solid_mask, \
    .lerp_mask = k_lerp_mask, \
    .scale = k_scale, \
    .tint = k_tint, \
    .mask_multiply = k_mask_multiply, \
    .alpha_of = k_alpha_of, \
    .pack565 = k_pack565, \
    .unpack565 = k_unpack565, \
    .luma = k_luma, \
    .chroma = k_chroma, \
    .chroma_pairs = k_chroma_pairs, \
    .chroma_widen = k_chroma_widen, \
    .yuv = k_yuv, \
    .lerp_rows = k_lerp_rows, \
    .lerp_columns = k_lerp_columns, \
    .box64 = k_box64, \
    .lookup = k_lookup, \
    .lookup_dithered = k_lookup_dithered, \
    .area_rows = k_area_rows, \
    .area_columns = k_area_columns, \
    .coverage = k_coverage, \
    .coverage_onto = k_coverage_onto, \
  }
