#include "kernels_avx512.h"

#include <string.h>

#include "pixel.h"

#if defined(__x86_64__)
#include <immintrin.h>
#pragma clang attribute push(__attribute__((target("avx2,avx512f,avx512bw,avx512vl,avx512dq"))), apply_to = function)
#define CR_VECTOR_BYTES 64
#define CR_AVX2 1
#define CR_AVX512 1
#include "kernels_body.h"

const cr_kernels cr_kernels_avx512 = CR_KERNELS;
#pragma clang attribute pop
#endif
