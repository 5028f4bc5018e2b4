// Minimum and maximum of two numbers. Any thread.
#pragma once
#include <stdint.h>

static inline int32_t cr_min(int32_t a, int32_t b) { return a < b ? a : b; }
static inline int32_t cr_max(int32_t a, int32_t b) { return a > b ? a : b; }
static inline int64_t cr_min64(int64_t a, int64_t b) { return a < b ? a : b; }
static inline int64_t cr_max64(int64_t a, int64_t b) { return a > b ? a : b; }
