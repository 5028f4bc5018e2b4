#include "tone.h"

#include <math.h>
#include <pthread.h>

// The values of Android's and Chromium's text: a softer curve than a screen's, and more contrast for dark text, which compensates for the
// thinning by the curve.
#define GAMMA 1.4
#define CONTRAST 0.5

static uint8_t tables[CR_TONES][256];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make_tables(void) {
  for (int tone = 0; tone < CR_TONES; tone++) {
    const double source = tone / (double)(CR_TONES - 1), back = 1 - source;
    const double light = pow(source, GAMMA), back_light = pow(back, GAMMA), contrast = CONTRAST * back_light;
    for (int i = 0; i < 256; i++) {
      const double raw = i / 255.0, a = raw + (1 - raw) * contrast * raw;
      const double seen = pow(light * a + back_light * (1 - a), 1 / GAMMA);
      const double v = fabs(source - back) < 1.0 / 256 ? a : (seen - back) / (source - back);
      tables[tone][i] = (uint8_t)(fmin(fmax(v, 0), 1) * 255 + 0.5);
    }
  }
}

uint8_t cr_tone_of(cr_color c) {
  // Squares approximate the linear light of a coded value well enough to choose one of eight.
  const double light = 0.2126 * (double)(c.red * c.red) + 0.7152 * (double)(c.green * c.green) + 0.0722 * (double)(c.blue * c.blue);
  if (!(light > 0.2143 * 0.2143)) return 0;  // up to the middle between the first and the second step: tables with hardly any effect
  const int tone = (int)(sqrt(fmin(light, 1)) * (CR_TONES - 1) + 0.5);
  return (uint8_t)(tone < 2 ? 0 : tone);
}

void cr_tone_apply(uint8_t tone, uint8_t *coverage, size_t count) {
  if (!tone || tone >= CR_TONES) return;
  pthread_once(&once, make_tables);
  const uint8_t *table = tables[tone];
  for (size_t i = 0; i < count; i++) coverage[i] = table[coverage[i]];
}
