#ifndef CR_FACE_H
#define CR_FACE_H
#include <hb-ot.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "font_file.h"
#include "glyph_document.h"
#include "instance.h"

/// A face of a font file. Its description is complete after creation; its tables may be opened later (system fonts).
struct cr_face {
  char *path;               // NULL: memory
  char *source;             // for messages
  cr_font_identity identity;  // of the file; zero: memory, or not opened
  unsigned index;           // in the file
  hb_blob_t *blob;
  hb_face_t *face;          // NULL until opened
  bool failed;              // could not be opened; never tried again
  bool registered;          // by the program, not found on the system
  char **families;
  size_t family_count, family_capacity;
  int weight_min, weight_max;  // equal for a static face
  int width;                // 1...9, 5 is normal
  bool any_width;           // has a width axis
  char *reason;             // error of opening, or NULL
  bool italic;
  bool color;
  bool documents;           // has glyphs defined by SVG documents
  bool takes_ink;           // coloured glyphs may use the text's colour
  bool monospace;
  const void *charset;      // fontconfig's coverage, or NULL: use the cmap
  pthread_mutex_t lock;     // guards instances, and opening
  cr_instance **instances;
  size_t instance_count, instance_capacity;
  _Atomic(struct cr_coverage *) coverage[17];  // per plane, filled page by page
  atomic_size_t users;      // number of texts with fonts of it
};

/// Whether the face has colour glyphs; documents count if there is a painter for them.
static inline bool cr_face_is_colored(const cr_face *face) { return face->color || (face->documents && cr_documents_are_painted()); }

/// A style's request to a face.
typedef struct {
  int weight;
  double width;             // percent of the normal
  bool italic;
  const hb_variation_t *variations;
  size_t variation_count;
} cr_instance_request;

/// Describes face `index` of `blob` (retained). NULL, with `reason` set, if it is not a usable font.
cr_face *cr_face_open(hb_blob_t *blob, unsigned index, const char *source, char *reason, size_t reason_size);
/// A described face that is not opened yet: the first cr_face_instance or cr_face_covers that needs it opens it.
cr_face *cr_face_describe(const char *path, unsigned index);
void cr_face_destroy(cr_face *face);
bool cr_face_add_family(cr_face *face, const char *name, size_t length);
/// Opens the tables of a described face. Any thread.
bool cr_face_load(cr_face *face);
/// Whether the cmap maps `c` to a glyph. Any thread; a bit test after the first query in a page of 256.
bool cr_face_covers(cr_face *face, uint32_t c);
/// Coverage of U+0000 to U+00FF by the cmap, one bit each from the lowest of the first byte on; NULL on allocation failure. Any thread.
const uint8_t *cr_face_covers_latin(cr_face *face);
/// The instance for `request`, created on first use; NULL if the face cannot be opened or on allocation failure. Any thread.
const cr_instance *cr_face_instance(cr_face *face, const cr_instance_request *request);

#endif
