// The transfer function of sRGB as tables.
#include "linear.h"

#include <math.h>
#include <pthread.h>

static cr_linear_tables tables;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make(void) {
  for (int i = 0; i < 256; i++) {
    const double v = i / 255.0;
    tables.from_srgb[i] = (uint8_t)((v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)) * 255 + 0.5);
    tables.to_srgb[i] = (uint8_t)((v <= 0.0031308 ? v * 12.92 : 1.055 * pow(v, 1 / 2.4) - 0.055) * 255 + 0.5);
  }
}

const cr_linear_tables *cr_linear(void) {
  pthread_once(&once, make);
  return &tables;
}
