#ifndef CR_COVER_H
#define CR_COVER_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "face.h"

/// Code points to be shown in one font; borrowed.
typedef struct {
  const uint32_t *text;
  size_t count;
} cr_cluster_text;

/// Whether a face has a glyph for `c`.
typedef bool (*cr_has_glyph)(const void *context, cr_face *face, uint32_t c);
/// By the face's cmap; the context is ignored. Any thread.
bool cr_has_glyph_by_cmap(const void *context, cr_face *face, uint32_t c);

/// Whether the face covers each visible code point of the cluster, itself, or composed or decomposed as by HarfBuzz.
bool cr_face_shows(cr_face *face, cr_cluster_text cluster, cr_has_glyph has, const void *context);
/// The same by the cmap. Any thread.
bool cr_instance_covers(const cr_instance *instance, const uint32_t *cluster, size_t count);

#endif
