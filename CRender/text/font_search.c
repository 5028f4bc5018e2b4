#include "font_search.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#include "embedded_font.h"
#include "generic_family.h"

// Families

static bool has_family(const cr_face *face, const char *name) {
  for (size_t i = 0; i < face->family_count; i++)
    if (!strcasecmp(face->families[i], name)) return true;
  return false;
}

/// CSS Fonts 4, section 5.2: distance between a face and a request; width first, then slant, then weight. 0 is a match.
static int distance(const cr_face *f, int weight, double width, bool italic) {
  // Percent of the normal width, by OS/2 class. If the width is missing, narrower faces are closer to a narrow request, wider ones to a
  // wide one.
  static const double percent[] = {100, 50, 62.5, 75, 87.5, 100, 112.5, 125, 150, 200};
  const double away = f->any_width ? 0 : percent[f->width >= 1 && f->width <= 9 ? f->width : 5] - width;
  const bool far = width <= 100 ? away > 0 : away < 0;
  int d = (int)(fmin(fabs(away), 200) * 2) * 100000 + (far ? 500000000 : 0) + (f->italic != italic ? 50000 : 0);
  int v = weight < f->weight_min ? f->weight_min : weight > f->weight_max ? f->weight_max : weight;
  if (v == weight) return d;
  if (weight >= 400 && weight <= 500) {
    if (v > weight && v <= 500) return d + v - weight;
    return v < weight ? d + 1000 + weight - v : d + 2000 + v - weight;
  }
  if (weight < 400) return v < weight ? d + weight - v : d + 1000 + v - weight;
  return v > weight ? d + v - weight : d + 1000 + weight - v;
}

static cr_face *best(cr_face *const *faces, size_t count, const char *family, const cr_font_style *s, const cr_cluster_text *k, cr_has_glyph has,
                     const void *context) {
  cr_face *found = NULL;
  int least = 0;
  for (size_t i = 0; i < count; i++) {
    if (faces[i]->failed || !has_family(faces[i], family)) continue;
    int d = distance(faces[i], s->weight, s->width, s->italic);
    if (found && d >= least) continue;
    if (k && !cr_face_shows(faces[i], *k, has, context)) continue;
    found = faces[i];
    least = d;
  }
  return found;
}

const cr_instance *cr_instance_for_style(cr_face *face, const cr_font_style *s) {
  return cr_face_instance(face, &(cr_instance_request){.weight = s->weight, .width = s->width, .italic = s->italic, .variations = s->variations,
                                                       .variation_count = s->variation_count});
}

const cr_instance *cr_font_search_family(cr_font_set *set, const cr_font_style *s, const char *family) {
  // A face whose file cannot be opened is marked as failed; then the next best is tried.
  for (int attempt = 0; attempt < 8; attempt++) {
    cr_face *face = best(set->faces, set->face_count, family, s, NULL, NULL, NULL);
    if (!face && !strcasecmp(family, CR_EMBEDDED_FAMILY)) face = cr_font_set_embedded(set);
    if (!face) {
      cr_system_fonts *system = cr_font_set_system(set);
      if (!system) return NULL;
      size_t count;
      cr_face *const *faces = cr_system_fonts_faces(system, &count);
      face = best(faces, count, family, s, NULL, NULL, NULL);
      if (!face && cr_is_generic_family(family)) {
        const char *known = cr_system_fonts_generic(system, cr_plain_generic_family(family));
        if (known) face = best(faces, count, known, s, NULL, NULL, NULL);
      }
    }
    if (!face) return NULL;
    const cr_instance *instance = cr_instance_for_style(face, s);
    if (instance || !face->failed) return instance;
  }
  return NULL;
}

// Clusters

static bool covers_by_system(const void *context, cr_face *face, uint32_t c) { return cr_system_fonts_covers(context, face, c); }

static const cr_instance *search_registered(cr_font_set *set, const cr_font_style *s, cr_cluster_text k, bool color) {
  for (size_t i = 0; i < set->face_count; i++) {
    if (cr_face_is_colored(set->faces[i]) != color || !cr_face_shows(set->faces[i], k, cr_has_glyph_by_cmap, NULL)) continue;
    cr_face *face = set->faces[i]->family_count
                        ? best(set->faces, set->face_count, set->faces[i]->families[0], s, &k, cr_has_glyph_by_cmap, NULL)
                        : set->faces[i];
    const cr_instance *instance = face ? cr_instance_for_style(face, s) : NULL;
    if (instance) return instance;
  }
  return NULL;
}

/// Whether the face belongs to a companion family of the requested one, such as "Noto Sans Arabic" for "Noto Sans".
static bool is_relative(const cr_face *face, const cr_font_style *s) {
  for (size_t i = 0; i < s->family_count; i++) {
    const size_t length = strlen(s->families[i]);
    for (size_t n = 0; n < face->family_count; n++)
      if (!strncasecmp(face->families[n], s->families[i], length) && face->families[n][length] == ' ') return true;
  }
  return false;
}

static const cr_instance *search_system(cr_font_set *set, const cr_font_style *s, const char *language, cr_cluster_text k, bool color) {
  cr_system_fonts *system = cr_font_set_system(set);
  if (!system) return NULL;
  const char *generic = "sans-serif";
  for (size_t i = 0; i < s->family_count; i++)
    if (cr_is_generic_family(s->families[i])) {
      generic = cr_plain_generic_family(s->families[i]);
      break;
    }
  size_t count, all;
  const uint32_t *sorted = cr_system_fonts_order(system, color ? "emoji" : generic, language, &count);
  cr_face *const *faces = cr_system_fonts_faces(system, &all);
  for (int pass = 0; pass < 2; pass++)
    for (size_t i = 0; i < count; i++) {
      cr_face *first = faces[sorted[i]];
      if (first->failed || cr_face_is_colored(first) != color || is_relative(first, s) != (pass == 0) || !cr_face_shows(first, k, covers_by_system, system)) continue;
      cr_face *face = first->family_count ? best(faces, all, first->families[0], s, &k, covers_by_system, system) : first;
      const cr_instance *instance = face ? cr_instance_for_style(face, s) : NULL;
      if (instance) return instance;
    }
  return NULL;
}

const cr_instance *cr_font_search_cluster(cr_font_set *set, const cr_font_style *s, const char *language, cr_cluster_text k, bool emoji) {
  const cr_instance *found;
  for (int pass = 0; pass < 2; pass++) {
    // Emoji: coloured fonts first, then plain ones. Text: in reverse.
    const bool color = emoji == (pass == 0);
    if ((found = search_registered(set, s, k, color)) || (found = search_system(set, s, language, k, color))) return found;
    cr_face *face = color ? NULL : cr_font_set_embedded(set);
    if (face && cr_face_shows(face, k, cr_has_glyph_by_cmap, NULL) && (found = cr_instance_for_style(face, s))) return found;
  }
  return NULL;
}
