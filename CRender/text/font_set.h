#ifndef CR_FONT_SET_H
#define CR_FONT_SET_H
#include <pthread.h>
#include <stdatomic.h>

#include "cr_text.h"
#include "face.h"
#include "system_fonts.h"

/// The fonts that texts may get: registered ones, the embedded one, the system's. Fields other than the atomic ones are read and changed with the lock
/// held; functions take it themselves unless said otherwise.
typedef struct {
  pthread_mutex_t lock;
  atomic_uint generation;
  atomic_bool uses_system, system_tried;
  cr_face **faces;
  size_t face_count, face_capacity;
  cr_face **removed;          // what was shaped with them may still be drawn
  size_t removed_count, removed_capacity;
  cr_face *embedded;
  cr_system_fonts *system;
} cr_font_set;

/// In place, of zeroed memory.
void cr_font_set_init(cr_font_set *set);
void cr_font_set_free(cr_font_set *set);
/// Grows after anything that may change which font a text gets.
static inline uint32_t cr_font_set_generation(const cr_font_set *set) { return atomic_load_explicit(&set->generation, memory_order_acquire); }
/// As cr_font_library_set_uses_system.
void cr_font_set_use_system(cr_font_set *set, bool uses);
/// Registers the faces of a font file, as cr_font_library_add_file does; takes a reference to `blob`.
cr_status cr_font_set_add(cr_font_set *set, hb_blob_t *blob, const char *source, cr_name_visitor visit, void *context, char *reason, size_t size);
/// As cr_font_library_remove, cr_font_library_families and cr_font_library_problems.
bool cr_font_set_remove(cr_font_set *set, const char *source);
void cr_font_set_families(cr_font_set *set, cr_name_visitor visit, void *context);
void cr_font_set_problems(cr_font_set *set, cr_problem_visitor visit, void *context);

/// With the lock held: the embedded font, and the system's, which are opened by the first call; NULL where they are not allowed or memory is short.
cr_face *cr_font_set_embedded(cr_font_set *set);
cr_system_fonts *cr_font_set_system(cr_font_set *set);

#endif
