#include "embedded_font.h"

// fonts/OFL.txt is its licence, fonts/make_embedded_font.py makes it.
// C23, which every compiler that comes with Swift 6 has.
#pragma clang diagnostic ignored "-Wc23-extensions"
// In a section of its own: between small constants that are read at the start, its pages would be mapped with them.
__attribute__((section("cr_font"))) static const unsigned char bytes[] = {
#embed "../fonts/TesseraSans.ttf"
};

const unsigned char *cr_embedded_font(size_t *count) {
  *count = sizeof bytes;
  return bytes;
}
