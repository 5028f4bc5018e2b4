#include "kernels_avx2.h"

#include <string.h>

#include "pixel.h"

#if defined(__x86_64__)
#include <immintrin.h>
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#define CR_VECTOR_BYTES 32
#define CR_AVX2 1
#include "kernels_body.h"

const cr_kernels cr_kernels_avx2 = CR_KERNELS;
#pragma clang attribute pop
#endif
