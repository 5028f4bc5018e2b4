#ifndef CR_FALLBACK_H
#define CR_FALLBACK_H
#include "font_set.h"
#include "font_style.h"

/// Fallback answers, forgotten when the set's generation grows, and all at once when there are too many. Under the set's lock.
typedef struct {
  struct cr_fallback_entry *entries;  // NULL: none yet
  size_t count;
  uint32_t generation;                // of the set, when they were given
} cr_fallback_memo;

/// The font for one cluster that the stack's fonts do not cover; NULL where none on the machine does.
/// Depends on the cluster, the style, the language and the registered fonts only, never on what was asked before. Any thread; takes the set's lock.
const cr_instance *cr_fallback_font(cr_fallback_memo *memo, cr_font_set *set, const cr_font_style *style, const char *language, const uint32_t *cluster,
                                    size_t count, bool emoji);
void cr_fallback_memo_free(cr_fallback_memo *memo);

#endif
