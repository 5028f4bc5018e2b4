#ifndef CR_GLYPH_RASTER_H
#define CR_GLYPH_RASTER_H
#include "cr_paint.h"
#include "glyph_slot.h"

/// Rasterisation state of one thread at a time: a FreeType library with its faces, and an outline buffer.
typedef struct cr_raster cr_raster;

cr_raster *cr_raster_create(void);
void cr_raster_destroy(cr_raster *raster);
/// Closes FreeType's faces, which keep the bytes of their font files; they are reopened on demand.
void cr_raster_forget_faces(cr_raster *raster);
/// Rasterises the slot's key. The picture is empty if the glyph has none or the font is corrupt; false on allocation failure.
bool cr_raster_glyph(cr_raster *raster, cr_glyph_slot *slot);
/// The outline of a glyph at `pixels` per em as a path: pen at the origin, y downwards, pixels. Borrowed until the raster's next use.
bool cr_raster_path(cr_raster *raster, const cr_instance *font, uint32_t glyph, double pixels, cr_path *path);

#endif
