#include "kernels_default.h"

#include <string.h>

#include "pixel.h"

#if defined(__x86_64__)
#include <emmintrin.h>
#define CR_SSE2 1
#endif
#define CR_VECTOR_BYTES 16
#include "kernels_body.h"

const cr_kernels cr_kernels_default = CR_KERNELS;
