#ifndef CR_FONT_SET_H
#define CR_FONT_SET_H
#include <pthread.h>
#include <stdatomic.h>

#include "cr_text.h"
#include "face.h"
#include "font_style.h"
#include "system_fonts.h"

/// Fonts available to texts: registered ones, the embedded one, the system's. Fields other than the atomic ones are read and changed with
/// the lock held; functions take it themselves by default.
typedef struct {
  pthread_mutex_t lock;
  atomic_uint generation;
  atomic_bool uses_system, system_tried;
  cr_face **faces;
  size_t face_count, face_capacity;
  cr_face **removed;          // may still be drawn by shaped texts; closed when no text uses their fonts
  atomic_size_t removed_count;
  size_t removed_capacity;
  cr_stack *old_stacks;       // may still be read by texts being shaped
  atomic_bool unsettled;      // data is to be freed as soon as no text is being shaped
  cr_face *embedded;
  cr_system_fonts *system;
} cr_font_set;

/// Initializes zeroed memory in place.
void cr_font_set_init(cr_font_set *set);
void cr_font_set_free(cr_font_set *set);
/// Changes after anything that may affect the fonts of a text.
static inline uint32_t cr_font_set_generation(const cr_font_set *set) { return atomic_load_explicit(&set->generation, memory_order_acquire); }
/// As cr_font_library_set_uses_system.
void cr_font_set_use_system(cr_font_set *set, bool uses);
/// Registers the faces of a font file, as cr_font_library_add_file does; retains `blob`. `identity`: of the file; NULL: memory. Faces of
/// another state of the same file are replaced. Existing equal faces are kept, and count as added.
cr_status cr_font_set_add(cr_font_set *set, hb_blob_t *blob, const cr_font_identity *identity, const char *source, cr_name_visitor visit, void *context,
                          char *reason, size_t size);
/// Whether this state of the file is registered; if so, `visit` (may be NULL) receives each family name once.
bool cr_font_set_has(cr_font_set *set, const cr_font_identity *identity, const char *source, cr_name_visitor visit, void *context);
/// As cr_font_library_remove, cr_font_library_families and cr_font_library_problems.
bool cr_font_set_remove(cr_font_set *set, const char *source);
void cr_font_set_families(cr_font_set *set, cr_name_visitor visit, void *context);
void cr_font_set_problems(cr_font_set *set, cr_problem_visitor visit, void *context);

/// Unreachable data: stacks, and removed faces without users.
typedef struct {
  cr_stack *stacks;
  cr_face **faces;
  size_t face_count;
} cr_font_waste;
/// Removes data that may be freed. `is_quiet` returns whether no text is being shaped at this moment; it is called after old data has
/// become unreachable. Empty if it returns false, or on allocation failure; `unsettled` then stays set.
cr_font_waste cr_font_set_take_waste(cr_font_set *set, cr_style_table *styles, bool (*is_quiet)(void *context), void *context);
/// Numbers of registered faces and of removed ones that are still open, and the bytes of font files in memory for both.
cr_font_counts cr_font_set_counts(cr_font_set *set);

/// With the lock held: the embedded font, and the system fonts, opened by the first call; NULL if not allowed or on allocation failure.
cr_face *cr_font_set_embedded(cr_font_set *set);
cr_system_fonts *cr_font_set_system(cr_font_set *set);

#endif
