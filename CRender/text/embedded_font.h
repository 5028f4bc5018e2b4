#ifndef CR_EMBEDDED_FONT_H
#define CR_EMBEDDED_FONT_H
#include <stddef.h>

/// The embedded font file: a variable font with weight and slant for Latin, Greek, Cyrillic and symbols;
/// `*count` bytes of static storage. Any thread.
const unsigned char *cr_embedded_font(size_t *count);
#define CR_EMBEDDED_FAMILY "Tessera Sans"

#endif
