#ifndef CR_FONT_SET_H
#define CR_FONT_SET_H
#include <pthread.h>
#include <stdatomic.h>

#include "cr_text.h"
#include "face.h"
#include "font_style.h"
#include "system_fonts.h"

/// The fonts that texts may get: registered ones, the embedded one, the system's. Fields other than the atomic ones are read and changed with the lock
/// held; functions take it themselves unless said otherwise.
typedef struct {
  pthread_mutex_t lock;
  atomic_uint generation;
  atomic_bool uses_system, system_tried;
  cr_face **faces;
  size_t face_count, face_capacity;
  cr_face **removed;          // what was shaped with them may still be drawn: closed when no text has fonts of them any more
  atomic_size_t removed_count;
  size_t removed_capacity;
  cr_stack *old_stacks;       // those that texts that are being made may still read
  atomic_bool unsettled;      // something is to be freed as soon as no text is being made
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
/// Registers the faces of a font file, as cr_font_library_add_file does; takes a reference to `blob`. `identity`: of the file; NULL: memory. Faces of
/// another state of the same file make way for them. What is there already stays, and counts as added.
cr_status cr_font_set_add(cr_font_set *set, hb_blob_t *blob, const cr_font_identity *identity, const char *source, cr_name_visitor visit, void *context,
                          char *reason, size_t size);
/// Whether this state of the file is registered; then `visit` (may be NULL) gets each family name once.
bool cr_font_set_has(cr_font_set *set, const cr_font_identity *identity, const char *source, cr_name_visitor visit, void *context);
/// As cr_font_library_remove, cr_font_library_families and cr_font_library_problems.
bool cr_font_set_remove(cr_font_set *set, const char *source);
void cr_font_set_families(cr_font_set *set, cr_name_visitor visit, void *context);
void cr_font_set_problems(cr_font_set *set, cr_problem_visitor visit, void *context);

/// What nothing can reach any more: stacks, and faces that were removed and have no users.
typedef struct {
  cr_stack *stacks;
  cr_face **faces;
  size_t face_count;
} cr_font_waste;
/// Takes out what may be freed. `is_quiet` says whether at this moment no text is being made; it is asked once what is old can be found no more.
/// Nothing where it is false, or memory is short; `unsettled` stays then.
cr_font_waste cr_font_set_take_waste(cr_font_set *set, cr_style_table *styles, bool (*is_quiet)(void *context), void *context);
/// The registered faces, those that were removed and are not closed yet, and the bytes of font files that are held in memory by both.
cr_font_counts cr_font_set_counts(cr_font_set *set);

/// With the lock held: the embedded font, and the system's, which are opened by the first call; NULL where they are not allowed or memory is short.
cr_face *cr_font_set_embedded(cr_font_set *set);
cr_system_fonts *cr_font_set_system(cr_font_set *set);

#endif
