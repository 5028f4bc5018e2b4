#include "font_set.h"

#include <stdio.h>

#include "embedded_font.h"
#include "text_memory.h"

void cr_font_set_init(cr_font_set *s) {
  pthread_mutex_init(&s->lock, NULL);
  atomic_init(&s->uses_system, true);
}

void cr_font_set_free(cr_font_set *s) {
  for (size_t i = 0; i < s->face_count; i++) cr_face_destroy(s->faces[i]);
  cr_free(s->faces);
  for (size_t i = 0; i < s->removed_count; i++) cr_face_destroy(s->removed[i]);
  cr_free(s->removed);
  cr_face_destroy(s->embedded);
  cr_system_fonts_destroy(s->system);
  pthread_mutex_destroy(&s->lock);
}

/// With the lock held, after anything that may change which font a text gets.
static void changed(cr_font_set *s) { atomic_fetch_add_explicit(&s->generation, 1, memory_order_acq_rel); }

void cr_font_set_use_system(cr_font_set *s, bool uses) {
  pthread_mutex_lock(&s->lock);
  if (atomic_exchange(&s->uses_system, uses) != uses) changed(s);
  pthread_mutex_unlock(&s->lock);
}

// Registering

cr_status cr_font_set_add(cr_font_set *s, hb_blob_t *blob, const char *source, cr_name_visitor visit, void *context, char *reason, size_t size) {
  unsigned count = hb_face_count(blob), added = 0;
  cr_status status = CR_BAD_FONT;
  pthread_mutex_lock(&s->lock);
  const size_t before = s->face_count;
  for (unsigned i = 0; i < (count ? count : 1) && i < 256; i++) {
    cr_face *face = cr_face_open(blob, i, source, reason, size);
    if (!face) continue;
    if (!face->family_count) cr_face_add_family(face, source, strlen(source));  // a font without a name is known by its file
    if (!TX_GROW(s->faces, s->face_capacity, s->face_count + 1)) {
      cr_face_destroy(face);
      snprintf(reason, size, "out of memory");
      status = CR_NO_MEMORY;
      break;
    }
    face->registered = true;
    s->faces[s->face_count++] = face;
    added++;
  }
  if (added) {
    changed(s);
    status = CR_OK;
  }
  const size_t after = s->face_count;
  for (size_t f = before; f < after && visit; f++)
    for (size_t n = 0; n < s->faces[f]->family_count; n++) {
      bool seen = false;
      for (size_t g = before; g < f && !seen; g++)
        for (size_t m = 0; m < s->faces[g]->family_count && !seen; m++) seen = !strcmp(s->faces[g]->families[m], s->faces[f]->families[n]);
      if (!seen) visit(context, s->faces[f]->families[n]);
    }
  pthread_mutex_unlock(&s->lock);
  return status;
}

bool cr_font_set_remove(cr_font_set *s, const char *source) {
  pthread_mutex_lock(&s->lock);
  size_t kept = 0, count = 0;
  for (size_t i = 0; i < s->face_count; i++) count += !strcmp(s->faces[i]->source, source);
  const bool good = count && TX_GROW(s->removed, s->removed_capacity, s->removed_count + count);
  for (size_t i = 0; i < s->face_count && good; i++) {
    if (strcmp(s->faces[i]->source, source)) s->faces[kept++] = s->faces[i];
    else s->removed[s->removed_count++] = s->faces[i];
  }
  if (good) {
    s->face_count = kept;
    changed(s);
  }
  pthread_mutex_unlock(&s->lock);
  return good;
}

// What there is

cr_face *cr_font_set_embedded(cr_font_set *s) {
  if (!s->embedded) {
    size_t count;
    const unsigned char *bytes = cr_embedded_font(&count);
    hb_blob_t *blob = hb_blob_create((const char *)bytes, (unsigned)count, HB_MEMORY_MODE_READONLY, NULL, NULL);
    char reason[160];
    s->embedded = cr_face_open(blob, 0, CR_EMBEDDED_FAMILY, reason, sizeof reason);
    hb_blob_destroy(blob);
  }
  return s->embedded;
}

cr_system_fonts *cr_font_set_system(cr_font_set *s) {
  if (!atomic_load(&s->uses_system)) return NULL;
  if (!s->system && !atomic_load(&s->system_tried)) {
    s->system = cr_system_fonts_create();
    atomic_store(&s->system_tried, true);
  }
  return s->system;
}

void cr_font_set_families(cr_font_set *s, cr_name_visitor visit, void *context) {
  pthread_mutex_lock(&s->lock);
  for (size_t i = 0; i < s->face_count; i++)
    for (size_t n = 0; n < s->faces[i]->family_count; n++) visit(context, s->faces[i]->families[n]);
  cr_system_fonts *system = cr_font_set_system(s);
  size_t count = 0;
  cr_face *const *faces = system ? cr_system_fonts_faces(system, &count) : NULL;
  for (size_t i = 0; i < count; i++)
    for (size_t n = 0; n < faces[i]->family_count; n++) visit(context, faces[i]->families[n]);
  visit(context, CR_EMBEDDED_FAMILY);
  pthread_mutex_unlock(&s->lock);
}

static void report(cr_face *const *faces, size_t count, cr_problem_visitor visit, void *context) {
  for (size_t i = 0; i < count; i++) {
    pthread_mutex_lock(&faces[i]->lock);
    if (faces[i]->failed) visit(context, faces[i]->source, faces[i]->reason ? faces[i]->reason : "out of memory");
    pthread_mutex_unlock(&faces[i]->lock);
  }
}

void cr_font_set_problems(cr_font_set *s, cr_problem_visitor visit, void *context) {
  pthread_mutex_lock(&s->lock);
  report(s->faces, s->face_count, visit, context);
  size_t count = 0;
  cr_face *const *faces = s->system ? cr_system_fonts_faces(s->system, &count) : NULL;
  report(faces, count, visit, context);
  pthread_mutex_unlock(&s->lock);
}
