#include "font_stack.h"

#include "font_search.h"
#include "generic_family.h"
#include "text_memory.h"

const cr_stack *cr_font_stack_of(cr_font_set *set, const cr_font_style *style) {
  cr_font_style *s = (cr_font_style *)style;
  cr_stack *stack = atomic_load(&s->stack);  // sequentially consistent with the count of texts being shaped
  if (stack && stack->generation == cr_font_set_generation(set)) return stack;
  pthread_mutex_lock(&set->lock);
  uint32_t generation = cr_font_set_generation(set);
  stack = atomic_load_explicit(&s->stack, memory_order_acquire);
  if (!stack || stack->generation != generation) {
    cr_stack *fresh = tx_calloc(1, sizeof *fresh + (s->family_count + 1) * sizeof(cr_instance *));
    if (fresh) {
      fresh->generation = generation;
      for (size_t i = 0; i < s->family_count; i++) {
        const cr_instance *instance = cr_font_search_family(set, s, s->families[i]);
        if (instance) fresh->fonts[fresh->count++] = instance;
      }
      s->missing = !fresh->count && s->family_count;
      for (size_t i = 0; i < s->family_count; i++)
        if (cr_is_generic_family(s->families[i])) s->missing = false;
      if (!fresh->count) {
        cr_face *face = cr_font_set_embedded(set);
        const cr_instance *instance = face ? cr_instance_for_style(face, s) : NULL;
        if (instance) fresh->fonts[fresh->count++] = instance;
      }
      if (fresh->count) {
        atomic_store(&s->stack, fresh);
        if (stack) {
          stack->older = set->old_stacks;
          set->old_stacks = stack;
          atomic_store(&set->unsettled, true);
        }
        stack = fresh;
      } else {
        cr_free(fresh);
      }
    }
  }
  pthread_mutex_unlock(&set->lock);
  return stack;
}
