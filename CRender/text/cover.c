// Text coverage of fonts.
#include "cover.h"

#include "unicode_tables.h"

/// Spaces, controls and format characters need no glyph of their own: HarfBuzz hides or makes them.
static bool needs_glyph(uint32_t c) {
  if (c > 0x20 && c < 0x7F) return true;
  if (c <= 0x20 || (c >= 0x7F && c <= 0xA0)) return false;
  if (c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x202F || c == 0x205F || c == 0x3000 || c == 0x2028 || c == 0x2029) return false;
  return !(cr_unicode(c)->flags & CR_UNI_IGNORABLE);
}

bool cr_has_glyph_by_cmap(const void *context, cr_face *face, uint32_t c) {
  (void)context;
  return cr_face_covers(face, c);
}

/// Whether the face covers `c` itself, or composed or decomposed as by HarfBuzz.
static bool shows(cr_face *face, uint32_t c, cr_has_glyph has, const void *context) {
  if (has(context, face, c)) return true;
  if (c == 0x2011) return has(context, face, 0x2010);
  if (c < 0xC0) return false;
  hb_codepoint_t a, b;
  if (!hb_unicode_decompose(hb_unicode_funcs_get_default(), c, &a, &b)) return false;
  return (a == c || has(context, face, a)) && (!b || has(context, face, b));
}

bool cr_face_shows(cr_face *face, cr_cluster_text k, cr_has_glyph has, const void *context) {
  for (size_t i = 0; i < k.count; i++) {
    if (!needs_glyph(k.text[i]) || shows(face, k.text[i], has, context)) continue;
    hb_codepoint_t composed;  // a letter and its mark, if the font only has their composition
    if (i && hb_unicode_compose(hb_unicode_funcs_get_default(), k.text[i - 1], k.text[i], &composed) && has(context, face, composed)) continue;
    return false;
  }
  return true;
}

bool cr_instance_covers(const cr_instance *instance, const uint32_t *text, size_t count) {
  return cr_face_shows(instance->face, (cr_cluster_text){text, count}, cr_has_glyph_by_cmap, NULL);
}
