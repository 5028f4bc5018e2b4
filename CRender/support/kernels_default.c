#include "kernels.h"
#include <string.h>

#define CR_TABLE cr_kernels_default
#define CR_VECTOR_BYTES 16
#include "kernels_body.h"
