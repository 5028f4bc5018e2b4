#include "embedded_font.h"

// Licence: fonts/OFL.txt. Built by fonts/make_embedded_font.py.
// C23, which every compiler shipped with Swift 6 supports.
#pragma clang diagnostic ignored "-Wc23-extensions"
// In a separate section: among small constants read at startup, its pages would be mapped with them.
__attribute__((section("cr_font"))) static const unsigned char bytes[] = {
#embed "../fonts/TesseraSans.ttf"
};

const unsigned char *cr_embedded_font(size_t *count) {
  *count = sizeof bytes;
  return bytes;
}
