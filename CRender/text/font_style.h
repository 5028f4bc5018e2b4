#ifndef CR_FONT_STYLE_H
#define CR_FONT_STYLE_H
#include <hb.h>
#include <pthread.h>
#include <stdatomic.h>

#include "cr_text.h"
#include "instance.h"

/// The resolved fonts of a style: at least one. After fonts changed, it is kept until no text is being shaped that might read it.
typedef struct cr_stack {
  struct cr_stack *older;  // list of stacks to be freed
  uint32_t generation;
  size_t count;
  const cr_instance *fonts[];
} cr_stack;

struct cr_font_style {
  struct cr_font_style *next;
  uint64_t hash;
  char *names;              // as requested
  size_t names_length;
  char **families;
  size_t family_count;
  int weight;
  double width;
  bool italic;
  uint8_t hinting;  // cr_hinting
  bool missing;             // no family was known when the stack was made; guarded by the lock of the font set
  hb_variation_t *variations;
  size_t variation_count;
  hb_feature_t *features;
  size_t feature_count;
  _Atomic(cr_stack *) stack;
};

/// All styles of a library, each once. Any thread: styles are never moved, nor freed before the table, so that existing ones can be read
/// without the lock.
enum { CR_STYLE_BUCKETS = 64 };
typedef struct {
  pthread_mutex_t lock;
  _Atomic(cr_font_style *) buckets[CR_STYLE_BUCKETS];  // grow only at the head: read without the lock
} cr_style_table;

/// Frees stacks linked by `older`.
void cr_stacks_free(cr_stack *stacks);

/// Initializes zeroed memory in place.
void cr_style_table_init(cr_style_table *table);
/// Frees the styles and their stacks.
void cr_style_table_free(cr_style_table *table);
/// As cr_font_library_style.
const cr_font_style *cr_style_table_get(cr_style_table *table, const cr_font_request *request);
/// Removes the stacks of other generations and prepends them to `*old`, linked by `older`; with the lock of the font set held.
void cr_style_table_take_old_stacks(cr_style_table *table, uint32_t generation, cr_stack **old);
/// As cr_font_library_missing, for the stacks of `generation`; with the lock of the font set held.
void cr_style_table_missing(cr_style_table *table, uint32_t generation, cr_name_visitor visit, void *context);

#endif
