#ifndef CR_FONT_SEARCH_H
#define CR_FONT_SEARCH_H
#include "cover.h"
#include "font_set.h"
#include "font_style.h"

// Font selection in a set. With the set's lock held.

/// The instance of a face for a style; NULL if it cannot be opened or on allocation failure. Any thread, no lock.
const cr_instance *cr_instance_for_style(cr_face *face, const cr_font_style *style);
/// The font of a family that is nearest to the style: CSS Fonts 4, section 5.2. NULL if the family is unknown.
const cr_instance *cr_font_search_family(cr_font_set *set, const cr_font_style *style, const char *family);
/// The font for a cluster that the style's own fonts don't cover; NULL if no installed font covers it. `language` (BCP 47, may be "")
/// selects among system fonts.
const cr_instance *cr_font_search_cluster(cr_font_set *set, const cr_font_style *style, const char *language, cr_cluster_text cluster, bool emoji);

#endif
