#include "kernels.h"
#include <string.h>

#if defined(__x86_64__)
#include <emmintrin.h>
#define CR_SSE2 1
#endif
#define CR_TABLE cr_kernels_default
#define CR_VECTOR_BYTES 16
#include "kernels_body.h"
