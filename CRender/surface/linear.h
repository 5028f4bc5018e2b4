// sRGB and linear light, 8 bits each. Any thread.
#pragma once
#include <stdint.h>

typedef struct cr_linear_tables {
  uint8_t from_srgb[256], to_srgb[256];
} cr_linear_tables;
// Created by the first call; never freed. Source: IEC 61966-2-1.
const cr_linear_tables *cr_linear(void);
