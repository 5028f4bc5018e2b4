#ifndef CR_FALLBACK_H
#define CR_FALLBACK_H
#include "font_set.h"
#include "font_style.h"

/// Cached fallback results, cleared when the set's generation changes and when there are too many. Guarded by the set's lock.
typedef struct {
  struct cr_fallback_entry *entries;  // NULL: none
  size_t count;
  uint32_t generation;                // generation of the set for these results
} cr_fallback_memo;

/// The font for a cluster that the stack's fonts don't cover; NULL if no installed font covers it. Depends only on the cluster, the style,
/// the language and the registered fonts, never on earlier queries. Any thread; takes the set's lock.
const cr_instance *cr_fallback_font(cr_fallback_memo *memo, cr_font_set *set, const cr_font_style *style, const char *language, const uint32_t *cluster,
                                    size_t count, bool emoji);
void cr_fallback_memo_free(cr_fallback_memo *memo);

#endif
