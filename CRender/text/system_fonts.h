#ifndef CR_SYSTEM_FONTS_H
#define CR_SYSTEM_FONTS_H
#include "face.h"

/// Fonts installed on the machine: from fontconfig if the library is present, else the files of the usual directories.
typedef struct cr_system_fonts cr_system_fonts;

/// Searches the fonts (takes milliseconds). NULL only on allocation failure. The caller must use each object on one thread at a time.
cr_system_fonts *cr_system_fonts_create(void);
void cr_system_fonts_destroy(cr_system_fonts *fonts);
cr_face *const *cr_system_fonts_faces(const cr_system_fonts *fonts, size_t *count);
/// All faces, best first, for text of `language` (BCP 47; may be "") in `generic` ("sans-serif", "serif", "monospace", "emoji").
/// The order depends on nothing else, so that the same text always gets the same fonts. Owned by `fonts`.
const uint32_t *cr_system_fonts_order(cr_system_fonts *fonts, const char *generic, const char *language, size_t *count);
/// The system's family for a generic name; NULL if it has none.
const char *cr_system_fonts_generic(cr_system_fonts *fonts, const char *generic);
/// Whether a face has a glyph for `c`; does not open its file if fontconfig has the answer.
bool cr_system_fonts_covers(const cr_system_fonts *fonts, cr_face *face, uint32_t c);

/// Calls `visit` with every font file below `directory`, sorted by path; false if the directory cannot be read. Any thread.
typedef void (*cr_font_file_visitor)(void *context, const char *path);
bool cr_scan_font_files(const char *directory, cr_font_file_visitor visit, void *context);

#endif
