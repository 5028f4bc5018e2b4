#ifndef CR_HYPHENATE_H
#define CR_HYPHENATE_H
#include <stddef.h>
#include <stdint.h>

/// Adds CR_SEG_BREAK and CR_SEG_HYPHEN to `flags` where the patterns of `language` (BCP 47, as HarfBuzz writes it) let a word be parted.
///
/// Words are stretches of letters of at most 63 code points; those with a soft hyphen are left as they are, as the writer parted them.
/// libhyphen.so.0 is opened when it is first needed, a dictionary (hyph_en_US.dic in /usr/share/hyphen or /usr/local/share/hyphen) when
/// its language is; without them nothing is added. Points at which a word would be spelled otherwise are left out. Linear time; any thread.
void cr_hyphenate(const uint32_t *text, size_t count, const char *language, uint8_t *flags);

#endif
