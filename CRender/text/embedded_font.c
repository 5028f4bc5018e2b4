#include "embedded_font.h"

// fonts/OFL.txt is its licence, fonts/make_embedded_font.py makes it.
static const unsigned char bytes[] = {
#embed "../fonts/TesseraSans.ttf"
};

const unsigned char *cr_embedded_font(size_t *count) {
  *count = sizeof bytes;
  return bytes;
}
