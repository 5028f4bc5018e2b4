#include "font_set.h"

#include <stdio.h>

#include "embedded_font.h"
#include "font_pages.h"
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
  cr_stacks_free(s->old_stacks);
  cr_face_destroy(s->embedded);
  cr_system_fonts_destroy(s->system);
  pthread_mutex_destroy(&s->lock);
}

/// Called with the lock held after a change that may affect the fonts of a text.
static void changed(cr_font_set *s) { atomic_fetch_add_explicit(&s->generation, 1, memory_order_acq_rel); }

void cr_font_set_use_system(cr_font_set *s, bool uses) {
  pthread_mutex_lock(&s->lock);
  if (atomic_exchange(&s->uses_system, uses) != uses) changed(s);
  pthread_mutex_unlock(&s->lock);
}

// Registering

/// Calls `visit` with each family name of the faces once.
static void visit_families(cr_face *const *faces, size_t count, cr_name_visitor visit, void *context) {
  for (size_t f = 0; f < count && visit; f++)
    for (size_t n = 0; n < faces[f]->family_count; n++) {
      bool seen = false;
      for (size_t g = 0; g < f && !seen; g++)
        for (size_t m = 0; m < faces[g]->family_count && !seen; m++) seen = !strcmp(faces[g]->families[m], faces[f]->families[n]);
      if (!seen) visit(context, faces[f]->families[n]);
    }
}

/// With the lock held: the first face of a source at or after `from`, and the number of its faces from there on.
static size_t find_source(const cr_font_set *s, const char *source, size_t from, size_t *count) {
  while (from < s->face_count && strcmp(s->faces[from]->source, source)) from++;
  *count = 0;
  while (from + *count < s->face_count && !strcmp(s->faces[from + *count]->source, source)) ++*count;
  return from;
}

bool cr_font_set_has(cr_font_set *s, const cr_font_identity *identity, const char *source, cr_name_visitor visit, void *context) {
  size_t count;
  pthread_mutex_lock(&s->lock);
  const size_t at = find_source(s, source, 0, &count);
  const bool has = count && cr_font_identity_equal(&s->faces[at]->identity, identity);
  if (has) visit_families(s->faces + at, count, visit, context);
  pthread_mutex_unlock(&s->lock);
  return has;
}

/// Whether the faces [at, at + count) have the same bytes: fonts from memory that are added again.
static bool has_bytes(const cr_font_set *s, size_t at, size_t count, hb_blob_t *blob) {
  unsigned length, known_length;
  const char *bytes = hb_blob_get_data(blob, &length);
  const char *known = count ? hb_blob_get_data(s->faces[at]->blob, &known_length) : NULL;
  return known && length == known_length && !memcmp(bytes, known, length);
}

/// Opens the faces of a file; returns their number, or 0 with a reason and `*status`.
static size_t open_faces(hb_blob_t *blob, const cr_font_identity *identity, const char *source, cr_face ***out, cr_status *status, char *reason, size_t size) {
  const unsigned count = hb_face_count(blob);
  size_t opened = 0, capacity = 0;
  *status = CR_BAD_FONT;
  *out = NULL;
  for (unsigned i = 0; i < (count ? count : 1) && i < 256; i++) {
    cr_face *face = cr_face_open(blob, i, source, reason, size);
    if (!face) continue;
    if (!TX_GROW(*out, capacity, opened + 1)) {
      cr_face_destroy(face);
      snprintf(reason, size, "out of memory");
      *status = CR_NO_MEMORY;
      break;
    }
    if (!face->family_count) cr_face_add_family(face, source, strlen(source));  // a font without a name is named by its file
    face->registered = true;
    if (identity) face->identity = *identity;
    (*out)[opened++] = face;
  }
  if (opened) *status = CR_OK;
  return opened;
}

