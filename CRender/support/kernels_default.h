// The loops for every processor: vectors of 16 bytes.
// Units and threads as kernel_table.h says.
#pragma once
#include "kernel_table.h"

extern const cr_kernels cr_kernels_default;
