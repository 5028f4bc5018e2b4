/// libyuv, loaded when the first frame is converted: a program that shows no video does not load it, nor the C++ library that it needs.
#pragma once
#if !__has_include(<libyuv.h>)
#error "libyuv is missing: apt-get install libyuv-dev"
#endif
#include <libyuv.h>

/// What is used of it.
#define VC_YUV_FUNCTIONS(F)                                                                                                                \
  F(ARGBCopy) F(ARGBScale) F(I400ToARGBMatrix) F(I420ToARGBMatrix) F(I422ToARGBMatrix) F(I444ToARGBMatrix) F(NV12ToARGBMatrix)               \
  F(ScalePlane) F(SplitUVPlane) F(YUY2ToI422)
#define VC_YUV_CONSTANTS(F) F(kYuvF709Constants) F(kYuvH709Constants) F(kYuvI601Constants) F(kYuvJPEGConstants)

typedef struct {
#define F(name) __typeof__(name) *name;
  VC_YUV_FUNCTIONS(F)
#undef F
#define F(name) const struct YuvConstants *name;
  VC_YUV_CONSTANTS(F)
#undef F
} vc_yuv;

/// The library's functions; NULL where it is missing, and vc_library_problem then says why. Any thread; loads once.
const vc_yuv *vc_yuv_library(void);
