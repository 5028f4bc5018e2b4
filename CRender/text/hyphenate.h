#ifndef CR_HYPHENATE_H
#define CR_HYPHENATE_H
#include <stddef.h>
#include <stdint.h>

/// Adds CR_SEG_BREAK and CR_SEG_HYPHEN to `flags` at the hyphenation points of the patterns of `language` (BCP 47, as HarfBuzz writes it).
///
/// Words are runs of at most 63 letters; those with a soft hyphen are skipped, since their writer hyphenated them. A dictionary (hyph_en_US.dic in
/// /usr/share/hyphen or /usr/local/share/hyphen) is read on first use of its language. Without it nothing is added. Points that would change the spelling are omitted. Linear time; any thread.
void cr_hyphenate(const uint32_t *text, size_t count, const char *language, uint8_t *flags);

#endif
