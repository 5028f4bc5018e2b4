#ifndef CR_FONT_STACK_H
#define CR_FONT_STACK_H
#include "font_set.h"
#include "font_style.h"

/// The fonts of `style` in order of preference, looked up again if the set's generation has changed; NULL only on allocation failure. Any
/// thread; takes the set's lock for a look-up.
const cr_stack *cr_font_stack_of(cr_font_set *set, const cr_font_style *style);

#endif