/// Replaces `old_count` faces from `at` on with `count` others; the old ones become removed faces. Space for both must be reserved.
static void replace(cr_font_set *s, size_t at, size_t old_count, cr_face *const *faces, size_t count) {
  size_t removed = atomic_load(&s->removed_count);
  for (size_t i = 0; i < old_count; i++) s->removed[removed++] = s->faces[at + i];
  memmove(s->faces + at + count, s->faces + at + old_count, (s->face_count - at - old_count) * sizeof *s->faces);
  if (count) memcpy(s->faces + at, faces, count * sizeof *faces);
  s->face_count += count - old_count;
  atomic_store(&s->removed_count, removed);
  changed(s);
  atomic_store(&s->unsettled, true);
}

cr_status cr_font_set_add(cr_font_set *s, hb_blob_t *blob, const cr_font_identity *identity, const char *source, cr_name_visitor visit, void *context,
                          char *reason, size_t size) {
  cr_face **faces;
  cr_status status;
  size_t count = open_faces(blob, identity, source, &faces, &status, reason, size), known;
  pthread_mutex_lock(&s->lock);
  const size_t at = find_source(s, source, 0, &known);
  const bool is_known = known && (identity ? cr_font_identity_equal(&s->faces[at]->identity, identity) : has_bytes(s, at, known, blob));
  const size_t gone = identity && !is_known ? known : 0;
  if (count && !is_known) {
    if (TX_GROW(s->faces, s->face_capacity, s->face_count + count) && TX_GROW(s->removed, s->removed_capacity, s->removed_count + gone)) {
      replace(s, identity ? at : s->face_count, gone, faces, count);
      visit_families(faces, count, visit, context);
      count = 0;  // owned by the set now
    } else {
      snprintf(reason, size, "out of memory");
      status = CR_NO_MEMORY;
    }
  } else if (count) {
    visit_families(s->faces + at, known, visit, context);
  }
  pthread_mutex_unlock(&s->lock);
  for (size_t i = 0; i < count; i++) cr_face_destroy(faces[i]);
  cr_free(faces);
  return status;
}

bool cr_font_set_remove(cr_font_set *s, const char *source) {
  bool any = false;
  pthread_mutex_lock(&s->lock);
  size_t count, at = find_source(s, source, 0, &count);
  while (count && TX_GROW(s->removed, s->removed_capacity, s->removed_count + count)) {
    replace(s, at, count, NULL, 0);
    any = true;
    at = find_source(s, source, at, &count);
  }
  pthread_mutex_unlock(&s->lock);
  return any;
}

// Release

cr_font_waste cr_font_set_take_waste(cr_font_set *s, cr_style_table *styles, bool (*is_quiet)(void *context), void *context) {
  cr_font_waste waste = {0};
  pthread_mutex_lock(&s->lock);
  const size_t count = atomic_load(&s->removed_count);
  cr_style_table_take_old_stacks(styles, cr_font_set_generation(s), &s->old_stacks);
  // From here on no thread finds an old stack or a removed face; threads that found one before are shaping a text.
  atomic_store(&s->unsettled, true);
  const bool good = is_quiet(context) && (!count || (waste.faces = tx_alloc(count, sizeof *waste.faces)));
  if (good) {
    waste.stacks = s->old_stacks;
    s->old_stacks = NULL;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
      if (atomic_load(&s->removed[i]->users)) s->removed[kept++] = s->removed[i];
      else waste.faces[waste.face_count++] = s->removed[i];
    }
    atomic_store(&s->removed_count, kept);
    atomic_store(&s->unsettled, false);
  }
  pthread_mutex_unlock(&s->lock);
  return waste;
}

static size_t bytes_of(cr_face *const *faces, size_t count) {
  size_t bytes = 0;
  for (size_t i = 0; i < count; i++)
    if (!i || faces[i]->blob != faces[i - 1]->blob) bytes += cr_font_pages_held(faces[i]->blob);  // those of a collection are adjacent
  return bytes;
}

cr_font_counts cr_font_set_counts(cr_font_set *s) {
  pthread_mutex_lock(&s->lock);
  const cr_font_counts counts = {.registered = s->face_count, .removed = s->removed_count,
                                 .bytes = bytes_of(s->faces, s->face_count) + bytes_of(s->removed, s->removed_count)};
  pthread_mutex_unlock(&s->lock);
  return counts;
}

// Queries

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
