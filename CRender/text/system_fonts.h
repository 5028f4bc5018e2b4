#ifndef CR_SYSTEM_FONTS_H
#define CR_SYSTEM_FONTS_H
#include "face.h"

/// What the machine offers: through fontconfig where the library is present, else the files of the usual directories.
typedef struct cr_system_fonts cr_system_fonts;

/// Looks (milliseconds). NULL only where memory is short. One thread at a time for each object: the caller sees to it.
cr_system_fonts *cr_system_fonts_create(void);
void cr_system_fonts_destroy(cr_system_fonts *fonts);
cr_face *const *cr_system_fonts_faces(const cr_system_fonts *fonts, size_t *count);
/// Every face, best first for text of `language` (BCP 47; may be "") in `generic` ("sans-serif", "serif", "monospace", "emoji").
/// The order depends on nothing else, so that the same text gets the same fonts always. Owned by `fonts`.
const uint32_t *cr_system_fonts_order(cr_system_fonts *fonts, const char *generic, const char *language, size_t *count);
/// The family that the system means by a generic name; NULL where it knows none.
const char *cr_system_fonts_generic(cr_system_fonts *fonts, const char *generic);
/// Whether a face has a glyph for `c`, without opening its file where fontconfig knows.
bool cr_system_fonts_covers(const cr_system_fonts *fonts, cr_face *face, uint32_t c);

/// Calls `visit` with every font file below `directory`, sorted by path; false where the directory cannot be read. Any thread.
typedef void (*cr_font_file_visitor)(void *context, const char *path);
bool cr_scan_font_files(const char *directory, cr_font_file_visitor visit, void *context);

#endif
