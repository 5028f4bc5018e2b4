/// libyuv, loaded when the first frame is converted. Programs without video load neither it nor the C++ library that it requires.
#pragma once
#if !__has_include(<libyuv.h>)
#error "libyuv is missing: apt-get install libyuv-dev"
#endif
#include <libyuv.h>

/// Functions used of libyuv.
#define VC_YUV_FUNCTIONS(F)                                                                                                                \
  F(ARGBCopy) F(ARGBScale) F(I400ToARGBMatrix) F(I420ToARGBMatrix) F(I422ToARGBMatrix) F(I444ToARGBMatrix) F(NV12ToARGBMatrix)               \
  F(ScalePlane) F(SplitUVPlane) F(YUY2ToI422)
#define VC_YUV_CONSTANTS(F) F(kYuv2020Constants) F(kYuvV2020Constants) F(kYuvF709Constants) F(kYuvH709Constants) F(kYuvI601Constants) F(kYuvJPEGConstants)

typedef struct {
#define F(name) __typeof__(name) *name;
  VC_YUV_FUNCTIONS(F)
#undef F
#define F(name) const struct YuvConstants *name;
  VC_YUV_CONSTANTS(F)
#undef F
} vc_yuv;

/// Returns the library's functions, or NULL if it is missing; vc_library_problem then returns the reason. Any thread; loads once.
const vc_yuv *vc_yuv_library(void);
